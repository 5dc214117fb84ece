import { CASE_STATUSES } from '../model/caseStatus';
import { inputProblem, quote } from '../model/problem';
import { jsonList, rejectInexactNumbers } from '../model/exactJson';

/**
 * Text of a field, trimmed.
 *
 * @returns undefined if it is blank, so that nothing is sent for it
 * @throws Problem (`input`) if it is an object, an array, or a number that has lost digits
 */
export function toText(value: unknown, label: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'object') {
		throw inputProblem(
			`"${label}" must be text, but is ${quote(value)}`,
			'If it comes from an expression, pick the field that holds the text.',
		);
	}
	if (typeof value === 'number') rejectInexactNumbers(value, label);
	const text = String(value).trim();
	return text === '' ? undefined : text;
}

/**
 * A switch; an expression may give it as text.
 *
 * @param ifBlank what an expression that finds nothing stands for: the field's default
 * @throws Problem (`input`) for what is neither yes nor no
 */
export function toBoolean(value: unknown, label: string, ifBlank: boolean): boolean {
	if (typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === undefined || text === null || text === '') return ifBlank;
	if (text === 'true' || text === 'false') return text === 'true';
	throw inputProblem(
		`"${label}" must be true or false, but is ${quote(value)}`,
		'If it comes from an expression, let it give true or false.',
	);
}

/** What a number must keep to. */
export interface NumberBounds {
	from?: number;
	above?: number;
	upTo?: number;
	whole?: boolean;
	/** What to do, if there is more to say than to look at the expression. */
	hint?: string;
}

/** A number, also as text that is nothing but a number, as a webhook or a model gives it. */
const asNumber = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(value)
		? Number(value)
		: value;

/**
 * A number of a field.
 *
 * @throws Problem (`input`) that says which numbers are allowed
 */
export function toNumber(value: unknown, label: string, bounds: NumberBounds): number {
	const { from = -Infinity, above = -Infinity, upTo = Infinity, whole = false } = bounds;
	const number = asNumber(value);
	if (
		typeof number !== 'number' ||
		!Number.isFinite(number) ||
		number < from ||
		number <= above ||
		number > upTo ||
		(whole && !Number.isInteger(number))
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
	return number;
}

/** As `ItemParameters.choice`, for a field of a collection. */
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
 * The entries of a field with several values: a list of texts, such a list as JSON, or one text in
 * which commas stand between several. No status and no ID has a comma in it.
 *
 * @throws Problem (`input`) if an entry is no text
 */
export function toTexts(value: unknown, label: string): string[] {
	const list = typeof value === 'string' ? (jsonList(value) ?? value.split(',')) : value;
	const entries: unknown[] = Array.isArray(list) ? list : [list];
	return entries
		.map((entry) => toText(entry, label))
		.filter((entry): entry is string => entry !== undefined);
}

/** The status that a text means, without regard to case; the text itself if it is none. */
export function asStatus(text: string): string {
	const status = text.toLowerCase();
	return isStatus(status) ? status : text;
}

const isStatus = (text: string): boolean => CASE_STATUSES.some((status) => status === text);

/**
 * Statuses of a case, as `toTexts`, without regard to case, also by the labels of the panel.
 *
 * @param reported a status that the service itself reports, which then counts as one too
 * @throws Problem (`input`) for what is no status
 */
export function toStatuses(value: unknown, label: string, reported?: unknown): string[] {
	return toTexts(value, label).map((text) => {
		const status = asStatus(text);
		if (isStatus(status) || status === reported) return status;
		throw inputProblem(
			`"${label}" has no status ${quote(text)}`,
			`It can be ${CASE_STATUSES.join(', ')}.`,
		);
	});
}
