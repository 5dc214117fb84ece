import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { toMemberIds, uniqueLabel, valueKind } from '../model/formValues';
import { readText } from '../parameters/values';
import { fetchMembers, fetchStartForm } from '../transport/forms';
import { CHOOSE_TEMPLATE, noteChoice, toChoices, toMemberChoices } from './choices';
import { BY_EXPRESSION, chosenId, editorCall } from './editorCall';
import { listTemplates } from './templates';

export async function getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await listTemplates(this, 'all', false);
}

/** The elements of the chosen template for which a user is to be chosen (getStartDefinition), in
 * the order of the form. */
export async function getTeamMemberElements(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await editorCall(this, { what: 'Elements', withoutRight: BY_EXPRESSION }, async (send) => {
		const templateId = chosenId(this, 'templateId');
		if (templateId === undefined) return [CHOOSE_TEMPLATE];
		const { elements } = await fetchStartForm(send, templateId);
		const choices = toChoices(
			elements
				.filter(({ type }) => valueKind(type) === 'members')
				.map((element) => ({ name: uniqueLabel(elements, element), value: element.identifier })),
		);
		// An entry for what is not chosen yet: n8n marks a value that is not in the list as an error.
		return [noteChoice(choices.length > 0 ? 'Choose an element' : NO_ELEMENTS), ...choices];
	});
}

const NO_ELEMENTS = 'The start form of this template has no element of type team_members';

/** Who can be chosen for the element of the row at hand (listElementMembers). */
export async function getTeamMembers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const call = { what: 'Team Members', withoutRight: BY_EXPRESSION };
	return await editorCall(this, call, async (send) => {
		const templateId = chosenId(this, 'templateId');
		if (templateId === undefined) return [CHOOSE_TEMPLATE];
		const element = readText(this.getCurrentNodeParameter('&definitionElementId'), 'Element');
		if (element === undefined) return [noteChoice('Choose an element first')];
		const chosen = toMemberIds(this.getCurrentNodeParameter('&memberIds')) ?? [];
		return toMemberChoices(await fetchMembers(send, templateId, element), chosen);
	});
}
