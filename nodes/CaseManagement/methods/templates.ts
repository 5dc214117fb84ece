import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { toTemplates } from '../model/template';
import { asObject } from '../model/json';
import { missingFieldError, responseValue } from '../transport/response';
import { TEMPLATE_SCOPES } from '../transport/templateScopes';
import type { TemplateScope } from '../transport/templateScopes';
import { toChoices } from './choices';
import type { Choice } from './choices';
import { editorCall } from './editorCall';

/**
 * The templates that the user may see, or may create cases for (interface.md, section 4.2).
 *
 * @returns by name
 * @throws NodeApiError with the reason in plain words
 */
export async function listTemplates(
	context: ILoadOptionsFunctions,
	scope: TemplateScope,
): Promise<Choice[]> {
	const call = { method: 'GET', topic: 'template.list', ...TEMPLATE_SCOPES[scope] } as const;
	const templates = await editorCall(
		context,
		'Templates',
		async (ask) =>
			await ask(
				call,
				(raw) =>
					toTemplates(responseValue(raw, call)) ??
					missingFieldError(raw, call)('process_templates'),
			),
	);
	const entries = templates.map(asObject).map(({ name, uuid }) => ({ name, value: uuid }));
	return toChoices(entries).sort((a, b) => a.name.localeCompare(b.name));
}
