import { parseId } from '../../../nodes/CaseManagement/model/identifiers.ts';
import { problemIn } from '../faking.mts';

const PARAMETERS = [
	['caseId', '"Case" (caseId)'],
	['definitionElementId', '"Element Name or ID" (definitionElementId)'],
	['signalId', '"Signal" (signalId)'],
	['templateId', '"Template" (templateId)'],
] as const;

test.each([
	['', 'is empty'],
	['   ', 'is empty'],
	['\t\n', 'is empty'],
	[null, 'is empty'],
	[undefined, 'is empty'],
	[7, 'must be text'],
	[true, 'must be text'],
	[{}, 'must be text'],
	[['a'], 'must be text'],
	['.', 'is not an ID'],
	['..', 'is not an ID'],
	[' .. ', 'is not an ID'],
	['%2e%2e', 'is not an ID'],
	['%252e%252e', 'is not an ID'],
	['%2E.', 'is not an ID'],
	['a/b', 'is not an ID'],
	['a%2fb', 'is not an ID'],
	['a\\b', 'is not an ID'],
	['50%/b', 'is not an ID'],
	['%/..', 'is not an ID'],
	['a?x=1', 'is not an ID'],
	['a#b', 'is not an ID'],
	['a\u0000b', 'is not an ID'],
	['a\nb', 'is not an ID'],
	['https://evil.example/x', 'is not an ID'],
	['\ud800', 'invalid characters'],
])('refuses %j and names the parameter', (id, reason) => {
	expect(() => parseId(id, 'caseId')).toThrow(reason);
	expect(() => parseId(id, 'caseId')).toThrow('"Case" (caseId)');
});

describe('a Signal ID', () => {
	test.each([
		'',
		' ',
		'.',
		'..',
		'../b',
		'a/..',
		'a/./b',
		'a\\..\\b',
		'a/..?x',
		'..#x',
		'%2e%2e',
		'%/..',
	])('%j is refused: a proxy may undo the escaping', (id) => {
		expect(() => parseId(id, 'signalId')).toThrow('"Signal" (signalId)');
	});

	test.each(['a%2f%2e%2e%2fb', 'a\u0000b', 'a\u0085b', '\ud800'])('%j is refused', (id) => {
		expect(() => parseId(id, 'signalId')).toThrow('"Signal" (signalId)');
	});
});

test.each(PARAMETERS)('the parameter %s is named %s', (parameter, name) => {
	expect(() => parseId('', parameter)).toThrow(`The parameter ${name} is empty`);
});

test.each(['null', ' undefined ', 'NaN', '[object Object]', '\u200b', ' null\u200b'])(
	'%j is the result of an expression that finds nothing',
	(value) => {
		expect(() => parseId(value, 'caseId')).toThrow('is empty');
	},
);

test.each([
	[
		'',
		'Choose an entry from the list or enter an ID. If it comes from an expression, check that the expression returns a value for this item.',
	],
	[7, 'Enter the UUID that the service uses, not a running number or an object.'],
	['a/b', 'Enter only the ID, without a path, query or link. To use a link, choose By URL.'],
	['\ud800', 'Copy the ID again.'],
])('%j is refused with advice', async (value, hint) => {
	expect(await problemIn(() => parseId(value, 'caseId'))).toMatchObject({
		kind: 'input',
		hint,
	});
});

describe('an ID that is escaped repeatedly is decoded completely', () => {
	test.each([
		'%25%2f',
		'..%2f..%2fx%25',
		'%2f%25',
		'%2525252f',
		'%25%32%66',
		'%25252e%25252e',
		'%25%32%65%25%32%65',
		'%25%32%35%32%65.',
		'%2e%2e%2fa%2fb%25',
		'..%252f..%252fx%2525',
		'%C2%85%25',
		'%25%C2%85',
	])('%j is refused', (id) => {
		expect(() => parseId(id, 'caseId')).toThrow('"Case" (caseId) is not an ID');
	});

	test.each(['..%2fx%25', '%2e%2e%2fx%25', '..%252fx%2525', '%25%2e%2f..', 'a%2f%25%32%65%2fb'])(
		'a name that leads to a parent path is refused: %j',
		(id) => {
			expect(() => parseId(id, 'signalId')).toThrow('"Signal" (signalId) is not an ID');
		},
	);

	test.each(['100%25', '%25', '%2525', '%25 %25', '%252', '%25%25'])('%j is accepted', (id) => {
		expect(parseId(id, 'signalId')).toBe(id);
		expect(parseId(id, 'caseId')).toBe(id);
	});
});

describe('the length of an ID', () => {
	test.each(PARAMETERS)('of %s is limited to 1,000 characters', async (parameter, named) => {
		const longest = `${'x'.repeat(998)}-ä`;
		expect(parseId(longest, parameter)).toBe(longest);
		expect(await problemIn(() => parseId(`${longest}x`, parameter))).toMatchObject({
			kind: 'input',
			reason: 'invalidInput',
			message: `The parameter ${named} is too long for an ID: 1,001 characters, at most 1,000`,
			hint: 'Enter the ID alone. If it comes from an expression, check that the expression picks the ID, not a whole text.',
		});
	});

	test('is reported with a thousands separator, whatever the text', () => {
		for (const text of ['x', ' ', '%2e', '../']) {
			expect(() => parseId(text.repeat(1_000_000 / text.length), 'caseId')).toThrow(
				/is too long for an ID: (1,000,000|999,999) characters/,
			);
		}
	});

	/** CPU time of the work in milliseconds. */
	const cpuTime = (work: () => unknown): number => {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	};

	/** `%25` escaped again and again. */
	const chain = (length: number) => `%${'25'.repeat(length / 2)}`.slice(0, length);

	test.each(PARAMETERS)('of %s limits the cost of repeated escapes', (parameter, named) => {
		const long = chain(1_000_000);
		expect(
			cpuTime(() => {
				expect(() => parseId(long, parameter)).toThrow(`${named} is too long for an ID`);
			}),
		).toBeLessThan(200);
		// Each one is different, and malformed only at its end: a few milliseconds each.
		const ids = Array.from({ length: 200 }, (_unused, n) => `${chain(995)}xx${100 + n}`);
		expect(ids[0]).toHaveLength(1000);
		expect(cpuTime(() => parseId(ids[0], parameter))).toBeLessThan(200);
		expect(cpuTime(() => ids.map((id) => parseId(id, parameter)))).toBeLessThan(200 * 5);
	});
});
