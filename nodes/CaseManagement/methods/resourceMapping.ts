import type { FieldType, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { fieldIdOf } from '../model/fieldIds';
import { kindOf, labelIn } from '../model/formValues';
import type { FormElement, ValueKind } from '../model/formValues';
import { membersIfAllowed, signalForm, startForm } from '../transport/forms';
import { idOf, pointedAt } from '../transport/parameters';
import type { Ask } from '../transport/send';
import { chosenTemplate } from './chosenTemplate';
import { editorCall } from './editorCall';
import { memberChoices } from './memberChoices';

/**
 * How n8n shows a field. What is not known is text, which also takes JSON. A yes or no is a choice
 * rather than a switch: a switch has no state for "not answered", which is not the same as no.
 */
const FIELD_TYPES: Record<ValueKind, FieldType> = {
	boolean: 'options',
	date: 'dateTime',
	members: 'options',
	number: 'number',
	open: 'string',
	text: 'string',
};

const nothing = (emptyFieldsNotice: string): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice,
});

/**
 * The fields of the form in the panel: the start form of the chosen template, or the data of the
 * chosen signal (interface.md, sections 4.3 and 4.4). One request, and for a start form one more
 * for each team_members element.
 */
export async function getFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const forSignal = this.getCurrentNodeParameter('resource') === 'signal';
	return await editorCall(this, 'Form Fields', async (ask) => {
		const templateId = chosenTemplate(this);
		if (templateId === undefined) return nothing('Choose a template first');
		return forSignal
			? await signalFields(this, ask, templateId)
			: await startFields(ask, templateId);
	});
}

async function signalFields(
	context: ILoadOptionsFunctions,
	ask: Ask,
	templateId: string,
): Promise<ResourceMapperFields> {
	const signal = pointedAt(context.getCurrentNodeParameter('signalId'));
	if (String(signal ?? '').trim() === '') return nothing('Choose a signal first');
	const elements = await signalForm(ask, templateId, idOf(signal, 'signalId'));
	if (elements.length === 0) return nothing('This signal needs no data');
	return { fields: elements.map((element) => fieldFor(elements, element)) };
}

async function startFields(ask: Ask, templateId: string): Promise<ResourceMapperFields> {
	const { elements } = await startForm(ask, templateId);
	if (elements.length === 0) return nothing('The start form of this template has no fields');
	return {
		fields: await Promise.all(
			elements.map(async (element) => ({
				...fieldFor(elements, element),
				...(kindOf(element.type) === 'members' && membersElsewhere(elements, element)),
				...(await choiceOfMembers(ask, templateId, element)),
			})),
		),
	};
}

/**
 * A required team_members element may be filled in the rows of Team Members as well. n8n would
 * insist on the field alone, so the label says it, and the node checks it when it runs.
 */
const membersElsewhere = (elements: FormElement[], element: FormElement) =>
	element.required && {
		required: false,
		displayName: `${labelIn(elements, element)} (required, here or under Team Members)`,
	};

const YES_OR_NO = [
	{ name: 'Yes', value: true },
	{ name: 'No', value: false },
];

const fieldFor = (elements: FormElement[], element: FormElement) => {
	const kind = kindOf(element.type);
	return {
		id: fieldIdOf(element.key),
		displayName: labelIn(elements, element),
		required: element.required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		// Without members to choose from, an ID can still be entered.
		type: kind === 'members' ? 'string' : FIELD_TYPES[kind],
		...(kind === 'boolean' && { options: YES_OR_NO }),
	} as const;
};

/** The dropdown of a team_members element; none if the user may not list its members. */
async function choiceOfMembers(ask: Ask, templateId: string, element: FormElement) {
	const { identifier, type } = element;
	if (kindOf(type) !== 'members' || identifier === undefined) return {};
	const members = await membersIfAllowed(ask, templateId, identifier);
	return members === undefined ? {} : { type: 'options' as const, options: memberChoices(members) };
}
