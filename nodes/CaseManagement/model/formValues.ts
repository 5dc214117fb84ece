import { toCalendarDay } from './dates';
import { isExactNumber, jsonList, parseExactJson, rejectInexactNumbers } from './exactJson';
import { inputProblem, quote, toJson } from './problem';

/** A field of a start form or of a signal's data. */
export interface FormElement {
	/** The key that the value is sent under: assignedID of a start form, name of a signal's data. */
	key: string;
	label: string;
	/** As the service names it; the interface shows only `date` and `team_members`. */
	type: string;
	required: boolean;
	/** UUID of the element, where the service gives one. */
	identifier?: string;
}

/** A user who can be chosen for a team_members element (listElementMembers). */
export interface Member {
	uuid: string;
	name: string;
	deleted: boolean;
	/** Whether the user has accepted the invitation. */
	accepted: boolean;
	/** Tells users of one name apart, where the service sends it. */
	slug?: string | undefined;
}

/** How the value of a type is written, whatever the service calls the type. */
export type ValueKind = 'boolean' | 'date' | 'members' | 'number' | 'open' | 'text';

/** Common names of types. The interface does not show the full list; an unknown one is `open`. */
const KINDS: Record<string, ValueKind> = {
	boolean: 'boolean',
	bool: 'boolean',
	checkbox: 'boolean',
	date: 'date',
	decimal: 'number',
	email: 'text',
	float: 'number',
	integer: 'number',
	number: 'number',
	string: 'text',
	team_members: 'members',
	text: 'text',
	textarea: 'text',
	url: 'text',
};

/** How values of a type are written; `open` for one that is not known. */
export const valueKind = (type: string): ValueKind =>
	(Object.hasOwn(KINDS, type.toLowerCase()) ? KINDS[type.toLowerCase()] : undefined) ?? 'open';

/** Whether a value counts as not filled in: required is not met by it, and nothing is sent. */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	return Array.isArray(value) && value.every((entry) => !Array.isArray(entry) && isBlank(entry));
}

/**
 * The label as a message names it; two elements of one label are told apart by their keys.
 *
 * @param elements the whole form
 */
export function uniqueLabel(elements: readonly FormElement[], element: FormElement): string {
	const same = elements.filter(({ label }) => label === element.label);
	return same.length > 1 ? `${element.label} (${element.key})` : element.label;
}

/** What the values of a form are converted with. */
export interface FormContext {
	/** IANA name of the workflow's time zone, for dates that are instants. */
	timeZone: string;
	/** Labels of required fields beside the form that are empty, to be named with those of the form. */
	missing?: readonly string[];
	/** Gives the label of a field that the live form has lost, by its key. */
	savedLabel?: (key: string) => string;
}

/**
 * Checks and converts the values of a form before anything is sent.
 *
 * @param elements the live form
 * @param given value by key; blank ones are left out
 * @returns key and value of each filled element, in the order of the form; a list, since a key such
 * as `__proto__` is a key like any other
 * @throws Problem (`input`) naming the fields: a key that the form does not have, required elements
 * without a value, a value of the wrong type
 */
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
	rejectMissing([...missing, ...missingLabels(elements, given)]);
	return elements
		.filter(({ key }) => !isBlank(given.get(key)))
		.map((element) => {
			const label = uniqueLabel(elements, element);
			return [element.key, convert(element, given.get(element.key), label, timeZone)];
		});
}

const missingLabels = (
	elements: readonly FormElement[],
	given: ReadonlyMap<string, unknown>,
): string[] =>
	elements
		.filter(({ key, required }) => required && isBlank(given.get(key)))
		.map((element) => uniqueLabel(elements, element));

/** Names all of them at once, so that nobody has to run a workflow once for each. */
function rejectMissing(labels: string[]): void {
	if (labels.length === 0) return;
	const quoted = labels.map((label) => `"${label}"`).join(', ');
	throw inputProblem(
		labels.length === 1
			? `The field ${quoted} is required, but is empty`
			: `The fields ${quoted} are required, but are empty`,
		'Set a value. If it comes from an expression, check that the expression finds one for this item.',
	);
}

function convert(element: FormElement, value: unknown, label: string, timeZone: string): unknown {
	switch (valueKind(element.type)) {
		case 'boolean':
			return formBoolean(value) ?? refuse(label, value, 'true or false');
		case 'date':
			return toCalendarDay(value, timeZone) ?? refuse(label, value, 'a date such as 2026-03-31');
		case 'members':
			return (
				toMemberIds(value) ?? refuse(label, value, 'the UUID of a team member, or a list of them')
			);
		case 'number':
			return formNumber(value) ?? refuse(label, value, 'a number that can be sent exactly');
		case 'text': {
			const text = formText(value) ?? refuse(label, value, 'text');
			rejectInexactNumbers(value, label);
			return text;
		}
		case 'open':
			if (typeof value === 'string') return jsonOrText(value, label);
			if (toJson(value) === undefined) refuse(label, value, 'a value that can be written as JSON');
			rejectInexactNumbers(value, label);
			return value;
	}
}

function refuse(label: string, value: unknown, wanted: string): never {
	throw inputProblem(
		`The field "${label}" must be ${wanted}, but is ${quote(value)}`,
		'Correct the value, or turn Input Mode to JSON to send values as they are.',
	);
}

function formBoolean(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	if (typeof value !== 'string') return undefined;
	const text = value.trim().toLowerCase();
	return text === 'true' ? true : text === 'false' ? false : undefined;
}

function formNumber(value: unknown): number | undefined {
	if (typeof value !== 'string') {
		// Beyond 2^53 the digits that go out might not be those that were given.
		const isExact =
			Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
		return isExact ? (value as number) : undefined;
	}
	// Number() would take '0x10', 'Infinity' and true as well.
	const text = value.trim();
	return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && isExactNumber(text)
		? Number(text)
		: undefined;
}

function formText(value: unknown): string | undefined {
	// A date of an expression is text as soon as it is sent.
	const sent: unknown = typeof value === 'object' ? JSON.parse(toJson(value) ?? '{}') : value;
	return typeof sent === 'object' ? undefined : String(sent);
}

/**
 * The members that a value names: one UUID, a list of them, such a list as JSON, or several with
 * commas between them.
 *
 * @returns each once; none for a blank value; undefined if it is something else
 */
export function toMemberIds(value: unknown): string[] | undefined {
	if (isBlank(value)) return [];
	const list = typeof value === 'string' ? (jsonList(value) ?? splitAtCommas(value)) : value;
	const entries: unknown[] = Array.isArray(list) ? list : [list];
	const uuids = entries.map((entry) => (typeof entry === 'string' ? entry.trim() : ''));
	return uuids.includes('') ? undefined : [...new Set(uuids)];
}

const splitAtCommas = (text: string): string[] =>
	text.split(',').filter((entry) => entry.trim() !== '');

/** A text that is a JSON object or array as that; any other text as it is. */
function jsonOrText(text: string, label: string): unknown {
	if (!/^\s*[[{]/.test(text)) return text;
	const parsed = parseExactJson(text, label);
	return 'value' in parsed ? parsed.value : text;
}

/**
 * Refuses members that cannot be chosen for an element.
 *
 * A member who has not accepted yet is let through: whether that is enough is for the service to
 * say (listElementMembers does not show it).
 *
 * @param uuids what is to be sent
 * @param members the members that the service lists for the element
 * @throws Problem (`input`) naming the field and the member
 */
export function checkMembers(
	label: string,
	uuids: readonly string[],
	members: readonly Member[],
): void {
	for (const uuid of uuids) {
		const member = members.find((entry) => entry.uuid === uuid);
		if (member === undefined || member.deleted) {
			const who = member === undefined ? quote(uuid) : `${member.name} (${uuid})`;
			const why = member === undefined ? 'is not among its members' : 'is deleted';
			throw inputProblem(
				`The field "${label}" cannot be set to ${who}: the user ${why}`,
				'Choose another member. Template > Get Team Members lists who can be chosen.',
			);
		}
	}
}
