/** Keys that JavaScript objects treat in their own way, so that n8n would lose their values. */
const SPECIAL = new Set(['__proto__', 'constructor', 'prototype']);

/** Quotes and backslashes end the names that n8n's editor gives the fields of a form. */
const UNSAFE = /["\\]/;

/**
 * The ID of a form field in n8n's resource mapper: the element's key, or an escaped form of a key
 * that n8n could not store.
 */
export function toFieldId(key: string): string {
	if (!SPECIAL.has(key) && !UNSAFE.test(key) && !key.startsWith('~')) return key;
	try {
		return `~${encodeURIComponent(key)}`;
	} catch {
		// Half of a surrogate pair cannot be escaped.
		return key;
	}
}

/** The key that a field ID of `fieldIdOf` stands for. */
export function fromFieldId(fieldId: string): string {
	if (!fieldId.startsWith('~')) return fieldId;
	try {
		return decodeURIComponent(fieldId.slice(1));
	} catch {
		return fieldId;
	}
}

const MARK = ' *';

/**
 * The name of a field on the panel. A required one is marked in its name: n8n marks required fields
 * only in a mode in which it insists on them by itself.
 */
export const markRequired = (label: string, required: boolean): string =>
	required ? `${label}${MARK}` : label;

/** The label that a name of `shownLabel` stands for. */
export const unmarkRequired = (shown: string): string =>
	shown.endsWith(MARK) ? shown.slice(0, -MARK.length) : shown;
