import { Parameters, idOf, pointedAt } from '../../../nodes/CaseManagement/transport/parameters.ts';

const parametersOf = (values: Record<string, unknown>) =>
	new Parameters({
		getNodeParameter: ((name: string) => values[name] ?? null) as never,
		getTimezone: () => 'UTC',
		getInputData: () => ({ json: {} }),
	});

const BLANK = { blank: true };

const A = '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const B = '22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb';

test.each([
	['plain', 'plain'],
	[{ __rl: true, mode: 'list', value: 'l' }, 'l'],
	[{ __rl: true, mode: 'id', value: ' i ' }, ' i '],
	[{ __rl: true, mode: 'url', value: `https://x.example/${A}/cases/${B}?t=1` }, B],
	[{ __rl: true, mode: 'url', value: '' }, ''],
	[{ id: 'x' }, { id: 'x' }],
	[null, null],
])('%j points at %j', (value, expected) => {
	expect(pointedAt(value)).toEqual(expected);
});

test('an ID is trimmed and not escaped', () => {
	expect(idOf({ mode: 'id', value: ' a b%20ä ' }, 'caseId')).toBe('a b%20ä');
	expect(() => idOf({ mode: 'id', value: ' ' }, 'caseId')).toThrow('"Case" (caseId) is empty');
	expect(() => idOf({ mode: 'url', value: 'x' }, 'caseId')).toThrow('holds no UUID');
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
	expect(parametersOf({ field: value }).json('field', 'Field', BLANK)).toEqual(expected);
});

test('text that is not JSON is refused by the name of its field', () => {
	expect(() => parametersOf({ field: '{a: 1}' }).json('field', 'Field', {})).toThrow(
		'"Field" is not valid JSON',
	);
});
