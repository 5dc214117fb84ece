import type { FormElement, Member } from '../model/formValues';
import { fieldsOf, fullName } from '../model/json';
import type { Fields } from '../model/json';
import { signalElements } from '../model/signal';
import { definitionElements } from '../model/template';
import { missingIn, objectOf } from './response';
import type { JsonObject, Missing } from './response';
import { problemOf } from './errors';
import { fillPath } from './path';
import type { Ask, ServiceCall } from './send';

/** What a template needs to create a case (interface.md, section 2.6). */
export interface StartForm {
	/** Whether the label of the case has to be given. */
	manualLabel: boolean;
	elements: FormElement[];
}

async function read<R>(
	ask: Ask,
	call: Pick<ServiceCall, 'topic' | 'path' | 'query'>,
	take: (answer: JsonObject, missing: Missing) => R,
): Promise<R> {
	const get = { ...call, method: 'GET' } as const;
	return await ask(get, (raw) => take(objectOf(raw, get), missingIn(raw, get)));
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * @param keyName the field that holds the key; an element without it goes by its identifier, and one
 * without either cannot be sent, so it is no field
 */
function asFields(elements: Fields[], keyName: string): FormElement[] {
	return elements.flatMap((element) => {
		const key = text(element[keyName]) || text(element.identifier);
		if (key === '') return [];
		return {
			key,
			label: text(element.label).trim() || key,
			type: text(element.type),
			required: element.required === true,
			identifier: text(element.identifier) || undefined,
		};
	});
}

/**
 * Reads the start form of a template (interface.md, section 4.3, Start Definition).
 *
 * @throws Problem if the service does not answer with one
 */
export async function startForm(ask: Ask, templateId: string): Promise<StartForm> {
	const url = '/process_templates/automation/:templateId/start_definition';
	const call = { topic: 'template.getStartDefinition', path: fillPath(url, () => templateId) };
	return await read(ask, call, (answer, missing) => ({
		manualLabel: answer.manual_label === true,
		elements: asFields(definitionElements(answer) ?? missing('definition_elements'), 'assignedID'),
	}));
}

/**
 * Reads the data that a signal needs (interface.md, section 4.4, Show).
 *
 * @throws Problem if the service does not answer with it
 */
export async function signalForm(
	ask: Ask,
	templateId: string,
	signalId: string,
): Promise<FormElement[]> {
	const call = {
		topic: 'signal.get',
		path: fillPath('/signals/:signalId', () => signalId),
		query: { template_uuid: templateId },
	};
	return await read(ask, call, (answer, missing) =>
		asFields(signalElements(answer) ?? missing('submission_elements'), 'name'),
	);
}

/**
 * Reads who can be chosen for a team_members element (interface.md, section 4.3, Team Members).
 *
 * @param elementId identifier of the element
 * @returns all that the service lists, the deleted ones too, so that they can be marked
 * @throws Problem if the service does not answer with a list
 */
export async function elementMembers(
	ask: Ask,
	templateId: string,
	elementId: string,
): Promise<Member[]> {
	const ids: Record<string, string> = { templateId, definitionElementId: elementId };
	const url =
		'/process_templates/automation/:templateId/definition_element/:definitionElementId/members';
	const call = { topic: 'template.getTeamMembers', path: fillPath(url, (name) => ids[name]) };
	return await read(ask, call, ({ members }, missing) => {
		if (!Array.isArray(members)) return missing('members');
		return members.map(fieldsOf).flatMap((member) => {
			const uuid = text(member.uuid);
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
export async function membersIfAllowed(
	ask: Ask,
	templateId: string,
	elementId: string,
): Promise<Member[] | undefined> {
	try {
		return await elementMembers(ask, templateId, elementId);
	} catch (error) {
		const problem = problemOf(error);
		if (problem.status === 403) return undefined;
		throw problem;
	}
}

const memberOf = (uuid: string, member: Fields): Member => ({
	uuid,
	name: fullName(member) ?? uuid,
	deleted: member.deleted === true,
	// Only the value `accepted` is shown; a service that sends none leaves nothing to doubt.
	accepted: member.invitation_status === undefined || member.invitation_status === 'accepted',
});
