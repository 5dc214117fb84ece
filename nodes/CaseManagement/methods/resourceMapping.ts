import { NodeApiError } from 'n8n-workflow';
import type {
	FieldType,
	ILoadOptionsFunctions,
	JsonObject,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { toFieldId, markRequired } from '../model/fieldIds';
import { toMemberIds, uniqueLabel, valueKind } from '../model/formValues';
import type { FormElement, ValueKind } from '../model/formValues';
import { asObject, asArray } from '../model/json';
import { fetchMembersIfAllowed, fetchSignalForm, fetchStartForm } from '../transport/forms';
import { locatorId, locatorValue } from '../parameters/locator';
import type { SendRequest } from '../transport/send';
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

/** The editor renders a notice as HTML: foreign text in it must not become a picture or a link. */
const escapeHtml = (text: string): string =>
	text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

const CHOOSE_TEMPLATE =
	'Choose a template first. If it comes from an expression, execute the previous nodes, then open this node again.';

/**
 * The fields of the form in the panel: the start form of the chosen template, or the data of the
 * chosen signal (getStartDefinition, getSignal). One request, and for a start form one more
 * for each team_members element.
 *
 * n8n's editor shows nothing of an error here. As long as no form is there that an error would
 * leave as it is, the reason takes the place of the fields.
 */
export async function getFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const forSignal = this.getCurrentNodeParameter('resource') === 'signal';
	try {
		return await editorCall(this, { what: 'Form Elements' }, async (send) => {
			const templateId = chosenTemplate(this);
			if (templateId === undefined) return nothing(CHOOSE_TEMPLATE);
			return forSignal
				? await signalFields(this, send, templateId)
				: await startFields(this, send, templateId);
		});
	} catch (error) {
		const { schema } = asObject(this.getCurrentNodeParameter('elements'));
		if (asArray(schema).length > 0) throw asNodeError(this, error);
		return nothing(escapeHtml((error as Error).message));
	}
}

const asNodeError = (context: ILoadOptionsFunctions, error: unknown) =>
	new NodeApiError(context.getNode(), error as JsonObject);

/**
 * A form with fields. Its notice is what n8n shows when the input is mapped automatically, where
 * nobody sees how the fields have to be named.
 */
const form = (elements: FormElement[], fields: ResourceMapperField[]): ResourceMapperFields => ({
	fields,
	emptyFieldsNotice: escapeHtml(
		`Uses the input fields with these names: ${elements
			.map(({ key, label }) => (key === label ? key : `${key} (${label})`))
			.join(', ')}`,
	),
});

async function signalFields(
	context: ILoadOptionsFunctions,
	send: SendRequest,
	templateId: string,
): Promise<ResourceMapperFields> {
	const signal = locatorValue(context.getCurrentNodeParameter('signalId'), 'signalId');
	if (String(signal ?? '').trim() === '') return nothing('Choose a signal first');
	const elements = await fetchSignalForm(send, templateId, locatorId(signal, 'signalId'));
	if (elements.length === 0) return nothing('This signal needs no data');
	return form(
		elements,
		elements.map((element) => fieldFor(elements, element)),
	);
}

async function startFields(
	context: ILoadOptionsFunctions,
	send: SendRequest,
	templateId: string,
): Promise<ResourceMapperFields> {
	const { value } = asObject(context.getCurrentNodeParameter('elements'));
	const { elements } = await fetchStartForm(send, templateId);
	if (elements.length === 0) return nothing('The start form of this template has no fields');
	const fields = await Promise.all(
		elements.map(async (element) => ({
			...fieldFor(elements, element),
			...(await choiceOfMembers(
				send,
				templateId,
				element,
				asObject(value)[toFieldId(element.key)],
			)),
		})),
	);
	return form(elements, fields);
}

const YES_OR_NO = [
	{ name: 'Yes', value: true },
	{ name: 'No', value: false },
];

const fieldFor = (elements: FormElement[], element: FormElement): ResourceMapperField => {
	const kind = valueKind(element.type);
	return {
		id: toFieldId(element.key),
		displayName: markRequired(uniqueLabel(elements, element), element.required),
		required: element.required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		// Without members to choose from, an ID can still be entered.
		type: kind === 'members' ? 'string' : FIELD_TYPES[kind],
		...(kind === 'boolean' && { options: YES_OR_NO }),
	};
};

/**
 * The dropdown of a team_members element; none if the user may not list its members.
 *
 * @param saved what the workflow holds for it
 */
async function choiceOfMembers(
	send: SendRequest,
	templateId: string,
	element: FormElement,
	saved: unknown,
) {
	const { identifier, type } = element;
	if (valueKind(type) !== 'members' || identifier === undefined) return {};
	const members = await fetchMembersIfAllowed(send, templateId, identifier);
	if (members === undefined) return {};
	const options = memberChoices(members, toMemberIds(saved) ?? []);
	return { type: 'options' as const, options };
}
