import type { FormElement, Member } from '../model/formValues';
import { asObject, fullName } from '../model/json';
import type { JsonObject } from '../model/json';
import { toSignalElements } from '../model/signal';
import { toDefinitionElements } from '../model/template';
import { toProblem } from './errors';
import { fillPath } from './path';
import { readObject } from './response';
import type { SendRequest } from './send';

/** What a template needs to create a case (getStartDefinition). */
export interface StartForm {
	/** Whether the label of the case has to be given. */
	manualLabel: boolean;
	elements: FormElement[];
}

const stringOr = (value: unknown, fallback = ''): string =>
	typeof value === 'string' ? value : fallback;

/**
 * @param keyName the field that holds the key; an element without it goes by its identifier, and one
 * without either cannot be sent, so it is no field
 */
function toFormElements(elements: JsonObject[], keyName: string): FormElement[] {
	return elements.flatMap((element) => {
		const key = stringOr(element[keyName]) || stringOr(element.identifier);
		if (key === '') return [];
		return {
			key,
			label: stringOr(element.label).trim() || key,
			type: stringOr(element.type),
			required: element.required === true,
			identifier: stringOr(element.identifier) || undefined,
		};
	});
}

/**
 * Reads the start form of a template (getStartDefinition).
 *
 * @throws Problem if the service does not answer with one
 */
export async function fetchStartForm(send: SendRequest, templateId: string): Promise<StartForm> {
	const operationId = 'getStartDefinition';
	return await send(
		{ operationId, path: fillPath(operationId, () => templateId) },
		readObject(operationId, (body, fail) => ({
			manualLabel: body.manual_label === true,
			elements: toFormElements(
				toDefinitionElements(body) ?? fail('definition_elements'),
				'assignedID',
			),
		})),
	);
}

/**
 * Reads the data that a signal needs (getSignal).
 *
 * @throws Problem if the service does not answer with it
 */
export async function fetchSignalForm(
	send: SendRequest,
	templateId: string,
	signalId: string,
): Promise<FormElement[]> {
	const operationId = 'getSignal';
	return await send(
		{
			operationId,
			path: fillPath(operationId, () => signalId),
			query: { template_uuid: templateId },
		},
		readObject(operationId, (body, fail) =>
			toFormElements(toSignalElements(body) ?? fail('submission_elements'), 'name'),
		),
	);
}

/**
 * Reads who can be chosen for a team_members element (listElementMembers).
 *
 * @param elementId identifier of the element
 * @returns all that the service lists, the deleted ones too, so that they can be marked
 * @throws Problem if the service does not answer with a list
 */
export async function fetchMembers(
	send: SendRequest,
	templateId: string,
	elementId: string,
): Promise<Member[]> {
	const operationId = 'listElementMembers';
	const ids: Record<string, string> = { templateId, definitionElementId: elementId };
	return await send(
		{ operationId, path: fillPath(operationId, (name) => ids[name]) },
		readObject(operationId, ({ members }, fail) => {
			if (!Array.isArray(members)) return fail('members');
			return members.map(asObject).flatMap((member) => {
				const uuid = stringOr(member.uuid);
				return uuid === '' ? [] : toMember(uuid, member);
			});
		}),
	);
}

/**
 * As `fetchMembers`, for whoever can do without: the right to list members may be missing where the
 * right to use them is not.
 *
 * @returns undefined if the user may not list them
 */
export async function fetchMembersIfAllowed(
	send: SendRequest,
	templateId: string,
	elementId: string,
): Promise<Member[] | undefined> {
	try {
		return await fetchMembers(send, templateId, elementId);
	} catch (error) {
		const problem = toProblem(error);
		if (problem.status === 403) return undefined;
		throw problem;
	}
}

const toMember = (uuid: string, member: JsonObject): Member => ({
	uuid,
	name: fullName(member) ?? uuid,
	deleted: member.deleted === true,
	slug: stringOr(member.slug) || undefined,
	// Only the value `accepted` is shown; a service that sends none leaves nothing to doubt.
	accepted: member.invitation_status === undefined || member.invitation_status === 'accepted',
});
