/** What JSON cannot hold is refused before it is sent; all else passes. */
import {
	parseExactJson,
	rejectLossyValues,
} from '../../../nodes/CaseManagement/model/exactJson.ts';

const parse = (text: string) => () => parseExactJson(text, 'Elements (JSON)');

const check = (value: unknown) => () => rejectLossyValues(value, 'Elements (JSON)');

test.each([
	['{"a": 9007199254740993}', '9007199254740993'],
	['[1, [1e400]]', '1e400'],
	['{"\\\\": 9007199254740993}', '9007199254740993'],
])('text %s with a number that loses digits is refused', (text, number) => {
	expect(parse(text)).toThrow(`"Elements (JSON)" contains the number ${number}, which cannot`);
});

test.each([
	'{"a": "9007199254740993"}',
	'{"9007199254740993": 1.5}',
	String.raw`{"a\\": "\" 9007199254740993 \\\" 1e400"}`,
	'[0.1, -0, 1e3, 9007199254740991]',
])('text %s passes as it is', (text) => {
	expect(parse(text)()).toEqual({ value: JSON.parse(text) });
});

test('a text of two million characters is read in no more than a moment', () => {
	const text = JSON.stringify({ a: '\\"'.repeat(500_000), b: [1, 2] });
	expect(parse(text)()).toEqual({ value: JSON.parse(text) });
});

test.each([2 ** 53, -(2 ** 60), 1e300, NaN, Infinity])('the value %p is refused', (value) => {
	for (const holder of [value, [value], { a: [{ b: value }] }]) {
		expect(check(holder)).toThrow(`contains the number ${value}, which cannot`);
	}
});

test('an invalid date is refused, which JSON would turn into null', () => {
	const invalid = new Date('31.12.2026');
	for (const holder of [invalid, [invalid], { a: { b: invalid } }]) {
		expect(check(holder)).toThrow('"Elements (JSON)" contains an invalid date');
	}
});

test.each([[0], [-1.5], [{ a: [new Date(0), null, 'x', true] }], [undefined]])(
	'%p passes',
	(value) => {
		expect(check(value)).not.toThrow();
	},
);
