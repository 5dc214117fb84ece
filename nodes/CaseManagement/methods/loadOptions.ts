import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { labelIn } from '../model/formValues';
import { startForm } from '../transport/forms';
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
	return await editorCall(this, 'Elements', async (ask) => {
		const { elements } = await startForm(ask, requiredTemplate(this));
		return choicesOf(
			elements
				.filter(({ type }) => type === 'team_members')
				.map((element) => ({ name: labelIn(elements, element), value: element.identifier })),
		);
	});
}
