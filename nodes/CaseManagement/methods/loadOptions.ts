import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listedTemplates } from './templates';

/** Every template that the user may see, for filters. */
export async function getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const templates = await listedTemplates(this, 'all');
	return templates.map(({ name, uuid }) => ({ name, value: uuid }));
}
