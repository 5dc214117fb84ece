import { inputProblem, quote } from '../../model/problem';
import { toTemplates, summarizeTemplate } from '../../model/template';
import { operation } from '../../operation/operation';
import { TEMPLATE_SCOPES } from '../../transport/templateScopes';
import type { TemplateScope } from '../../transport/templateScopes';

const isScope = (value: unknown): value is TemplateScope =>
	typeof value === 'string' && Object.hasOwn(TEMPLATE_SCOPES, value);

/** Index, Index - API Launchable and Automated templates (interface.md, section 4.2). */
export const getAll = operation({
	topic: 'template.getAll',
	name: 'Get Many',
	action: 'Get many templates',
	description: 'Get a list of process templates',
	request: { method: 'GET', url: TEMPLATE_SCOPES.all.path },
	prepare(parameters) {
		const scope = parameters.value('scope');
		if (!isScope(scope)) {
			throw inputProblem(
				`The parameter "Scope" has no option ${quote(scope)}`,
				`It can be ${Object.keys(TEMPLATE_SCOPES).join(', ')}.`,
			);
		}
		return TEMPLATE_SCOPES[scope];
	},
	list: (answer, _parameters, missing) =>
		(toTemplates(answer) ?? missing('process_templates')).map(summarizeTemplate),
});
