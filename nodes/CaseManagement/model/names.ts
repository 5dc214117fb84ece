/**
 * A name as it is compared where one case is meant: without blanks around it, composed and decomposed
 * letters alike, with regard to case.
 */
export const comparableName = (name: string): string => name.trim().normalize('NFC');

/**
 * Text as a search compares it: composed and decomposed letters are the same, case does not matter.
 * Upper case is the same for a final sigma and any other, and for a sharp s and two of them.
 */
export const folded = (text: string): string => text.normalize('NFC').toUpperCase();

/**
 * Whether a name, as the service sent it, holds a text, compared as a search does.
 *
 * @param part as `folded` gives it, so that a long list folds it once
 */
export const nameContains = (name: unknown, part: string): boolean =>
	typeof name === 'string' && folded(name).includes(part);

/** A name as the service sent it, as text; undefined if it is none. One of digits may be a number. */
export const nameText = (name: unknown): string | undefined =>
	typeof name === 'string' || Number.isFinite(name) ? String(name) : undefined;

/** Longest text that is looked at as a number: no service counts as far. */
const LONGEST_NUMBER = 100;

/**
 * A running number (sequential_id) as it is compared: `#62`, `62` and 62 are one.
 *
 * @param value as a person wrote it, or as the service sent it
 * @returns its digits; undefined for what is no such number
 */
export function comparableNumber(value: unknown): string | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value >= 0 ? `${value}` : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (text.length > LONGEST_NUMBER) return undefined;
	return /^#?\s*(\d+)$/.exec(text)?.[1]?.replace(/^0+(?=\d)/, '');
}
