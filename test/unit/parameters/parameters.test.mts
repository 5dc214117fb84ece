import { locatorId, locatorValue } from '../../../nodes/CaseManagement/parameters/locator.ts';
import { ItemParameters } from '../../../nodes/CaseManagement/parameters/parameters.ts';
import {
	readNumber,
	readStatuses,
	readText,
	readTexts,
} from '../../../nodes/CaseManagement/parameters/values.ts';
import { parametersOf, problemIn } from '../faking.mts';

const FIELD = { name: 'field', displayName: 'Field' };

const BLANK = { blank: true };

const A = '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const B = '22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb';

test.each([
	['plain', 'plain'],
	[{ __rl: true, mode: 'list', value: 'l' }, 'l'],
	[{ __rl: true, mode: 'id', value: ' i ' }, ' i '],
	[{ __rl: true, mode: 'url', value: `https://x.example/${A}/cases/${B}?t=1` }, B],
	[{ __rl: true, mode: 'url', value: `HTTPS://X.EXAMPLE/${B.toUpperCase()}` }, B.toUpperCase()],
	[{ __rl: true, mode: 'url', value: '' }, ''],
	[{ __rl: true, mode: 'url', value: ' ' }, ' '],
	[{ __rl: true, mode: 'url', value: null }, null],
	[{ __rl: true, mode: 'url', value: 7 }, 7],
	[['a'], ['a']],
	[7, 7],
	[{ id: 'x' }, { id: 'x' }],
	[null, null],
])('%j refers to %j', (value, expected) => {
	expect(locatorValue(value, 'caseId')).toEqual(expected);
});

test.each(['name', 'number'])('the %s of a case is never mistaken for its ID', (mode) => {
	for (const name of ['caseId', 'templateId'] as const) {
		expect(() => locatorValue({ mode, value: 'a' }, name)).toThrow(
			`(${name}) cannot be specified by ${mode} here: "a"`,
		);
	}
	// The ID of a signal is a name.
	expect(locatorValue({ mode, value: 'a' }, 'signalId')).toBe('a');
});

test('an ID is trimmed but not escaped', () => {
	expect(locatorId({ mode: 'id', value: ' a b%20ä ' }, 'caseId')).toBe('a b%20ä');
	expect(() => locatorId({ mode: 'id', value: ' ' }, 'caseId')).toThrow('"Case" (caseId) is empty');
	expect(() => locatorId({ mode: 'url', value: 'x' }, 'caseId')).toThrow('has no UUID');
});

test.each([
	['[1]', [1]],
	[' {"a": "b"} ', { a: 'b' }],
	['null', null],
	['0', 0],
	['', BLANK],
	[' \n', BLANK],
	[null, BLANK],
	[[1], [1]],
	[false, false],
	[0, 0],
])('the JSON field %j is %j', (value, expected) => {
	expect(parametersOf({ field: value }).json(FIELD, BLANK)).toEqual(expected);
});

test('text that is not JSON is refused with the name of its field', () => {
	expect(() => parametersOf({ field: '{a: 1}' }).json(FIELD, {})).toThrow(
		'"Field" is not valid JSON',
	);
});

test('a link without a UUID is refused with advice', async () => {
	const problem = await problemIn(() =>
		locatorValue({ mode: 'url', value: 'https://x.example/1' }, 'caseId'),
	);
	expect(problem).toMatchObject({
		kind: 'input',
		message: 'The link "https://x.example/1" has no UUID in its path',
		hint: 'Paste the address of the page that shows it, or choose By ID. Anything after ? or # is ignored.',
	});
});

test('the advice for invalid JSON names the most common mistake', async () => {
	const problem = await problemIn(() => parametersOf({ field: '[1,]' }).json(FIELD, {}));
	expect(problem.kind).toBe('input');
	expect(problem.hint).toBe(
		'In JSON, text needs double quotes, and no comma may follow the last entry.',
	);
});

test('the value of an expression in a JSON field is sent as it is', () => {
	const at = new Date('2026-03-01T10:00:00Z');
	expect(parametersOf({ field: { at } }).json(FIELD, {})).toEqual({
		at: '2026-03-01T10:00:00.000Z',
	});
});

test('each parameter is resolved once, even without a value', () => {
	const getNodeParameter = jest.fn((name: string, fallback: unknown) =>
		name === 'given' ? 'x' : fallback,
	);
	const parameters = new ItemParameters({
		getNodeParameter: getNodeParameter as never,
		getTimezone: () => 'UTC',
		startedAt: 0,
		getInputData: () => ({ json: {} }),
	});
	expect([
		parameters.value('given'),
		parameters.value('given'),
		parameters.text({ name: 'given', displayName: 'G' }),
	]).toEqual(['x', 'x', 'x']);
	expect([parameters.value('none'), parameters.value('none')]).toEqual([null, null]);
	expect(getNodeParameter.mock.calls).toEqual([
		['given', null],
		['none', null],
	]);
});

const ON = { ...FIELD, default: true };
const OFF = { ...FIELD, default: false };

test.each([
	[true, true],
	['true', true],
	[' TRUE ', true],
	[false, false],
	['false', false],
	['False ', false],
])('the switch %j is on: %p', (value, on) => {
	expect(parametersOf({ field: value }).boolean(ON)).toBe(on);
	expect(parametersOf({ field: value }).boolean(OFF)).toBe(on);
});

test.each(['', ' ', null])('the switch %j is at its default', (value) => {
	expect(parametersOf({ field: value }).boolean(ON)).toBe(true);
	expect(parametersOf({ field: value }).boolean(OFF)).toBe(false);
	expect(parametersOf({}).boolean(ON)).toBe(true);
});

test.each(['yes', 1, 0, ['true'], [], [''], {}])(
	'the switch %j is refused with its name',
	(value) => {
		expect(() => parametersOf({ field: value }).boolean(ON)).toThrow(
			'"Field" must be true or false, but is',
		);
	},
);

test.each([
	['5', 5],
	[' 12.5 ', 12.5],
	['+3', 3],
	['-0.5', -0.5],
	['1.25', 1.25],
	['.25', 0.25],
	['1.', 1],
])('the number %j given as text becomes %j', (value, number) => {
	expect(parametersOf({ field: value }).number(FIELD, {})).toBe(number);
});

test.each(['', ' ', '5 days', '0x10', '1e3', 'Infinity', true, null, [5]])(
	'%j is not a number',
	(value) => {
		expect(() => parametersOf({ field: value }).number(FIELD, {})).toThrow(
			'"Field" must be a number',
		);
	},
);

describe('a link', () => {
	const of = (value: string, name: 'caseId' | 'templateId' = 'caseId') =>
		locatorValue({ __rl: true, mode: 'url', value }, name);

	test.each([
		['of another thing behind ?', `https://x.example/cases/${A}?next=${B}`, A],
		['of another thing behind #', `https://x.example/cases/${A}#comment-${B}`, A],
		['with several: behind the own word', `https://x.example/cases/${A}/tasks/${B}`, A],
		[
			'in the words of the API',
			`https://x.example/process_monitor/process_instances/${A}/documents/${B}`,
			A,
		],
		['with several and none of the words: the last', `https://x.example/${A}/${B}`, B],
		['of a template with the case below it', `https://x.example/templates/${A}/cases/${B}`, B],
		['without its scheme', `x.example/cases/${A}`, A],
		['with a port and no scheme', `x.example:8080/cases/${A}`, A],
		['that is only a path', `/cases/${A}`, A],
		['that is only the UUID', A, A],
		['with a page behind it', `https://x.example/${A}/edit`, A],
		['with blanks around it', ` https://x.example/cases/${A} `, A],
	])('%s', (_what, link, expected) => {
		expect(of(link)).toBe(expected);
	});

	test('to a template yields the template, whatever part of it was copied', () => {
		expect(of(`https://x.example/templates/${A}?copiedFrom=${B}`, 'templateId')).toBe(A);
		expect(of(`https://x.example/templates/${A}/cases/${B}`, 'templateId')).toBe(A);
	});

	test('finds the UUID in a link of any length', () => {
		expect(of(`https://x.example/cases/${A}?q=${'x'.repeat(1_000_000)}`)).toBe(A);
	});

	test.each([
		`https://x.example/cases?v=${A}`,
		`https://x.example/#/cases/${A}`,
		`javascript:${A}`,
		`ftp://x.example/cases/${A}`,
		`git+https://x.example/cases/${A}`,
		`${A}\0`,
		`${A} HTTP/1.1`,
		`GET /cases/${A}`,
		`https://x.example/cases/${A}0`,
		`https://x.example/cases/0${A}`,
		'https://x.example/cases/17',
	])('%j refers to nothing', (link) => {
		expect(() => of(link)).toThrow('has no UUID in its path');
	});
});

test('a name keeps its spaces, a UUID does not', () => {
	expect(locatorId({ mode: 'list', value: ' go ' }, 'signalId')).toBe(' go ');
	expect(locatorId({ mode: 'list', value: ` ${A} ` }, 'caseId')).toBe(A);
});

test.each([
	['["paused","Error"]', ['paused', 'error']],
	[' Completed , STOPPED,', ['completed', 'stopped']],
	[['Running'], ['running']],
	[null, []],
])('the statuses %j become %j', (value, statuses) => {
	expect(readStatuses(value, 'Status')).toEqual(statuses);
});

test.each([['["running"'], ['done'], [['paused', 'x']]])('%j is refused as a status', (value) => {
	expect(() => readStatuses(value, 'Status')).toThrow('"Status" does not accept the status');
});

test('a status that only the service reports is accepted', () => {
	expect(readStatuses(['Archived', 'paused'], 'Status', 'Archived')).toEqual([
		'Archived',
		'paused',
	]);
});

test('JSON may contain text of any length and be nested as deeply as JavaScript can parse', () => {
	const long = { file: `\\"${'A'.repeat(12_000_000)}`, n: 1 };
	expect(parametersOf({ field: JSON.stringify(long) }).json(FIELD, {})).toEqual(long);
	const deep = `${'['.repeat(5000)}1e400${']'.repeat(5000)}`;
	expect(() => parametersOf({ field: deep }).json(FIELD, {})).toThrow('the number 1e400');
});

test('JSON may contain text of any length that consists only of escapes', () => {
	const json = `["${'\\n'.repeat(6_000_000)}", 9007199254740993]`;
	expect(() => parametersOf({ field: json }).json(FIELD, {})).toThrow(
		'the number 9007199254740993',
	);
});

describe('JSON is sent with every digit', () => {
	test.each([
		'{"amount": 7615917337495251231}',
		'[1e400]',
		'[[12345678901234567.89]]',
		'-9007199254740993',
		'0.1234567890123456789',
	])('%s is refused', (text) => {
		expect(() => parametersOf({ field: text }).json(FIELD, {})).toThrow(
			/"Field" contains the number \S+, which cannot be sent without losing digits/,
		);
	});

	test.each([
		['{"text": "7615917337495251231 and \\" 1e400"}', { text: '7615917337495251231 and " 1e400' }],
		[
			'[1.50, 1e2, 0.1, -0, 9007199254740991, 1E-7, 100000000000000000000]',
			[1.5, 100, 0.1, -0, 9007199254740991, 1e-7, 1e20],
		],
	])('%s is sent', (text, value) => {
		expect(parametersOf({ field: text }).json(FIELD, {})).toEqual(value);
	});

	test.each([[{ a: Number('7615917337495251231') }], [[Infinity]], [{ a: { b: NaN } }]])(
		'%p from an expression is refused',
		(value) => {
			expect(() => parametersOf({ field: value }).json(FIELD, {})).toThrow('without losing digits');
		},
	);
});

test('a locator returns its value, checked only as an ID', () => {
	const parameters = parametersOf({ caseId: { mode: 'id', value: ' a b ' } });
	expect(locatorValue(parameters.value('caseId'), 'caseId')).toBe(' a b ');
	expect(parameters.id('caseId')).toBe('a b');
	expect(() => parametersOf({ caseId: '..' }).id('caseId')).toThrow('"Case" (caseId) is not an ID');
});

test.each([
	[1, {}],
	[0, { from: 0 }],
	[0.5, { above: 0 }],
	[20, { from: 1, upTo: 20, whole: true }],
])('%j is a number within %j', (value, bounds) => {
	expect(parametersOf({ field: value }).number(FIELD, bounds)).toBe(value);
});

test.each([
	['one', {}, 'a number, but is "one"'],
	[null, {}, 'a number, but is null'],
	[NaN, {}, 'a number, but is null'],
	[Infinity, { above: 0 }, 'a number above 0'],
	[0, { above: 0 }, 'a number above 0, but is 0'],
	[0, { from: 1 }, 'a number of at least 1, but is 0'],
	[
		21,
		{ from: 1, upTo: 20, whole: true },
		'a whole number of at least 1 and at most 20, but is 21',
	],
	[1.5, { whole: true }, 'a whole number, but is 1.5'],
])('%j is not a number within %j', (value, bounds, words) => {
	expect(() => parametersOf({ field: value }).number(FIELD, bounds)).toThrow(
		`"Field" must be ${words}`,
	);
});

test('a choice must match one of its options exactly', async () => {
	const choose = (value: unknown) =>
		parametersOf({ field: value }).choice(FIELD, ['stop', 'continue']);
	expect(choose('stop')).toBe('stop');
	for (const value of ['Stop', '', null, ['stop']]) {
		expect(await problemIn(() => choose(value))).toMatchObject({
			kind: 'input',
			message: expect.stringContaining('"Field" does not accept the value') as string,
			hint: 'Allowed values: stop, continue.',
		});
	}
});

test.each([
	[{ status: 'running' }, { status: 'running' }],
	[null, {}],
	['', {}],
	[['a'], {}],
])('the collection %j has the fields %j', (value, fields) => {
	expect(parametersOf({ filters: value }).collection({ name: 'filters' })).toEqual(fields);
});

describe('text', () => {
	test.each([
		['a', 'a'],
		[' a b\n', 'a b'],
		['', undefined],
		[' \t', undefined],
		[null, undefined],
		[undefined, undefined],
		[7, '7'],
		[0, '0'],
		[false, 'false'],
	])('%j is %j', (value, expected) => {
		expect(readText(value, 'Label')).toBe(expected);
	});

	test.each([[{ a: 1 }, '{"a":1}'] as const, [['a'], '["a"]'] as const])(
		'%j counts as no text',
		async (value, words) => {
			expect(await problemIn(() => readText(value, 'Label'))).toMatchObject({
				kind: 'input',
				message: `"Label" must be text, but is ${words}`,
				hint: 'If it comes from an expression, use the field that contains the text.',
			});
		},
	);

	test('several may be a list, or one text from an expression; blank ones are dropped', () => {
		expect(readTexts([' a ', '', null, 7], 'Status')).toEqual(['a', '7']);
		expect(readTexts('a', 'Status')).toEqual(['a']);
		expect(readTexts('a, b,,c ', 'Status')).toEqual(['a', 'b', 'c']);
		expect(readTexts(undefined, 'Status')).toEqual([]);
		expect(() => readTexts(['a', {}], 'Status')).toThrow('"Status" must be text');
	});
});

test('a value without JSON is refused with its label', () => {
	const circular: unknown[] = [];
	circular.push(circular);
	// n8n-workflow, once loaded, makes JSON of a BigInt its digits as text.
	const prototype = BigInt.prototype as { toJSON?: () => string };
	const { toJSON } = prototype;
	delete prototype.toJSON;
	try {
		for (const [value, words] of [
			[10n, 'a value of the type BigInt, which JSON cannot hold'],
			[circular, 'itself, or more levels than JSON can hold (at [0])'],
		] as const) {
			expect(() => parametersOf({ field: value }).json(FIELD, {})).toThrow(
				`"Field" contains ${words}`,
			);
		}
	} finally {
		if (toJSON !== undefined) prototype.toJSON = toJSON;
	}
});

test.each([2 ** 53, -(2 ** 60), 1e21, Infinity, NaN])(
	'the number %p in a text field would lose digits and is refused',
	async (value) => {
		expect(await problemIn(() => readText(value, 'Label'))).toMatchObject({
			kind: 'input',
			message: expect.stringContaining(`"Label" contains the number ${value}`) as string,
		});
	},
);

test('numbers that can be sent exactly become text', () => {
	expect([4711, 1.5, 0, -7].map((value) => readText(value, 'Label'))).toEqual([
		'4711',
		'1.5',
		'0',
		'-7',
	]);
});

test('text that starts with digits but is not a number is refused at once', async () => {
	const text = `${'1'.repeat(200_000)}x`;
	expect((await problemIn(() => readNumber(text, 'N', {}))).message).toMatch('must be a number');
});

test('a number with very many digits in JSON is refused at once', () => {
	const number = `0.1${'0'.repeat(400_000)}1`;
	expect(() =>
		parametersOf({ given: `[${number}]` }).json({ name: 'given', displayName: 'G' }, []),
	).toThrow('cannot be sent without losing digits');
});
