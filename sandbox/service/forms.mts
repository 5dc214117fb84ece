/**
 * Checks what a client sends against a form: the start form of a template, or the data of a
 * signal. Everything here is an assumption; the interface shows no such errors.
 */
import type { Member } from './types.mts';
import { ServiceError } from './handler.mts';
import { isSelectable } from './seedPeople.mts';
import { parseIso } from './clock.mts';

/** What a start element and a signal element have in common. */
export interface FormElement {
	label: string;
	type: string;
	required: boolean;
	/** The key the value is sent under. */
	key: string;
	/** For team_members: who can be chosen. */
	members: readonly Member[];
}

const refuse = (message: string): never => {
	throw new ServiceError(422, message);
};

function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (Array.isArray(value)) return value.length === 0;
	return typeof value === 'string' && value.trim() === '';
}

function checkMembers(element: FormElement, value: unknown): void {
	const isList = Array.isArray(value) && value.every((uuid) => typeof uuid === 'string');
	if (!isList) refuse(`"${element.label}" must be an array of user UUIDs.`);
	for (const uuid of value as string[]) {
		const member = element.members.find((entry) => entry.uuid === uuid);
		if (!member) refuse(`"${element.label}": there is no selectable user ${uuid}.`);
		else if (!isSelectable(member)) {
			refuse(`"${element.label}": the user ${member.uuid} cannot be selected.`);
		}
	}
}

function checkValue(element: FormElement, value: unknown): void {
	const { label, type } = element;
	switch (type) {
		case 'text':
		case 'textarea':
		case 'select':
		case 'options':
		case 'url':
		case 'email':
			if (typeof value !== 'string') refuse(`"${label}" must be a text.`);
			break;
		case 'number':
			if (typeof value !== 'number') refuse(`"${label}" must be a number.`);
			break;
		case 'boolean':
		case 'checkbox':
			if (typeof value !== 'boolean') refuse(`"${label}" must be true or false.`);
			break;
		case 'date':
			if (typeof value !== 'string' || value.length !== 10 || parseIso(value) === null) {
				refuse(`"${label}" must be a date like 2026-01-31.`);
			}
			break;
		case 'team_members':
			checkMembers(element, value);
			break;
		default: // Any value is valid for a type unknown to the sandbox.
	}
}

/**
 * Checks values against a form.
 * @param elements the form
 * @param values the values by key; a list, since `__proto__` is a valid key
 * @throws ServiceError 422: unknown key, required value missing or blank, value of a wrong type,
 * user not selectable
 */
export function checkForm(
	elements: readonly FormElement[],
	values: readonly (readonly [key: string, value: unknown])[],
): void {
	const seen = new Set<string>();
	for (const [key, value] of values) {
		const element = elements.find((entry) => entry.key === key);
		if (!element) {
			refuse(`The form has no element "${key}".`);
			continue;
		}
		if (seen.has(key)) refuse(`The element "${key}" was sent twice.`);
		if (isBlank(value)) continue;
		seen.add(key);
		checkValue(element, value);
	}
	const missing = elements.find(({ required, key }) => required && !seen.has(key));
	if (missing) refuse(`Please fill in "${missing.label}".`);
}
