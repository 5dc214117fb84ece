/** Which cases a filter matches, as far as their data allows. */
import {
	earlierOf,
	filterDoubt,
	filterMismatch,
	serviceFilter,
} from '../../../nodes/CaseManagement/model/caseFilter.ts';
import type { CaseFilter } from '../../../nodes/CaseManagement/model/caseFilter.ts';
import { foldText } from '../../../nodes/CaseManagement/model/names.ts';

const nothing: CaseFilter = { status: [], process_type: [] };
const aCase = {
	status: 'completed',
	process_template: { uuid: 'ABC' },
	created_at: '2026-03-10 12:00:00 UTC',
};

test.each<[Partial<CaseFilter>, string | undefined]>([
	[{}, undefined],
	[{ status: ['completed'] }, undefined],
	[{ status: ['Completed'] }, 'Its status is completed'],
	[{ process_type: ['abc', 'def'] }, undefined],
	[{ process_type: ['def'] }, 'Its template is not in'],
	[{ created_before: '2026-03-10T12:00:00.000Z' }, undefined],
	[{ created_before: '2026-03-10T11:59:59.000Z' }, 'It was created at 2026-03-10T12:00:00.000Z'],
	[{ created_after: '2026-03-10T12:00:01.000Z' }, 'It was created at'],
	// A day is interpreted as widely as possible: in any time zone, including the day itself.
	[{ created_before: '2026-03-09' }, undefined],
	[{ created_before: '2026-03-08' }, 'It was created at'],
	[{ created_after: '2026-03-11' }, undefined],
	[{ created_after: '2026-03-13' }, 'It was created at'],
])('a case against the filter %j: %p', (filter, words) => {
	const found = filterMismatch(aCase, { ...nothing, ...filter });
	if (words === undefined) expect(found).toBeUndefined();
	else expect(found).toMatch(words);
});

test('a case without the value that a filter needs does not match', () => {
	expect(filterMismatch({}, nothing)).toBeUndefined();
	expect(filterMismatch({}, { ...nothing, status: ['completed'] })).toMatch(
		'Its status is nothing',
	);
	for (const process_template of [undefined, null, {}, { uuid: 7 }]) {
		expect(filterMismatch({ process_template }, { ...nothing, process_type: ['x'] })).toMatch(
			'Its template is not in',
		);
	}
	for (const created_at of [undefined, null, 7, 'long ago', '10.03.2026']) {
		for (const bound of ['created_before', 'created_after']) {
			const filter = { ...nothing, [bound]: '2026-03-10' };
			expect(filterMismatch({ created_at }, filter)).toMatch('which cannot be compared with');
		}
	}
});

test('the name is compared by the node and never sent in the query', () => {
	const filter = { status: [], process_type: ['t'], nameContains: foldText('büRO') };
	const template = { process_template: { uuid: 'T' } };
	expect(filterMismatch({ name: 'Das BU\u0308ro', ...template }, filter)).toBeUndefined();
	for (const name of ['Buro', null, undefined, 7]) {
		expect(filterMismatch({ name, ...template }, filter)).toMatch(
			'which does not match the filter Name Contains',
		);
	}
	expect(serviceFilter(filter)).toEqual({ status: [], process_type: ['t'] });
});

test.each([
	[undefined, undefined, undefined],
	['2026-01-01', undefined, '2026-01-01'],
	[undefined, '2026-01-01', '2026-01-01'],
	['2026-01-02', '2026-01-01T23:00:00.000Z', '2026-01-01T23:00:00.000Z'],
	['2026-01-02', '2026-01-02T00:00:00.000Z', '2026-01-02'],
])('the earlier of %p and %p is %p', (one, other, earlier) => {
	expect(earlierOf(one, other)).toBe(earlier);
});

const narrow: CaseFilter = {
	status: ['running'],
	process_type: ['t'],
	created_after: '2026-03-01',
};
const fitting = {
	status: 'running',
	process_template: { uuid: 'T' },
	created_at: '2026-03-10 12:00:00 UTC',
};

test.each([
	[{ status: 'archived' }, 'Its status is archived'],
	[{ status: null }, 'Its status is null'],
	[{ status: {} }, 'Its status is'],
	[{ process_template: {} }, 'Its template is not in'],
	[{ process_template: null }, 'Its template is not in'],
	[{ process_template: { uuid: 7 } }, 'Its template is not in'],
	[{ created_at: 'long ago' }, 'cannot be compared with'],
	[{ status: null, created_at: null }, 'Its status is null'],
])('%j: unclear whether it matches', (part, words) => {
	expect(filterDoubt({ ...fitting, ...part }, narrow)).toMatch(words);
});

test.each([
	{},
	{ status: 'completed' },
	{ status: 'completed', created_at: null },
	{ status: null, process_template: { uuid: 'u' } },
	{ status: 'archived', created_at: '2026-01-10 12:00:00 UTC' },
])('%j: clear whether it matches', (part) => {
	expect(filterDoubt({ ...fitting, ...part }, narrow)).toBeUndefined();
});
