/** Keys that JavaScript objects treat in their own way, so that n8n would lose their values. */
const SPECIAL = new Set(['__proto__', 'constructor', 'prototype']);

/** Quotes and backslashes end the names that n8n's editor gives the fields of a form. */
const UNSAFE = /["\\]/;

/**
 * The ID of a form field in n8n's resource mapper: the element's key, or an escaped form of a key
 * that n8n could not store.
 */
export function fieldIdOf(key: string): string {
	return SPECIAL.has(key) || UNSAFE.test(key) || key.startsWith('~')
		? `~${encodeURIComponent(key)}`
		: key;
}

/** The key that a field ID of `fieldIdOf` stands for. */
export function keyOf(fieldId: string): string {
	if (!fieldId.startsWith('~')) return fieldId;
	try {
		return decodeURIComponent(fieldId.slice(1));
	} catch {
		return fieldId;
	}
}
