import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { definitionElements } from '../model/template';
import { missingIn, objectOf } from '../transport/answer';
import { fillPath } from '../transport/path';
import { choicesOf } from './choices';
import { requiredTemplate } from './chosenTemplate';
import { editorCall } from './editorCall';
import { listedTemplates } from './templates';

/** Every template that the user may see, for filters. */
export async function getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await listedTemplates(this, 'all');
}

/**
 * The elements of the chosen template for which a user is to be chosen (interface.md, section 4.3),
 * in the order of the form.
 */
export async function getTeamMemberElements(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await editorCall(this, 'Elements', async (sendCall) => {
		const template = requiredTemplate(this);
		const url = '/process_templates/automation/:templateId/start_definition';
		const call = { method: 'GET', path: fillPath(url, () => template) } as const;
		const check = { ...call, topic: 'template.getStartDefinition' };
		const raw = await sendCall(call);
		const elements =
			definitionElements(objectOf(raw, check)) ?? missingIn(raw, check)('definition_elements');
		return choicesOf(
			elements
				.filter(({ type }) => type === 'team_members')
				.map(({ label, identifier }) => ({ name: label, value: identifier })),
		);
	});
}
