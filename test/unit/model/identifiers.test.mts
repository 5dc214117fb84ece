import { parseId } from '../../../nodes/CaseManagement/model/identifiers.ts';
import { problemIn } from '../faking.mts';

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
	['\ud800', 'broken characters'],
])('refuses %j and names the parameter', (id, reason) => {
	expect(() => parseId(id, 'caseId')).toThrow(reason);
	expect(() => parseId(id, 'caseId')).toThrow('"Case" (caseId)');
});

describe('a Signal ID is a name', () => {
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

test.each([
	['caseId', '"Case" (caseId)'],
	['definitionElementId', '"Element Name or ID" (definitionElementId)'],
	['signalId', '"Signal" (signalId)'],
	['templateId', '"Template" (templateId)'],
] as const)('the parameter %s is named %s', (parameter, name) => {
	expect(() => parseId('', parameter)).toThrow(`The parameter ${name} is empty`);
});

test.each(['null', ' undefined ', 'NaN', '[object Object]', '\u200b', ' null\u200b'])(
	'%j is what an expression leaves that has found nothing',
	(value) => {
		expect(() => parseId(value, 'caseId')).toThrow('is empty');
	},
);

test.each([
	[
		'',
		'Choose an entry from the list or give an ID. If it comes from an expression, check that the expression finds a value for this item.',
	],
	[7, 'Give the UUID that the service uses, not a running number or an object.'],
	[
		'a/b',
		'Give the bare ID, without a path, a query or a link around it. For a link choose the mode By URL.',
	],
	['\ud800', 'Copy the ID again.'],
])('%j is refused with what to do', async (value, hint) => {
	expect(await problemIn(() => parseId(value, 'caseId'))).toMatchObject({
		kind: 'input',
		hint,
	});
});
