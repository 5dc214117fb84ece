/** Which cases an action is for. */
import {
	CASE_ACTIONS,
	earlierOf,
	notWanted,
	unfit,
} from '../../../nodes/CaseManagement/model/caseAction.ts';
import type { Wanted } from '../../../nodes/CaseManagement/model/caseAction.ts';

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
			STATUSES.filter((status) => unfit(action, status) === undefined),
		]),
	);
	expect(from).toEqual({
		delete: STATUSES,
		pause: ['running'],
		resume: ['stopped', 'paused'],
		stop: ['running'],
	});
	expect(unfit('resume', 'completed')).toBe(
		'Its status is completed; only a stopped or paused case can be resumed',
	);
});

const nothing: Wanted = { status: [], process_type: [] };
const aCase = {
	status: 'completed',
	process_template: { uuid: 'ABC' },
	created_at: '2026-03-10 12:00:00 UTC',
};

test.each<[Partial<Wanted>, string | undefined]>([
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
	const found = notWanted(aCase, { ...nothing, ...filter });
	if (words === undefined) expect(found).toBeUndefined();
	else expect(found).toMatch(words);
});

test('what a case does not tell is not held against it, but its status', () => {
	const all = { ...nothing, process_type: ['x'], created_before: '2020-01-01' };
	for (const entry of [{}, { process_template: null, created_at: 'long ago' }]) {
		expect(notWanted(entry, all)).toBeUndefined();
	}
	expect(notWanted({}, { ...nothing, status: ['completed'] })).toMatch('Its status is undefined');
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
