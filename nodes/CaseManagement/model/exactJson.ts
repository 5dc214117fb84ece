import { cleanText, quote, unquoted } from './foreignText';
import { parseJson } from './json';
import type { JsonObject } from './json';
import { inputProblem, Problem } from './problem';

/** What cannot be sent as it is, and what to do about it. */
type Fault = [what: string, advice: string];

/** A step to a value, from the outside in: a key of an object, or a place in a list. */
interface Level {
	key?: number | string;
}

/** Parses JSON text that JavaScript can hold, so that what goes out is what was written.
 * @returns the value, or why the text is not JSON
 * @throws Problem (`input`) naming a number that would lose digits, a key that is there twice, and
 * as `rejectLossyValues` */
export function parseExactJson(
	text: string,
	label: string,
): { value: unknown } | { syntaxError: string } {
	const { value, error } = parseJson(text);
	if (error !== undefined) return { syntaxError: error.message };
	rejectLossyText(text, label);
	// All digits are known to be there, also in a number beyond 2^53.
	rejectLossyValues(value, label, Number.isFinite);
	return { value };
}

/** What valid JSON is made of, beside blanks, colons and words; of a text its ends and escapes. */
const TOKEN = /\\.|["{}[\],]|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** Refuses what `JSON.parse` itself would change or drop. */
function rejectLossyText(text: string, label: string): void {
	/** The lists and objects around the token, each with the place or key at hand. */
	const levels: Array<Level & { keys?: Set<string> }> = [];
	let textBegin: number | undefined;
	for (const { 0: token, index } of text.matchAll(TOKEN)) {
		const level = levels.at(-1);
		if (textBegin !== undefined && token === '"') {
			const source = text.slice(textBegin, index + 1);
			textBegin = undefined;
			if (level === undefined || level.key !== undefined) continue;
			const key = JSON.parse(source) as string;
			if (level.keys!.has(key)) throw lossy(label, levels, repeatedKey(key));
			level.keys!.add(key);
			level.key = key;
		} else if (textBegin !== undefined) continue;
		else if (token === '"') textBegin = index;
		else if (token === '{') levels.push({ keys: new Set() });
		else if (token === '[') levels.push({ key: 0 });
		else if (token === '}' || token === ']') levels.pop();
		else if (token === ',')
			level!.key = typeof level!.key === 'number' ? level!.key + 1 : undefined;
		else if (!isExactNumber(token)) throw lossy(label, levels, inexactNumber(token));
	}
}

/** Refuses what JSON would drop or change in a value that an expression made.
 * @param isSafe whether a number has kept its digits
 * @throws Problem (`input`) naming what it is, and where */
export function rejectLossyValues(value: unknown, label: string, isSafe = isSafeNumber): void {
	/** The values around the one at hand, from the outside in, each with its key in its holder. */
	const levels: Array<Level & { part: unknown }> = [];
	try {
		JSON.stringify(value, function (this: JsonObject, key: string, part: unknown) {
			while (levels.length > 0 && levels.at(-1)!.part !== this) levels.pop();
			const place = Array.isArray(this) ? Number(key) : key;
			levels.push({ key: levels.length === 0 ? undefined : place, part });
			const fault =
				faultOf(this[key], part, isSafe) ?? (place === key ? faultOf(key, key, isSafe) : undefined);
			if (fault !== undefined) throw lossy(label, levels, fault);
			return part;
		});
	} catch (error) {
		throw error instanceof Problem ? error : lossy(label, levels, TOO_DEEP);
	}
}

/** @param part what JSON makes of the value: of a date, for one, its text */
function faultOf(value: unknown, part: unknown, isSafe: typeof isSafeNumber): Fault | undefined {
	if (typeof part === 'number' && isSafe(part)) return undefined;
	if (part === null) return value === null ? undefined : INVALID_DATE;
	const source = ArrayBuffer.isView(value) ? value : part;
	const type = Object.prototype.toString.call(source).slice('[object '.length, -1);
	if (['Array', 'Boolean', 'Object'].includes(type)) return undefined;
	if (type === 'Number') return isSafe(Number(part)) ? undefined : inexactNumber(String(part));
	if (type === 'String') return /\p{Surrogate}/u.test(String(part)) ? HALF_CHARACTER : undefined;
	const what = type === 'Undefined' ? 'undefined' : `a value of the type ${unquoted(type)}`;
	return [`${what}, which JSON cannot hold`, CHECK_VALUE];
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

function lossy(label: string, levels: Level[], [what, advice]: Fault): Problem {
	const keys = levels.map(({ key }) => {
		if (typeof key !== 'string') return key === undefined ? '' : `[${key}]`;
		return /^[\p{L}_$][\p{L}\d_$]*$/u.test(key) ? `.${key}` : `[${quote(key)}]`;
	});
	const place = cleanText(keys.join('').replace(/^\./, ''), { maxLength: 200 });
	return inputProblem(`"${label}" contains ${what}${place && ` (at ${place})`}`, advice);
}

const CHECK_VALUE =
	'Text, numbers, lists and plain objects can be sent. An expression that finds nothing gives undefined: check it, write null, or leave the key out.';

const INVALID_DATE: Fault = [
	'an invalid date, which JSON would turn into null',
	'Check where the date comes from, or leave it out.',
];

const HALF_CHARACTER: Fault = [
	'invalid characters, so that the service would get a different text',
	'Enter the text again, or make sure that it is not cut in the middle of a character.',
];

const TOO_DEEP: Fault = [
	'itself, or more levels than JSON can hold',
	'Send only the parts that are needed.',
];

const repeatedKey = (key: string): Fault => [
	`the key ${quote(key)} twice, so that only one value would be sent`,
	'Remove one of them.',
];

const inexactNumber = (number: string): Fault => [
	`the number ${unquoted(number)}, which cannot be sent without losing digits`,
	'If the service accepts text, write the number in double quotes.',
];
