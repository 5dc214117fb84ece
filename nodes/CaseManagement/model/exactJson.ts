import { inputProblem } from './problem';

/** A string, or a number, of JSON text; within strings nothing is a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gis;

/**
 * Parses JSON text whose numbers JavaScript can hold: what goes out is then what was written.
 *
 * @param label the field's name, for the message
 * @returns the value, or why the text is no JSON
 * @throws Problem (`input`) naming a number that would lose digits
 */
export function parseExactJson(
	text: string,
	label: string,
): { value: unknown } | { syntaxError: string } {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		return { syntaxError: (error as Error).message };
	}
	for (const [token] of text.matchAll(TOKEN)) {
		if (!token.startsWith('"') && !isExactNumber(token)) throw inexact(token, label);
	}
	return { value };
}

/**
 * Refuses numbers in a value that an expression has made: beyond 2^53 digits may be lost already,
 * and what is not finite would go out as null.
 *
 * @throws Problem (`input`) naming the number
 */
export function rejectInexactNumbers(value: unknown, label: string): void {
	if (typeof value === 'number' && !Number.isSafeInteger(value) && !isFraction(value)) {
		throw inexact(String(value), label);
	}
	if (typeof value !== 'object' || value === null) return;
	for (const part of Object.values(value)) rejectInexactNumbers(part, label);
}

const isFraction = (value: number): boolean => Number.isFinite(value) && !Number.isInteger(value);

/**
 * The entries of a JSON array that is given as text.
 *
 * @returns undefined for any other text
 */
export function jsonList(text: string): unknown[] | undefined {
	if (!/^\s*\[/.test(text)) return undefined;
	try {
		const value = JSON.parse(text) as unknown;
		return Array.isArray(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Whether a number is, when JavaScript writes it, the number that was written. */
export const isExactNumber = (token: string): boolean => {
	const number = Number(token);
	return Number.isFinite(number) && digitsOf(String(number)) === digitsOf(token);
};

/** Sign, digits without zeros at both ends, and the power of ten: the same for `1.50` and `15e-1`. */
function digitsOf(text: string): string {
	const [, sign = '', whole = '', fraction = '', power = '0'] =
		/^\+?(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
	const digits = `${whole}${fraction}`.replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const exponent = Number(power) - fraction.length + (digits.length - significant.length);
	return `${sign}${significant}e${exponent}`;
}

const inexact = (number: string, label: string) =>
	inputProblem(
		`"${label}" holds the number ${number}, which cannot be sent with all its digits`,
		'Write it as text, in double quotes, if the service takes that.',
	);
