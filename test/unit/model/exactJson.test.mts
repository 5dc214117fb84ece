/** What JSON cannot hold is refused before it is sent; all else passes. */
import { DateTime } from 'luxon';

import {
	parseExactJson,
	rejectLossyValues,
} from '../../../nodes/CaseManagement/model/exactJson.ts';
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';

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

test('a key that is there twice is refused, however it is written', () => {
	expect(parse(String.raw`{"a": 1, "\u0061": 2}`)).toThrow(
		'"Elements (JSON)" contains the key "a" twice, so that only one value would be sent',
	);
	expect(parse('{"b": [0, {"__proto__": 1, "c": {"a": 1}, "__proto__": 2}]}')).toThrow(
		'contains the key "__proto__" twice, so that only one value would be sent (at b[1])',
	);
	const text = '{"a": {"a": ["a", "a"]}, "b": [{"a": 1}, {"a": 2}], "": {}, "c": "a", "d": "a"}';
	expect(parse(text)()).toEqual({ value: JSON.parse(text) });
});

test('a place in text is named by its keys', () => {
	expect(parse('{"items": [{}, [], {"x": "y", "amount": 1e400}]}')).toThrow('(at items[2].amount)');
	expect(parse('[1, {"a b": {"ä": [[], [9007199254740993]]}}]')).toThrow('(at [1]["a b"].ä[1][0])');
	expect(parse(`{"${'k'.repeat(500)}": 1e400}`)).toThrow(/\(at k{190,}\.\.\.\)$/);
});

test.each([2 ** 53, -(2 ** 60), 1e300, NaN, Infinity])('the value %p is refused', (value) => {
	expect(check(value)).toThrow(`contains the number ${value}, which cannot`);
	expect(check([value])).toThrow('which cannot be sent without losing digits (at [0])');
	expect(check({ a: [0, { b: value }] })).toThrow('without losing digits (at a[1].b)');
});

const circular = {};
Object.assign(circular, { a: circular });

const deep = (levels: number): unknown => {
	let value: unknown = [];
	for (let level = 0; level < levels; level += 1) value = [value];
	return value;
};

class Account {
	toJSON(): unknown {
		return { balance: NaN };
	}
}

/** What JSON drops, changes or cannot write, and the words for it. */
const LOSSY: Array<[value: unknown, words: string]> = [
	[undefined, 'undefined, which JSON cannot hold'],
	[() => 1, 'a value of the type Function'],
	[Symbol('x'), 'a value of the type Symbol'],
	[new Map([[1, 2]]), 'a value of the type Map'],
	[new Set([1]), 'a value of the type Set'],
	[/x/, 'a value of the type RegExp'],
	[new Error('x'), 'a value of the type Error'],
	[Promise.resolve(1), 'a value of the type Promise'],
	[new Uint8Array(2), 'a value of the type Uint8Array'],
	[Buffer.from('x'), 'a value of the type Uint8Array'],
	[new ArrayBuffer(2), 'a value of the type ArrayBuffer'],
	[new URLSearchParams('a=1'), 'a value of the type URLSearchParams'],
	[new Number(NaN), 'the number NaN'],
	[new String('\ud83d'), 'invalid characters, so that the service would get a different text'],
	['PO \ud83d', 'invalid characters'],
	[new Date('31.12.2026'), 'an invalid date, which JSON would turn into null'],
	[DateTime.fromISO('31.12.2026'), 'an invalid date'],
	[{ toJSON: () => undefined }, 'undefined, which JSON cannot hold'],
];

test.each(LOSSY)('%p is refused, wherever it is', (value, words) => {
	for (const [holder, place] of [
		[{ value }, 'value'],
		[[0, value], '[1]'],
		[{ items: [{}, { rest: [value] }] }, 'items[1].rest[0]'],
	] as const) {
		expect(check(holder)).toThrow(
			expect.objectContaining({ message: expect.stringMatching(/^"Elements \(JSON\)" contains /) }),
		);
		expect(check(holder)).toThrow(words);
		expect(check(holder)).toThrow(`(at ${place})`);
	}
});

test('so are a key with half a character, a gap in a list, and what an object says of itself', () => {
	expect(check({ a: { 'x\ud83d': 1 } })).toThrow('contains invalid characters');
	expect(parse(String.raw`{"a": ["\ud83d"]}`)).toThrow('(at a[0])');
	// Read at its first gap: the whole would take long.
	expect(check({ a: new Array(10 ** 6) })).toThrow('contains undefined, which JSON cannot hold');
	expect(check([new Account()])).toThrow('the number NaN, which cannot');
	expect(check([new Account()])).toThrow('(at [0].balance)');
});

test('so are what contains itself, what is nested too deeply, and what fails when it is read', () => {
	expect(check({ x: [circular] })).toThrow(
		'contains itself, or more levels than JSON can hold (at x[0].a)',
	);
	expect(check(deep(100_000))).toThrow(
		'contains itself, or more levels than JSON can hold (at [0][0]',
	);
	expect(parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toThrow(
		'more levels than JSON can hold',
	);
	const failing = {
		toJSON: () => {
			throw new Error('No.');
		},
	};
	expect(check({ failing })).toThrow(Problem);
});

const shared = { n: 1 };

test.each([
	[0],
	[-0],
	[-1.5],
	['😀'],
	[{ a: [new Date(0), DateTime.now(), null, 'x', true] }],
	[[shared, shared, { shared }]],
	[Object.create(null) as object],
	[[new Number(1), new String('x'), new Boolean(false)]],
	[new URL('https://example.com')],
	[JSON.parse('{"__proto__": {"a": 1}}') as object],
	[deep(1000)],
])('%p passes', (value) => {
	expect(check(value)).not.toThrow();
});

test('a BigInt passes if something says how JSON holds it, as n8n does', () => {
	const prototype = BigInt.prototype as { toJSON?: () => string };
	const { toJSON } = prototype;
	try {
		delete prototype.toJSON;
		expect(check({ a: [10n] })).toThrow(
			'contains a value of the type BigInt, which JSON cannot hold (at a[0])',
		);
		prototype.toJSON = function (this: bigint) {
			return this.toString();
		};
		expect(check({ a: [10n] })).not.toThrow();
	} finally {
		delete prototype.toJSON;
		if (toJSON !== undefined) prototype.toJSON = toJSON;
	}
});
