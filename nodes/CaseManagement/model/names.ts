/**
 * A name as it is compared where one case is meant: without blanks around it, composed and decomposed
 * letters alike, with regard to case.
 */
export const comparableName = (name: string): string => name.trim().normalize('NFC');

/** Text as a search compares it: composed and decomposed letters are the same, case does not matter. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** Whether a name, as the service sent it, holds a text, compared as a search does. */
export const nameContains = (name: unknown, text: string): boolean =>
	typeof name === 'string' && folded(name).includes(folded(text));

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
	return /^#?\s*0*(\d+)$/.exec(value.trim())?.[1];
}
