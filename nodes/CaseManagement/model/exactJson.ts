import { inputProblem } from './problem';

/** Where a number of JSON text begins: at `lastIndex`. */
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;

/** The numbers of valid JSON text as they are written; within strings nothing is a number. */
function* numbersIn(text: string): Generator<string, void> {
	for (let at = 0; at < text.length; at += 1) {
		if (text[at] === '"') {
			at = endOfString(text, at);
			continue;
		}
		NUMBER.lastIndex = at;
		const [number] = NUMBER.exec(text) ?? [];
		if (number === undefined) continue;
		yield number;
		at += number.length - 1;
	}
}

/** The index of the quote that ends a string: one behind an even number of backslashes. */
function endOfString(text: string, begin: number): number {
	for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
		let before = at;
		while (text[before - 1] === '\\') before -= 1;
		if ((at - before) % 2 === 0) return at;
	}
	return text.length;
}

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
	for (const number of numbersIn(text)) {
		if (!isExactNumber(number)) throw inexact(number, label);
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
	// Without recursion: a value may be nested as deep as it likes.
	const left: unknown[] = [value];
	while (left.length > 0) {
		const part = left.pop();
		if (typeof part === 'number' && !Number.isSafeInteger(part) && !isFraction(part)) {
			throw inexact(String(part), label);
		}
		if (typeof part !== 'object' || part === null) continue;
		for (const inner of Object.values(part)) left.push(inner);
	}
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
	// A pattern for zeros at the end would begin anew at each zero of a long number.
	let end = digits.length;
	while (digits[end - 1] === '0') end -= 1;
	const significant = digits.slice(0, end);
	if (significant === '') return '0';
	const exponent = Number(power) - fraction.length + (digits.length - significant.length);
	return `${sign}${significant}e${exponent}`;
}

const inexact = (number: string, label: string) =>
	inputProblem(
		`"${label}" holds the number ${number}, which cannot be sent with all its digits`,
		'Write it as text, in double quotes, if the service takes that.',
	);
