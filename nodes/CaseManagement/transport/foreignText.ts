import type { Redactor } from './redaction';

/** Longest foreign text in a message, in characters: an error must not carry a whole page. */
const MAX_LENGTH = 1000;

/** Longest text that is redacted before it is cut down; bounds the cost of it. */
const MAX_REDACTED_LENGTH = 100_000;

/** Line breaks, escapes and marks of direction: in a log they would forge lines and colors. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Text of the service or of the HTTP client as a message may quote it: without secrets, on one line,
 * not too long. Every foreign text goes through here.
 *
 * @param maxLength in characters
 */
export function quoteForeign(text: string, redactor: Redactor, maxLength = MAX_LENGTH): string {
	// Redacted before it is cut: the cut could go through a secret.
	const plain = redactor.text(text.slice(0, MAX_REDACTED_LENGTH)).replace(CONTROLS, ' ').trim();
	if (plain.length <= maxLength) return plain;
	// Not between the halves of one character.
	return `${plain.slice(0, maxLength - 3).replace(/[\uD800-\uDBFF]$/, '')}...`;
}
