import { decodeUri } from './convert';

/** Keys that JavaScript objects treat in their own way, so that n8n would lose their values. */
const SPECIAL = new Set(['__proto__', 'constructor', 'prototype']);

/** Quotes and backslashes end the names that n8n's editor gives the fields of a form. */
const UNSAFE = /["\\]/;

/** The ID of a form field in n8n's resource mapper: its key, escaped if n8n could not store it. */
export function toFieldId(key: string): string {
	if (!SPECIAL.has(key) && !UNSAFE.test(key) && !key.startsWith('~')) return key;
	try {
		return `~${encodeURIComponent(key)}`;
	} catch {
		// Half of a surrogate pair cannot be escaped.
		return key;
	}
}

/** The key that a field ID of `toFieldId` stands for. */
export const fromFieldId = (fieldId: string): string =>
	fieldId.startsWith('~') ? (decodeUri(fieldId.slice(1)) ?? fieldId) : fieldId;

const MARK = ' *';

/** The name of a field on the panel. n8n marks required fields only in a mode that enforces them. */
export const markRequired = (label: string, required: boolean): string =>
	required ? `${label}${MARK}` : label;

/** The label that a name of `markRequired` stands for. */
export const unmarkRequired = (marked: string): string =>
	marked.endsWith(MARK) ? marked.slice(0, -MARK.length) : marked;
