/** Which cases an action is for. */
import {
	CASE_ACTIONS,
	earlierOf,
	filterMismatch,
	serviceFilter,
	serviceGuards,
	statusMismatch,
} from '../../../nodes/CaseManagement/model/caseAction.ts';
import type { CaseFilter } from '../../../nodes/CaseManagement/model/caseAction.ts';

const STATUSES = [
	'running',
	'error',
	'stopped',
	'completed',
	'paused',
	'archived',
	null,
	undefined,
];

test('an action starts from the statuses that the interface names, a delete from any', () => {
	const from = Object.fromEntries(
		CASE_ACTIONS.map((action) => [
			action,
			STATUSES.filter((status) => statusMismatch(action, status) === undefined),
		]),
	);
	expect(from).toEqual({
		delete: STATUSES,
		pause: ['running'],
		resume: ['stopped', 'paused'],
		stop: ['running'],
	});
	expect(statusMismatch('resume', 'completed')).toBe(
		'Its status is completed; only a stopped or paused case can be resumed',
	);
});

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
	[{ process_type: ['def'] }, 'Its template is not among'],
	[{ created_before: '2026-03-10T12:00:00.000Z' }, undefined],
	[{ created_before: '2026-03-10T11:59:59.000Z' }, 'It was created at 2026-03-10T12:00:00.000Z'],
	[{ created_after: '2026-03-10T12:00:01.000Z' }, 'It was created at'],
	// A day is taken in the widest sense: in any zone, and with itself.
	[{ created_before: '2026-03-09' }, undefined],
	[{ created_before: '2026-03-08' }, 'It was created at'],
	[{ created_after: '2026-03-11' }, undefined],
	[{ created_after: '2026-03-13' }, 'It was created at'],
])('a case against the filter %j: %p', (filter, words) => {
	const found = filterMismatch(aCase, { ...nothing, ...filter });
	if (words === undefined) expect(found).toBeUndefined();
	else expect(found).toMatch(words);
});

test('a case that does not tell what the filter asks for is not wanted', () => {
	expect(filterMismatch({}, nothing)).toBeUndefined();
	expect(filterMismatch({}, { ...nothing, status: ['completed'] })).toMatch(
		'Its status is undefined',
	);
	for (const process_template of [undefined, null, {}, { uuid: 7 }]) {
		expect(filterMismatch({ process_template }, { ...nothing, process_type: ['x'] })).toMatch(
			'Its template is not among',
		);
	}
	for (const created_at of [undefined, null, 7, 'long ago', '10.03.2026']) {
		for (const bound of ['created_before', 'created_after']) {
			const filter = { ...nothing, [bound]: '2026-03-10' };
			expect(filterMismatch({ created_at }, filter)).toMatch('which cannot be held against');
		}
	}
});

test('the service refuses what the filter does not name where it names all that an action starts from', () => {
	const refused = CASE_ACTIONS.flatMap((action) =>
		[[], ['running'], ['paused'], ['paused', 'stopped', 'error']]
			.filter((status) => serviceGuards(action, { status, process_type: [] }))
			.map((status) => `${action} ${status.join(' ')}`.trim()),
	);
	expect(refused).toEqual([
		'delete',
		'pause',
		'pause running',
		'resume',
		'resume paused stopped error',
		'stop',
		'stop running',
	]);
	// A name can change while the list is read, and no service guards it.
	for (const action of CASE_ACTIONS) {
		const filter = { status: ['running'], process_type: [], nameContains: 'a' };
		expect(serviceGuards(action, filter)).toBe(false);
	}
});

test('a name is held against the filter, and never goes into the query', () => {
	const filter = { status: [], process_type: ['t'], nameContains: 'büRO' };
	const template = { process_template: { uuid: 'T' } };
	expect(filterMismatch({ name: 'Das BU\u0308ro', ...template }, filter)).toBeUndefined();
	for (const name of ['Buro', null, undefined, 7]) {
		expect(filterMismatch({ name, ...template }, filter)).toMatch(
			'in which the filter Name Contains finds nothing',
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
