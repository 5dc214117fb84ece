import { inputProblem, quote } from '../model/problem';

/**
 * Text of a field, trimmed.
 *
 * @returns undefined if it is blank, so that nothing is sent for it
 * @throws Problem (`input`) if it is an object or an array
 */
export function toText(value: unknown, label: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'object') {
		throw inputProblem(
			`"${label}" must be text, but is ${quote(value)}`,
			'If it comes from an expression, pick the field that holds the text.',
		);
	}
	const text = String(value).trim();
	return text === '' ? undefined : text;
}

/** Whether a switch is on; an expression may give it as text. */
export const toBoolean = (value: unknown): boolean =>
	value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');

/** What a number must keep to. */
export interface NumberBounds {
	from?: number;
	above?: number;
	upTo?: number;
	whole?: boolean;
	/** What to do, if there is more to say than to look at the expression. */
	hint?: string;
}

/**
 * A number of a field.
 *
 * @throws Problem (`input`) that says which numbers are allowed
 */
export function toNumber(value: unknown, label: string, bounds: NumberBounds): number {
	const { from = -Infinity, above = -Infinity, upTo = Infinity, whole = false } = bounds;
	if (
		typeof value !== 'number' ||
		!Number.isFinite(value) ||
		value < from ||
		value <= above ||
		value > upTo ||
		(whole && !Number.isInteger(value))
	) {
		const range = [
			bounds.from === undefined ? '' : ` from ${from}`,
			bounds.above === undefined ? '' : ` above ${above}`,
			bounds.upTo === undefined ? '' : ` up to ${upTo}`,
		].join('');
		throw inputProblem(
			`"${label}" must be a ${whole ? 'whole ' : ''}number${range}, but is ${quote(value)}`,
			bounds.hint ?? 'If it comes from an expression, check that it finds a number for this item.',
		);
	}
	return value;
}

/** As `Parameters.choice`, for a field of a collection. */
export function toChoice<T extends string>(
	value: unknown,
	label: string,
	choices: readonly T[],
): T {
	const found = choices.find((choice) => choice === value);
	if (found === undefined) {
		throw inputProblem(
			`"${label}" has no option ${quote(value)}`,
			`It can be ${choices.join(', ')}.`,
		);
	}
	return found;
}

/**
 * The entries of a field with several values: a list of texts, or one text from an expression, in
 * which commas stand between several. No status and no ID has a comma in it.
 *
 * @throws Problem (`input`) if an entry is no text
 */
export function toTexts(value: unknown, label: string): string[] {
	const list: unknown = typeof value === 'string' ? value.split(',') : value;
	const entries: unknown[] = Array.isArray(list) ? list : [list];
	return entries
		.map((entry) => toText(entry, label))
		.filter((entry): entry is string => entry !== undefined);
}
