import {
	ARRAY_FORMATS,
	fillPath,
	toQueryString,
} from '../../../nodes/CaseManagement/transport/url.ts';
import { idOf } from '../faking.mts';

/** An ID in the path of a call. */
const segmentOf = (id: string, parameter: 'caseId' | 'signalId'): string => {
	const [operationId, before] =
		parameter === 'caseId'
			? (['getCase', '/process_monitor/process_instances/'] as const)
			: (['getSignal', '/signals/'] as const);
	const path = fillPath(operationId, { [parameter]: idOf(id, parameter) });
	expect(path.startsWith(before)).toBe(true);
	return path.slice(before.length);
};

describe('an ID in a path', () => {
	test.each([
		['8d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11', '8d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11'],
		['  trimmed \n', 'trimmed'],
		['a b', 'a%20b'],
		['Zürich', 'Z%C3%BCrich'],
		['50%', '50%25'],
		['a%20b', 'a%2520b'],
		['a&b=c+d', 'a%26b%3Dc%2Bd'],
		['...', '...'],
		[':x', '%3Ax'],
	])('escapes %j once', (id, segment) => {
		expect(segmentOf(id, 'caseId')).toBe(segment);
	});
});

describe('a Signal ID', () => {
	test.each([
		['approval-received', 'approval-received'],
		[' odd/signal id?#ä ', '%20odd%2Fsignal%20id%3F%23%C3%A4%20'],
		['a\\b', 'a%5Cb'],
		['v1.2', 'v1.2'],
		['wait...', 'wait...'],
		['a/..b', 'a%2F..b'],
	])('%j stays in one segment', (id, segment) => {
		expect(segmentOf(id, 'signalId')).toBe(segment);
	});
});

describe('fillPath', () => {
	test('fills each name from its own parameter', () => {
		const templateId = idOf('a b', 'templateId');
		const definitionElementId = idOf('c', 'definitionElementId');
		expect(fillPath('listElementMembers', { templateId, definitionElementId })).toBe(
			'/process_templates/automation/a%20b/definition_element/c/members',
		);
	});

	test('does not fill placeholders inside a value', () => {
		expect(fillPath('pauseCase', { caseId: idOf(':caseId', 'caseId') })).toBe(
			'/process_monitor/process_instances/%3AcaseId/pause',
		);
	});
});

test.each([
	['brackets', '?status%5B%5D=running&status%5B%5D=a%2Cb'],
	['indices', '?status%5B0%5D=running&status%5B1%5D=a%2Cb'],
	['repeat', '?status=running&status=a%2Cb'],
	['comma', '?status=running,a%2Cb'],
] as const)('writes an array as %s', (format, expected) => {
	expect(toQueryString({ status: ['running', 'a,b'] }, format)).toBe(expected);
});

test('writes brackets unless told otherwise', () => {
	expect(toQueryString({ status: ['x'] })).toBe('?status%5B%5D=x');
});

test('does not send blank values', () => {
	expect(toQueryString({ a: undefined, b: '', c: [] })).toBe('');
});

test('returns an opaque cursor unchanged', () => {
	const cursor = 'a+b/c==&d=%20 e\u00fc';
	expect(new URLSearchParams(toQueryString({ cursor })).get('cursor')).toBe(cursor);
});

test('does not send an empty array, in any format', () => {
	for (const format of ARRAY_FORMATS) expect(toQueryString({ a: [], b: 'x' }, format)).toBe('?b=x');
});
