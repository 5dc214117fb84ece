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
import type { Id } from '../model/identifiers';
import type { SendRequest } from '../transport/send';
import { toMemberChoices } from './choices';
import type { Choice } from './choices';
import { chosenId, editorCall } from './editorCall';

/** How n8n shows a field. What is not known is text, which also takes JSON. A yes or no is a choice
 * rather than a switch: a switch has no state for "not answered", which is not the same as no. */
const FIELD_TYPES: Record<ValueKind, FieldType> = {
	boolean: 'options',
	date: 'dateTime',
	members: 'options',
	number: 'number',
	open: 'string',
	text: 'string',
};

const withoutFields = (notice: string) => ({ fields: [], emptyFieldsNotice: notice });

/** The editor renders a notice as HTML: foreign text in it must not become a picture or a link. */
const escapeHtml = (text: string): string =>
	text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

const CHOOSE_TEMPLATE_FIRST =
	'Choose a template first. If it comes from an expression, execute the previous nodes, then open this node again.';

/** The fields of the form in the panel: the start form of the chosen template, or the data of the
 * chosen signal (getStartDefinition, getSignal). One request, and for a start form one more for
 * each team_members element.
 *
 * n8n's editor shows nothing of an error here. As long as no form is there that an error would
 * leave as it is, the reason takes the place of the fields. */
export async function getFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const forSignal = this.getCurrentNodeParameter('resource') === 'signal';
	try {
		return await editorCall(this, { what: 'Form Elements' }, async (send) => {
			const templateId = chosenId(this, 'templateId');
			if (templateId === undefined) return withoutFields(CHOOSE_TEMPLATE_FIRST);
			return await (forSignal ? signalFields : startFields)(this, send, templateId);
		});
	} catch (error) {
		const { schema } = asObject(this.getCurrentNodeParameter('elements'));
		if (asArray(schema).length > 0) throw new NodeApiError(this.getNode(), error as JsonObject);
		return withoutFields(escapeHtml((error as Error).message));
	}
}

/** A form with fields. Its notice is what n8n shows when the input is mapped automatically, where
 * nobody sees how the fields have to be named. */
function withFields(elements: FormElement[], fields: ResourceMapperField[]): ResourceMapperFields {
	const names = elements.map(({ key, label }) => (key === label ? key : `${key} (${label})`));
	const notice = `Uses the input fields with these names: ${names.join(', ')}`;
	return { fields, emptyFieldsNotice: escapeHtml(notice) };
}

async function signalFields(
	context: ILoadOptionsFunctions,
	send: SendRequest,
	templateId: Id,
): Promise<ResourceMapperFields> {
	const signalId = chosenId(context, 'signalId');
	if (signalId === undefined) return withoutFields('Choose a signal first');
	const elements = await fetchSignalForm(send, templateId, signalId);
	if (elements.length === 0) return withoutFields('This signal needs no data');
	const fields = elements.map((element) => toField(elements, element));
	return withFields(elements, fields);
}

async function startFields(
	context: ILoadOptionsFunctions,
	send: SendRequest,
	templateId: Id,
): Promise<ResourceMapperFields> {
	const { value } = asObject(context.getCurrentNodeParameter('elements'));
	const { elements } = await fetchStartForm(send, templateId);
	if (elements.length === 0) return withoutFields('The start form of this template has no fields');
	const fields = await Promise.all(
		elements.map(async (element) => {
			const saved = asObject(value)[toFieldId(element.key)];
			const choices = await loadMemberChoices(send, templateId, element, saved);
			return toField(elements, element, choices);
		}),
	);
	return withFields(elements, fields);
}

const YES_OR_NO = [
	{ name: 'Yes', value: true },
	{ name: 'No', value: false },
];

/** @param members to choose from; without them an ID can still be entered, which the label says */
const toField = (
	elements: FormElement[],
	element: FormElement,
	members?: Choice[],
): ResourceMapperField => {
	const kind = valueKind(element.type);
	const wantsId = kind === 'members' && members === undefined;
	const label = `${uniqueLabel(elements, element)}${wantsId ? ' (user ID)' : ''}`;
	return {
		id: toFieldId(element.key),
		displayName: markRequired(label, element.required),
		required: element.required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: wantsId ? 'string' : FIELD_TYPES[kind],
		...(kind === 'boolean' && { options: YES_OR_NO }),
		...(members !== undefined && { options: members }),
	};
};

/** Who can be chosen for a team_members element; undefined if the user may not list its members.
 * @param saved what the workflow holds for it */
async function loadMemberChoices(
	send: SendRequest,
	templateId: Id,
	{ identifier, type }: FormElement,
	saved: unknown,
): Promise<Choice[] | undefined> {
	if (valueKind(type) !== 'members' || identifier === undefined) return undefined;
	const members = await fetchMembersIfAllowed(send, templateId, identifier);
	return members && toMemberChoices(members, toMemberIds(saved) ?? []);
}
