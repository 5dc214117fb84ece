import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { isObject, valueOf } from '../transport/answer';
import { editorCall } from './editorCall';

/** A template as the editor shows it. */
export interface ListedTemplate {
	name: string;
	uuid: string;
}

const PATHS = {
	all: '/process_templates/basic',
	launchable: '/process_templates/basic/launchables',
};

/**
 * The templates that the user may see, or may create cases for (interface.md, section 4.2).
 *
 * @param scope `all` for Index, `launchable` for Index - API Launchable
 * @returns by name; two of one name are told apart by the beginning of their UUID
 * @throws NodeApiError with the reason in plain words
 */
export async function listedTemplates(
	context: ILoadOptionsFunctions,
	scope: keyof typeof PATHS,
): Promise<ListedTemplate[]> {
	const call = { method: 'GET', path: PATHS[scope] } as const;
	const check = { ...call, topic: 'template.getAll' };
	const entries = await editorCall(
		context,
		'Templates',
		async (sendCall) => await sendCall(call, (raw) => templatesIn(valueOf(raw, check))),
	);
	const templates = entries
		.filter(isObject)
		.flatMap(({ uuid, name }) =>
			typeof uuid === 'string'
				? [{ uuid, name: typeof name === 'string' && name !== '' ? name : uuid }]
				: [],
		);
	return toldApart(templates).sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * The templates in a list whose shape the interface does not show: an array, an object with
 * `process_templates`, or an object with exactly one array.
 */
function templatesIn(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (!isObject(value)) return [];
	if (Array.isArray(value.process_templates)) return value.process_templates;
	const arrays = Object.values(value).filter((entry) => Array.isArray(entry));
	return arrays.length === 1 ? (arrays[0] as unknown[]) : [];
}

function toldApart(templates: ListedTemplate[]): ListedTemplate[] {
	const count = new Map<string, number>();
	for (const { name } of templates) count.set(name, (count.get(name) ?? 0) + 1);
	return templates.map(({ uuid, name }) => ({
		uuid,
		name: (count.get(name) ?? 0) > 1 ? `${name} (${uuid.slice(0, 8)})` : name,
	}));
}
