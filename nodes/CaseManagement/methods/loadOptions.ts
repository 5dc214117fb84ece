import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { valueKind, uniqueLabel } from '../model/formValues';
import { inputProblem } from '../model/problem';
import { fetchMembers, fetchStartForm } from '../transport/forms';
import { toText } from '../parameters/values';
import { toChoices } from './choices';
import { requiredTemplate } from './chosenTemplate';
import { editorCall } from './editorCall';
import { memberChoices } from './memberChoices';
import { listTemplates } from './templates';

/** Every template that the user may see, for filters. */
export async function getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await listTemplates(this, 'all');
}

/**
 * The elements of the chosen template for which a user is to be chosen (getStartDefinition),
 * in the order of the form.
 */
export async function getTeamMemberElements(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await editorCall(this, 'Elements', async (send) => {
		const { elements } = await fetchStartForm(send, requiredTemplate(this));
		return toChoices(
			elements
				.filter(({ type }) => valueKind(type) === 'members')
				.map((element) => ({ name: uniqueLabel(elements, element), value: element.identifier })),
		);
	});
}

/**
 * Who can be chosen for the element of the row at hand (listElementMembers).
 */
export async function getTeamMembers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await editorCall(this, 'Team Members', async (send) => {
		const templateId = requiredTemplate(this);
		const element = toText(this.getCurrentNodeParameter('&definitionElementId'), 'Element');
		if (element === undefined) {
			throw inputProblem(
				'Choose an element first',
				'The members belong to an element of the form.',
			);
		}
		return memberChoices(await fetchMembers(send, templateId, element));
	});
}
