import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { templatesIn } from '../model/template';
import { fieldsOf } from '../model/json';
import { missingIn, valueOf } from '../transport/response';
import { TEMPLATE_SCOPES } from '../transport/templateScopes';
import type { TemplateScope } from '../transport/templateScopes';
import { choicesOf } from './choices';
import type { Choice } from './choices';
import { editorCall } from './editorCall';

/**
 * The templates that the user may see, or may create cases for (interface.md, section 4.2).
 *
 * @returns by name
 * @throws NodeApiError with the reason in plain words
 */
export async function listedTemplates(
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
				(raw) => templatesIn(valueOf(raw, call)) ?? missingIn(raw, call)('process_templates'),
			),
	);
	const entries = templates.map(fieldsOf).map(({ name, uuid }) => ({ name, value: uuid }));
	return choicesOf(entries).sort((a, b) => a.name.localeCompare(b.name));
}
