/** Which cases an action is for. */
import {
	actionMismatch,
	CASE_ACTIONS,
	isGuardedByService,
} from '../../../nodes/CaseManagement/resources/case/bulk/actions.ts';

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
			STATUSES.filter((status) => actionMismatch(action, status) === undefined),
		]),
	);
	expect(from).toEqual({
		delete: STATUSES,
		pause: ['running'],
		resume: ['stopped', 'paused'],
		stop: ['running'],
	});
	expect(actionMismatch('resume', 'completed')).toBe(
		'Its status is completed; only a stopped or paused case can be resumed',
	);
});

test('the service refuses statuses missing from a filter that names all allowed ones', () => {
	const refused = CASE_ACTIONS.flatMap((action) =>
		[[], ['running'], ['paused'], ['paused', 'stopped', 'error']]
			.filter((status) => isGuardedByService(action, { status, process_type: [] }))
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
	// A name can change while the list is read, and the service does not check it.
	for (const action of CASE_ACTIONS) {
		const filter = { status: ['running'], process_type: [], nameContains: 'a' };
		expect(isGuardedByService(action, filter)).toBe(false);
	}
});
