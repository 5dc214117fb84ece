import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { kindOf, labelIn } from '../model/formValues';
import { badInput } from '../model/problem';
import { elementMembers, startForm } from '../transport/forms';
import { textOf } from '../parameters/values';
import { choicesOf } from './choices';
import { requiredTemplate } from './chosenTemplate';
import { editorCall } from './editorCall';
import { memberChoices } from './memberChoices';
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
				.filter(({ type }) => kindOf(type) === 'members')
				.map((element) => ({ name: labelIn(elements, element), value: element.identifier })),
		);
	});
}

/**
 * Who can be chosen for the element of the row at hand (interface.md, section 4.3, Team Members).
 */
export async function getTeamMembers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await editorCall(this, 'Team Members', async (ask) => {
		const templateId = requiredTemplate(this);
		const element = textOf(this.getCurrentNodeParameter('&definitionElementId'), 'Element');
		if (element === undefined) {
			throw badInput('Choose an element first', 'The members belong to an element of the form.');
		}
		return memberChoices(await elementMembers(ask, templateId, element));
	});
}
