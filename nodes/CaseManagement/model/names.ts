/** Marks in a row that no text has. To compose them takes the square of their number. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

const compose = (text: string): string =>
	TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC');

/** A name as it is compared where one case is meant: trimmed, composed and decomposed letters
 * alike, case-sensitive. */
export const comparableName = (name: string): string => compose(name.trim());

/** Text as a search compares it: composed and decomposed letters alike, not case-sensitive. Upper
 * case is the same for a final sigma and any other, and for a sharp s and two of them. */
export const foldText = (text: string): string => compose(text).toUpperCase();

/** Whether a name, as the service sent it, contains a text, compared as a search does.
 * @param part as `foldText` gives it, so that a long list folds it once */
export const isNameMatch = (name: unknown, part: string): boolean =>
	typeof name === 'string' && foldText(name).includes(part);

/** A name as the service sent it, as it is compared; undefined if it is none. A number may be one. */
export function nameText(name: unknown): string | undefined {
	const isName = typeof name === 'string' || Number.isFinite(name);
	return isName ? comparableName(String(name)) || undefined : undefined;
}

/** Longest text that can be a running number, in characters. */
const MAX_NUMBER_LENGTH = 100;

/** A running number (sequential_id) as it is compared: `#62`, `62` and 62 are one.
 * @returns its digits; undefined for what is not such a number */
export function comparableNumber(value: unknown): string | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value >= 0 ? `${value}` : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (text.length > MAX_NUMBER_LENGTH) return undefined;
	return /^#?\s*(\d+)$/.exec(text)?.[1]?.replace(/^0+(?=\d)/, '');
}
