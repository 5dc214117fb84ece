import { CASE_STATUSES, isStatus } from '../model/case';
import { asBoolean, asList, asNumber, asText, isBlank } from '../model/convert';
import { rejectLossyValues } from '../model/exactJson';
import { quote } from '../model/foreignText';
import { inputProblem } from '../model/problem';

// What the panel holds, converted by model/convert.ts; what cannot be is refused by its label.

/** Text of a field, trimmed.
 * @returns undefined if it is blank, so that nothing is sent for it
 * @throws Problem (`input`) if it is an object, an array, or has lost digits or half a character */
export function readText(value: unknown, label: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	const text = typeof value === 'object' ? undefined : asText(value);
	if (text === undefined) {
		throw inputProblem(
			`"${label}" must be text, but is ${quote(value)}`,
			'If it comes from an expression, use the field that contains the text.',
		);
	}
	rejectLossyValues(value, label);
	return text.trim() === '' ? undefined : text.trim();
}

/** A switch; an expression may give it as text.
 * @param ifBlank what an expression that finds nothing stands for: the field's default */
export function readBoolean(value: unknown, label: string, ifBlank: boolean): boolean {
	const isEmpty = !Array.isArray(value) && isBlank(value);
	const converted = isEmpty ? ifBlank : asBoolean(value);
	if (converted !== undefined) return converted;
	throw inputProblem(
		`"${label}" must be true or false, but is ${quote(value)}`,
		'If it comes from an expression, make sure that it returns true or false.',
	);
}

export interface NumberBounds {
	from?: number;
	above?: number;
	upTo?: number;
	whole?: boolean;
	/** What to do, if there is more to say than to check the expression. */
	hint?: string;
}

/** A number of a field.
 * @throws Problem (`input`) that says which numbers are allowed */
export function readNumber(value: unknown, label: string, bounds: NumberBounds): number {
	const { from = -Infinity, above = -Infinity, upTo = Infinity, whole = false, hint } = bounds;
	// A count or a time is not written with an exponent.
	const number = /e/i.test(String(value)) ? undefined : asNumber(value);
	const isAllowed = number !== undefined && number >= from && number > above && number <= upTo;
	if (isAllowed && (!whole || Number.isInteger(number))) return number;
	const range = [
		bounds.from === undefined ? '' : ` of at least ${from}`,
		bounds.above === undefined ? '' : ` above ${above}`,
		bounds.upTo === undefined ? '' : ` and at most ${upTo}`,
	].join('');
	throw inputProblem(
		`"${label}" must be a ${whole ? 'whole ' : ''}number${range}, but is ${quote(value)}`,
		hint ?? 'If it comes from an expression, check that it returns a number for this item.',
	);
}

/** One of a few values. */
export function readChoice<T extends string>(
	value: unknown,
	label: string,
	choices: readonly T[],
): T {
	const found = choices.find((choice) => choice === value);
	if (found !== undefined) return found;
	throw inputProblem(
		`"${label}" does not accept the value ${quote(value)}`,
		`Allowed values: ${choices.filter(Boolean).join(', ')}.`,
	);
}

/** The entries of a field with several values, as `asList`; blank ones are left out. No status and
 * no ID has a comma in it. */
export const readTexts = (value: unknown, label: string): string[] =>
	asList(value).flatMap((entry) => readText(entry, label) ?? []);

/** The status that a text means, in any case; the text itself if it is not one. */
export function toStatus(text: string): string {
	const status = text.toLowerCase();
	return isStatus(status) ? status : text;
}

/** Statuses of a case, as `readTexts`, in any case.
 * @param reported a status that the service itself reports, which then counts as one too */
export function readStatuses(value: unknown, label: string, reported?: unknown): string[] {
	return readTexts(value, label).map((text) => {
		const status = toStatus(text);
		if (isStatus(status) || status === reported) return status;
		throw inputProblem(
			`"${label}" does not accept the status ${quote(text)}`,
			`Allowed values: ${CASE_STATUSES.join(', ')}.`,
		);
	});
}
