import { isDate } from './dates';
import { parseJson } from './json';
import { inputProblem } from './problem';
import type { Problem } from './problem';

/** What tells numbers from text in valid JSON: an escape, the end of a text, a number. */
const TOKEN = /\\.|"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** Parses JSON text whose numbers JavaScript can hold, so that what goes out is what was written.
 * @returns the value, or why the text is not JSON
 * @throws Problem (`input`) naming a number that would lose digits */
export function parseExactJson(
	text: string,
	label: string,
): { value: unknown } | { syntaxError: string } {
	const { value, error } = parseJson(text);
	if (error !== undefined) return { syntaxError: error.message };
	let isInText = false;
	for (const [token] of text.matchAll(TOKEN)) {
		if (token === '"') isInText = !isInText;
		else if (!isInText && !isExactNumber(token)) throw inexactNumber(token, label);
	}
	return { value };
}

/** Refuses what JSON would change in a value that an expression made: numbers beyond 2^53, whose
 * digits may be lost already, numbers that are not finite, and invalid dates.
 * @throws Problem (`input`) naming the number, or the date */
export function rejectLossyValues(value: unknown, label: string): void {
	// Without recursion: a value may be nested as deep as it likes.
	const left: unknown[] = [value];
	while (left.length > 0) {
		const part = left.pop();
		if (typeof part === 'number' && !isSafeNumber(part)) throw inexactNumber(`${part}`, label);
		if (typeof part !== 'object' || part === null) continue;
		if (isDate(part) && Number.isNaN(part.getTime())) throw invalidDate(label);
		for (const inner of Object.values(part)) left.push(inner);
	}
}

/** Whether a number cannot have lost digits. */
export const isSafeNumber = (value: number): boolean =>
	Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);

/** The entries of a JSON array that is given as text; undefined for any other text. */
export function parseJsonList(text: string): unknown[] | undefined {
	const { value } = /^\s*\[/.test(text) ? parseJson(text) : {};
	return Array.isArray(value) ? value : undefined;
}

/** Whether JavaScript writes a number as the number that was written. */
export function isExactNumber(token: string): boolean {
	const number = Number(token);
	return Number.isFinite(number) && significantDigits(String(number)) === significantDigits(token);
}

/** Sign, digits without zeros at both ends, and the power of ten: the same for `1.50` and `15e-1`. */
function significantDigits(text: string): string {
	const [, sign = '', whole = '', fraction = '', power = '0'] =
		/^\+?(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
	const digits = `${whole}${fraction}`.replace(/^0+/, '');
	// A pattern for zeros at the end would begin anew at each zero of a long number.
	let end = digits.length;
	while (digits[end - 1] === '0') end -= 1;
	if (end === 0) return '0';
	const exponent = Number(power) - fraction.length + (digits.length - end);
	return `${sign}${digits.slice(0, end)}e${exponent}`;
}

const invalidDate = (label: string): Problem =>
	inputProblem(
		`"${label}" contains an invalid date`,
		'JSON would turn it into null. Check where the date comes from, or leave it out.',
	);

const inexactNumber = (number: string, label: string): Problem =>
	inputProblem(
		`"${label}" contains the number ${number}, which cannot be sent without losing digits`,
		'If the service accepts text, write the number in double quotes.',
	);
