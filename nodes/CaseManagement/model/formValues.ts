import { asBoolean, asList, asNumber, asText, isBlank } from './convert';
import { toCalendarDay } from './dates';
import { parseExactJson, rejectLossyValues } from './exactJson';
import { quote } from './foreignText';
import { isUuid } from './identifiers';
import { inputProblem } from './problem';

/** A field of a start form or of a signal's data. */
export interface FormElement {
	/** The key that the value is sent under: assignedID of a start form, name of a signal's data. */
	key: string;
	label: string;
	/** As the service names it; the interface shows only `date` and `team_members`. */
	type: string;
	required: boolean;
	identifier?: string;
}

/** A user who can be chosen for an element (listElementMembers). */
export interface Member {
	uuid: string;
	name: string;
	deleted: boolean;
	accepted: boolean;
	/** Tells users of one name apart, where the service sends it. */
	slug?: string;
}

/** How the value of a type is written, whatever the service calls the type. */
export type ValueKind = 'boolean' | 'date' | 'members' | 'number' | 'open' | 'text';

/** Common names of types. The interface does not show the full list; an unknown one is `open`. */
const KINDS = new Map<string, ValueKind>([
	...['boolean', 'bool', 'checkbox'].map((type) => [type, 'boolean'] as const),
	['date', 'date'],
	['team_members', 'members'],
	...['decimal', 'float', 'integer', 'number'].map((type) => [type, 'number'] as const),
	...['email', 'string', 'text', 'textarea', 'url'].map((type) => [type, 'text'] as const),
]);

export const valueKind = (type: string): ValueKind => KINDS.get(type.toLowerCase()) ?? 'open';

/** The label as a message names it; two elements of one label are told apart by their keys. */
export function uniqueLabel(elements: readonly FormElement[], element: FormElement): string {
	const same = elements.filter(({ label }) => label === element.label);
	return same.length > 1 ? `${element.label} (${element.key})` : element.label;
}

export interface FormContext {
	/** IANA name, for dates that are instants. */
	timeZone: string;
	/** Labels of empty required fields beside the form, to be named with those of the form. */
	missing?: readonly string[];
	/** Gives the label of a field that the live form no longer has, by its key. */
	savedLabel?: (key: string) => string;
}

/** Checks and converts the values of a form before anything is sent.
 * @returns key and value of each filled element, in the order of the form; a list, since a key such
 * as `__proto__` is a key like any other
 * @throws Problem (`input`) naming the fields: a key that the form does not have, required elements
 * without a value, a value of the wrong type */
export function formValues(
	elements: readonly FormElement[],
	given: ReadonlyMap<string, unknown>,
	{ timeZone, missing = [], savedLabel = (key) => key }: FormContext,
): Array<[key: string, value: unknown]> {
	const known = new Set(elements.map(({ key }) => key));
	for (const [key, value] of given) {
		if (!known.has(key) && !isBlank(value)) {
			throw inputProblem(
				`The form has no field "${savedLabel(key)}"`,
				'The form may have changed since this node was set up. Open the node, refresh the list of fields and set the values again.',
			);
		}
	}
	const empty = elements.filter(({ key, required }) => required && isBlank(given.get(key)));
	rejectMissing([...missing, ...empty.map((element) => uniqueLabel(elements, element))]);
	return elements
		.filter(({ key }) => !isBlank(given.get(key)))
		.map((element) => {
			const label = uniqueLabel(elements, element);
			return [element.key, toFormValue(element, given.get(element.key), label, timeZone)];
		});
}

/** Names all at once, so that nobody has to run a workflow once for each. */
function rejectMissing(labels: string[]): void {
	if (labels.length === 0) return;
	const quoted = labels.map((label) => `"${label}"`).join(', ');
	throw inputProblem(
		labels.length === 1
			? `The field ${quoted} is required, but is empty`
			: `The fields ${quoted} are required, but are empty`,
		'Enter a value. If it comes from an expression, check that the expression returns one for this item.',
	);
}

function toFormValue(
	{ type }: FormElement,
	value: unknown,
	label: string,
	timeZone: string,
): unknown {
	const kind = valueKind(type);
	if (kind === 'open') return toOpenValue(value, label);
	const conversions: Record<
		Exclude<ValueKind, 'open'>,
		() => [converted: unknown, wanted: string]
	> = {
		boolean: () => [asBoolean(value), 'true or false'],
		date: () => [toCalendarDay(value, timeZone), 'a date such as 2026-03-31'],
		members: () => [toMemberIds(value), 'the UUID of a team member, or a list of UUIDs'],
		number: () => [asNumber(value), 'a number that can be sent without rounding'],
		text: () => [asText(value), 'text'],
	};
	const [converted, wanted] = conversions[kind]();
	if (converted === undefined) {
		throw inputProblem(
			`The field "${label}" must be ${wanted}, but is ${quote(value)}`,
			'Correct the value, or set Input Mode to JSON to send values unchanged.',
		);
	}
	if (kind === 'text') rejectLossyValues(value, label);
	return converted;
}

/** The UUIDs of members that a value names, as `asList`.
 * @returns each once; none for a blank value; undefined if it is something else */
export function toMemberIds(value: unknown): string[] | undefined {
	if (isBlank(value)) return [];
	const uuids = asList(value).map((entry) => (typeof entry === 'string' ? entry.trim() : ''));
	return uuids.includes('') ? undefined : [...new Set(uuids)];
}

function toOpenValue(value: unknown, label: string): unknown {
	const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
	const parsed = isJson ? parseExactJson(value, label) : {};
	if ('value' in parsed) return parsed.value;
	rejectLossyValues(value, label);
	return value;
}

/** Refuses members that cannot be chosen for an element. A member who has not accepted yet passes:
 * whether that is enough is for the service to say (listElementMembers does not show it).
 * @param members undefined if there is no list of them: then only what cannot be an ID is refused
 * @throws Problem (`input`) naming the field and the member */
export function checkMembers(
	label: string,
	uuids: readonly string[],
	members?: readonly Member[],
): void {
	for (const uuid of uuids) {
		if (members === undefined) {
			if (isUuid(uuid)) continue;
			throw inputProblem(
				`The field "${label}" must be the UUID of a team member, but is ${quote(uuid)}`,
				'Names cannot be looked up here. Template > Get Team Members shows the UUIDs to users who may list the members.',
			);
		}
		const member = members.find((entry) => entry.uuid === uuid);
		if (member === undefined || member.deleted) {
			const who = member === undefined ? quote(uuid) : `${member.name} (${uuid})`;
			const why = member === undefined ? 'is not in its list of members' : 'is deleted';
			throw inputProblem(
				`The field "${label}" cannot be set to ${who}: the user ${why}`,
				'Choose another member. Use Template > Get Team Members to list who can be chosen.',
			);
		}
	}
}
