import { isExactNumber, isSafeNumber, parseJsonList } from './exactJson';
import { toJson } from './json';

// One converter for each kind of value, whether a panel, an expression, a form, a webhook or a model
// gives it. Each returns undefined for what is not of its kind; the caller says so by the label.

/** Characters that cannot be seen, such as a zero-width space. */
const UNSEEN = /\p{Cf}/gu;

/** What an expression leaves behind that found nothing, also when it is part of a text. */
const LEFTOVERS = new Set(['', 'null', 'undefined', 'NaN', '[object Object]']);

/** Whether a value is empty, or what an expression leaves behind that found nothing. */
export const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && LEFTOVERS.has(value.replace(UNSEEN, '').trim()));

/** Whether a value counts as not filled in: blank text, or a list of nothing but blanks. */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	return Array.isArray(value) && value.every((entry) => !Array.isArray(entry) && isBlank(entry));
}

/** Text without its URI escapes; undefined if they are broken. */
export function decodeUri(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/** Text. A date becomes text as it does in JSON; other objects and lists are not text. */
export function asText(value: unknown): string | undefined {
	const sent: unknown = typeof value === 'object' ? JSON.parse(toJson(value) ?? '{}') : value;
	return typeof sent === 'object' ? undefined : String(sent);
}

/** A yes or no, also as text. */
export function asBoolean(value: unknown): boolean | undefined {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === true || text === 'true') return true;
	return text === false || text === 'false' ? false : undefined;
}

/** A number that JavaScript holds to the digit, also as text that is nothing but a number. */
export function asNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return isSafeNumber(value) ? value : undefined;
	// Number() would take '0x10', 'Infinity' and true as well.
	const text = typeof value === 'string' ? value.trim() : '';
	const isNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && isExactNumber(text);
	return isNumber ? Number(text) : undefined;
}

/** The entries of a list, of a list as JSON text, or of a text with commas between several. */
export function asList(value: unknown): unknown[] {
	if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
	return parseJsonList(value) ?? value.split(',').filter((entry) => entry.trim() !== '');
}
