import {
	hintFor,
	isWrite,
	mayHaveTakenEffect,
	unknownOutcome,
} from '../../../nodes/CaseManagement/transport/errorHints.ts';

const call = (topic: string, method = 'GET') => ({ topic, method });

const WRITES = [
	['case.create', 'POST'],
	['case.delete', 'DELETE'],
	['case.pause', 'PUT'],
	['case.resume', 'PUT'],
	['case.stop', 'PUT'],
	['signal.trigger', 'POST'],
	['template.delete', 'DELETE'],
	['template.update', 'PUT'],
] as const;

const STATUSES = [302, 400, 401, 403, 404, 405, 408, 409, 413, 418, 422, 429, 500, 503];

test('what a status means, whatever the operation', () => {
	const advice = STATUSES.map((status) => [status, hintFor(status, call('any.other'))]);
	expect(Object.fromEntries(advice)).toMatchSnapshot();
});

test.each([
	'case.create',
	'case.get',
	'signal.get',
	'signal.getAll',
	'signal.trigger',
	'template.delete',
	'template.get',
	'template.getAll',
	'template.getStartDefinition',
	'template.getTeamMembers',
	'template.update',
])('what a status means for %s in its own way', (topic) => {
	const own = STATUSES.filter(
		(status) => hintFor(status, call(topic)) !== hintFor(status, call('any.other')),
	);
	expect(
		Object.fromEntries(own.map((status) => [status, hintFor(status, call(topic))])),
	).toMatchSnapshot();
});

test('a write whose outcome is unknown says where to look', () => {
	expect(
		Object.fromEntries(WRITES.map(([topic]) => [topic, unknownOutcome(topic)])),
	).toMatchSnapshot();
	expect(unknownOutcome('any.other')).toBe(
		'The call may have had its effect: look before you try again.',
	);
});

test('only a GET changes nothing', () => {
	expect(
		['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => isWrite(call('x', method))),
	).toEqual([false, true, true, true, true]);
});

test.each([
	[400, false],
	[404, false],
	[408, true],
	[409, false],
	[429, false],
	[499, false],
	[500, true],
	[503, true],
])('a write answered with %i may have had its effect: %p', (status, expected) => {
	for (const [topic, method] of WRITES) {
		expect(mayHaveTakenEffect(status, call(topic, method))).toBe(expected);
		expect(hintFor(status, call(topic, method)).startsWith(unknownOutcome(topic))).toBe(expected);
	}
	expect(mayHaveTakenEffect(status, call('case.get'))).toBe(false);
});

test('first what may have happened, then what to do', () => {
	expect(hintFor(503, call('case.pause', 'PUT'))).toBe(
		'The case may have been paused: Case > Get shows its status. The service has a problem of its own. Try again later; if it stays, tell its operators.',
	);
	expect(hintFor(408, call('case.get'))).toBe('The service took too long. Try again later.');
});

test.each([
	[299, 'Check the parameters'],
	[300, 'sends us elsewhere'],
	[399, 'sends us elsewhere'],
	[418, 'Check the parameters'],
	[499, 'Check the parameters'],
	[500, 'a problem of its own'],
	[599, 'a problem of its own'],
])('a status without advice of its own, %i, has that of its class', (status, words) => {
	expect(hintFor(status, call('case.get'))).toContain(words);
});
