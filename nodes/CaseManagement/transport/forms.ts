import { cleanText } from '../model/foreignText';
import type { FormElement, Member } from '../model/formValues';
import { parseId } from '../model/identifiers';
import type { Id } from '../model/identifiers';
import { asObject, fullName } from '../model/json';
import type { JsonObject } from '../model/json';
import { toDefinitionElements, toSignalElements } from '../model/template';
import { fetchObject } from './cases';
import { toProblem } from './errors';
import type { SendRequest } from './send';

/** What a template needs to create a case (getStartDefinition). */
export interface StartForm {
	manualLabel: boolean;
	elements: FormElement[];
}

const asString = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @param keyName the field that contains the key. An element without it goes by its identifier;
 * one without either cannot be sent, so it is not a field */
function toFormElements(keyName: string, elements: JsonObject[]): FormElement[] {
	return elements.flatMap((element) => {
		const key = asString(element[keyName]) || asString(element.identifier);
		if (key === '') return [];
		return {
			key,
			label: cleanText(asString(element.label)) || key,
			type: asString(element.type),
			required: element.required === true,
			identifier: asString(element.identifier) || undefined,
		};
	});
}

/** Reads the start form of a template (getStartDefinition). */
export const fetchStartForm = async (send: SendRequest, templateId: Id): Promise<StartForm> =>
	await fetchObject(send, 'getStartDefinition', { ids: { templateId } }, (body, fail) => {
		const elements = toDefinitionElements(body) ?? fail('definition_elements');
		return {
			manualLabel: body.manual_label === true,
			elements: toFormElements('assignedID', elements),
		};
	});

/** Reads the data that a signal needs (getSignal). */
export const fetchSignalForm = async (
	send: SendRequest,
	templateId: Id,
	signalId: Id,
): Promise<FormElement[]> => {
	const parts = { ids: { signalId }, query: { template_uuid: templateId } };
	return await fetchObject(send, 'getSignal', parts, (body, fail) =>
		toFormElements('name', toSignalElements(body) ?? fail('submission_elements')),
	);
};

/** Reads who can be chosen for a team_members element (listElementMembers).
 * @returns all that the service lists, also deleted ones, so that they can be marked */
export const fetchMembers = async (
	send: SendRequest,
	templateId: Id,
	elementId: string,
): Promise<Member[]> => {
	const ids = { templateId, definitionElementId: parseId(elementId, 'definitionElementId') };
	return await fetchObject(send, 'listElementMembers', { ids }, ({ members }, fail) => {
		if (!Array.isArray(members)) return fail('members');
		return members.map(asObject).flatMap((member) => {
			const uuid = asString(member.uuid);
			return uuid === '' ? [] : toMember(uuid, member);
		});
	});
};

/** As `fetchMembers`, for callers that can do without: the right to list members may be missing
 * where the right to use them is not.
 * @returns undefined if the user may not list them */
export async function fetchMembersIfAllowed(
	send: SendRequest,
	templateId: Id,
	elementId: string,
): Promise<Member[] | undefined> {
	return await fetchMembers(send, templateId, elementId).catch((error: unknown) => {
		const problem = toProblem(error);
		if (problem.status === 403) return undefined;
		throw problem;
	});
}

const toMember = (uuid: string, member: JsonObject): Member => ({
	uuid,
	name: cleanText(fullName(member) ?? uuid),
	deleted: member.deleted === true,
	slug: asString(member.slug) || undefined,
	// Only the value `accepted` is shown; a service that sends none leaves nothing to doubt.
	accepted: member.invitation_status === undefined || member.invitation_status === 'accepted',
});
