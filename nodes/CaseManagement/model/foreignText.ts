import { toJson } from './json';

/** Longest text of others in a message, in characters: an error must not carry a whole page. */
const MAX_TEXT_LENGTH = 1000;

/** Longest text that is redacted before it is cut; bounds the cost. */
const MAX_REDACTED_LENGTH = 100_000;

const MAX_VALUE_LENGTH = 80;

/** White space, and what would forge lines and colors in a log: escapes, marks of direction. */
const UNPRINTED = /[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

interface CleaningRules {
	redact?: (text: string) => string;
	maxLength?: number;
}

/** Text of the service, of the HTTP client or of a user, fit for a message: without secrets, on one
 * line, not too long. Every text of others goes through here. */
export function cleanText(text: string, rules: CleaningRules = {}): string {
	const { redact = (plain: string) => plain, maxLength = MAX_TEXT_LENGTH } = rules;
	// Redacted before it is cut: the cut could go through a secret.
	const plain = redact(text.slice(0, MAX_REDACTED_LENGTH)).replace(UNPRINTED, ' ').trim();
	if (plain.length <= maxLength) return plain;
	// Not between the halves of one character.
	return `${plain.slice(0, maxLength - 3).replace(/[\uD800-\uDBFF]$/, '')}...`;
}

/** A value in a message: short, on one line, text in quotation marks, never `[object Object]`. */
export function quote(value: unknown): string {
	if (value === undefined) return 'nothing';
	// Deep lists, or an object that contains itself, have no text of their own either.
	const shown = typeof value === 'object' ? 'a value that is too deep to show' : String(value);
	const text = typeof value === 'string' ? `"${value}"` : (toJson(value) ?? shown);
	return cleanText(text, { maxLength: MAX_VALUE_LENGTH });
}

/** A sentence without its end, so that something can follow it. The pattern looks at a run of blanks
 * only once, from its beginning. */
export const withoutStop = (sentence: string): string => sentence.replace(/(?<![.\s])[.\s]+$/, '');

/** As `quote`, without quotation marks. */
export const unquoted = (value: unknown): string => quote(value).replace(/^"|"$/g, '');
