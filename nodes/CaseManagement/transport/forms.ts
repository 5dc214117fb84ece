import type { FormElement, Member } from '../model/formValues';
import { asObject, fullName } from '../model/json';
import type { JsonObject } from '../model/json';
import { toSignalElements } from '../model/signal';
import { toDefinitionElements } from '../model/template';
import { missingFieldError, responseObject } from './response';
import type { FailMissingField } from './response';
import { toProblem } from './errors';
import { fillPath } from './path';
import type { SendRequest, ServiceRequest } from './send';

/** What a template needs to create a case (interface.md, section 2.6). */
export interface StartForm {
	/** Whether the label of the case has to be given. */
	manualLabel: boolean;
	elements: FormElement[];
}

async function getJson<R>(
	ask: SendRequest,
	call: Pick<ServiceRequest, 'topic' | 'path' | 'query'>,
	take: (answer: JsonObject, missing: FailMissingField) => R,
): Promise<R> {
	const get = { ...call, method: 'GET' } as const;
	return await ask(get, (raw) => take(responseObject(raw, get), missingFieldError(raw, get)));
}

const stringOr = (value: unknown): string => (typeof value === 'string' ? value : '');

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
 * Reads the start form of a template (interface.md, section 4.3, Start Definition).
 *
 * @throws Problem if the service does not answer with one
 */
export async function fetchStartForm(ask: SendRequest, templateId: string): Promise<StartForm> {
	const url = '/process_templates/automation/:templateId/start_definition';
	const call = { topic: 'template.getStartDefinition', path: fillPath(url, () => templateId) };
	return await getJson(ask, call, (answer, missing) => ({
		manualLabel: answer.manual_label === true,
		elements: toFormElements(
			toDefinitionElements(answer) ?? missing('definition_elements'),
			'assignedID',
		),
	}));
}

/**
 * Reads the data that a signal needs (interface.md, section 4.4, Show).
 *
 * @throws Problem if the service does not answer with it
 */
export async function fetchSignalForm(
	ask: SendRequest,
	templateId: string,
	signalId: string,
): Promise<FormElement[]> {
	const call = {
		topic: 'signal.get',
		path: fillPath('/signals/:signalId', () => signalId),
		query: { template_uuid: templateId },
	};
	return await getJson(ask, call, (answer, missing) =>
		toFormElements(toSignalElements(answer) ?? missing('submission_elements'), 'name'),
	);
}

/**
 * Reads who can be chosen for a team_members element (interface.md, section 4.3, Team Members).
 *
 * @param elementId identifier of the element
 * @returns all that the service lists, the deleted ones too, so that they can be marked
 * @throws Problem if the service does not answer with a list
 */
export async function fetchMembers(
	ask: SendRequest,
	templateId: string,
	elementId: string,
): Promise<Member[]> {
	const ids: Record<string, string> = { templateId, definitionElementId: elementId };
	const url =
		'/process_templates/automation/:templateId/definition_element/:definitionElementId/members';
	const call = { topic: 'template.getTeamMembers', path: fillPath(url, (name) => ids[name]) };
	return await getJson(ask, call, ({ members }, missing) => {
		if (!Array.isArray(members)) return missing('members');
		return members.map(asObject).flatMap((member) => {
			const uuid = stringOr(member.uuid);
			return uuid === '' ? [] : memberOf(uuid, member);
		});
	});
}

/**
 * As `elementMembers`, for whoever can do without: the right to list members may be missing where
 * the right to use them is not.
 *
 * @returns undefined if the user may not list them
 */
export async function fetchMembersIfAllowed(
	ask: SendRequest,
	templateId: string,
	elementId: string,
): Promise<Member[] | undefined> {
	try {
		return await fetchMembers(ask, templateId, elementId);
	} catch (error) {
		const problem = toProblem(error);
		if (problem.status === 403) return undefined;
		throw problem;
	}
}

const memberOf = (uuid: string, member: JsonObject): Member => ({
	uuid,
	name: fullName(member) ?? uuid,
	deleted: member.deleted === true,
	// Only the value `accepted` is shown; a service that sends none leaves nothing to doubt.
	accepted: member.invitation_status === undefined || member.invitation_status === 'accepted',
});
