/** Case > Wait for Status: how it ends, and that it does not block other items. */
import type { RunOptions } from '../support/engine.mts';
import { eventually } from '../support/eventually.mts';
import { useService } from '../support/service.mts';

const service = useService();

beforeEach(() => service.begin());

/** The unit in the panel, a minute, is too long for a test. */
const seconds = (count: number) => count / 60;

const wait = (parameters: object, rest: Partial<RunOptions> = {}) =>
	service.run(
		{
			resource: 'case',
			operation: 'wait',
			interval: 1,
			timeout: seconds(20),
			...parameters,
		} as never,
		rest,
	);

const running = async () => (await service.handle.addCases({ status: 'running' }))[0]!;

/** As soon as the service has received this many requests. */
const asked = async (count: number) =>
	await eventually(
		`${count} looks at a case`,
		async () => (await service.requests('getCase')).length >= count,
	);

test('a case that already has the status is read once, and returned as by Get', async () => {
	const caseId = service.fixtures.cases.completed;
	const { json, items } = await wait({ caseId, statuses: ['completed', 'error', 'stopped'] });
	const { json: got } = await service.run({ resource: 'case', operation: 'get', caseId });
	expect(json).toEqual([{ ...got[0], timed_out: false }]);
	expect(items[0]!.pairedItem).toEqual({ item: 0 });
	expect(await service.requests('getCase')).toHaveLength(2);
});

test('a case that gets the status later ends the wait', async () => {
	const caseId = await running();
	const waiting = wait({ caseId, statuses: '={{ ["error", "completed"] }}' });
	await asked(1);
	await service.handle.patchCase(caseId, { status: 'completed' });
	const { json } = await waiting;
	expect(json).toMatchObject([{ uuid: caseId, status: 'completed', timed_out: false }]);
	expect(await service.requests()).toHaveLength(2);
});

test.each(['completed, stopped', '["stopped"]', ' Stopped ', '["COMPLETED", "Stopped"]'])(
	'statuses may be given as one text: %s',
	async (text) => {
		const caseId = service.fixtures.cases.stopped;
		const { json } = await wait({ caseId, statuses: `={{ '${text}' }}` });
		expect(json).toMatchObject([{ status: 'stopped', timed_out: false }]);
	},
);

test('an invalid status is refused at once', async () => {
	const { error } = await wait({ caseId: await running(), statuses: '={{ ["done"] }}' });
	expect(error!.message).toBe(
		'"Statuses" does not accept the status "done" (Case: Wait for Status, item 0)',
	);
	expect(await service.requests()).toHaveLength(1);
});

test('a status that only the service knows ends the wait when it reports it', async () => {
	const body = { process_instance: { uuid: 'x', status: 'archived' }, permissions: [] };
	await service.handle.addFaults({ kind: 'status', status: 200, body, operationId: 'getCase' });
	const { json } = await wait({ caseId: await running(), statuses: '={{ ["archived"] }}' });
	expect(json).toMatchObject([{ status: 'archived', timed_out: false }]);
});

describe('when the time is up', () => {
	test('a service that never responds blocks it no longer than one last check may take', async () => {
		const caseId = await running();
		await service.handle.addFaults({ kind: 'hang', times: 'always' });
		const started = Date.now();
		const { error } = await wait({ caseId, timeout: seconds(1) });
		expect(error!.message).toContain('The service did not answer in time');
		expect(error!.message).toContain('its status could not be read');
		expect(Date.now() - started).toBeLessThan(30_000);
	}, 120_000);

	test('an error names the case, its status and what to do', async () => {
		const caseId = await running();
		const { error } = await wait({ caseId, statuses: ['completed'], timeout: seconds(1.2) });
		const { name } = (await service.handle.rawCase(caseId))!;
		expect(error!.message).toBe(
			`The case "${name}" (${caseId}) did not reach the status "completed" within 0.02 minutes: its status is "running" (Case: Wait for Status, item 0)`,
		);
		expect(error!.description).toMatch(/longer Timeout.*On Timeout.*Case Management Trigger/);
	});

	test('Continue returns the case and says so', async () => {
		const caseId = await running();
		const { json } = await wait({
			caseId,
			statuses: ['completed'],
			timeout: seconds(0.5),
			onTimeout: 'continue',
		});
		expect(json).toMatchObject([{ uuid: caseId, status: 'running', timed_out: true }]);
	});

	test.each(['error', 'continue'])('the last problem is reported (%s)', async (onTimeout) => {
		const caseId = await running();
		await service.handle.addFaults({
			kind: 'status',
			status: 503,
			body: { message: 'Down for maintenance.' },
			times: 'always',
		});
		const { error } = await wait({ caseId, timeout: seconds(1.2), onTimeout });
		expect(error!.message).toMatch(
			/^Down for maintenance\. The wait of 0\.02 minutes for the case .* ended with this error; its status could not be read \(HTTP 503, /,
		);
		// At 0, 1 and 1.2 seconds, each once: the wait is the retry. A busy machine may miss the last.
		const asked = (await service.requests()).length;
		expect([2, 3]).toContain(asked);
	});
});

test('temporary faults do not end the wait', async () => {
	const caseId = await running();
	await service.handle.addFaults(
		{ kind: 'status', status: 500, skip: 1 },
		{ kind: 'reset', skip: 1 },
	);
	const waiting = wait({ caseId, statuses: ['completed'] });
	await asked(3);
	await service.handle.patchCase(caseId, { status: 'completed' });
	expect((await waiting).json).toMatchObject([{ timed_out: false }]);
});

test('a case deleted meanwhile is told apart from one that never existed', async () => {
	const caseId = await running();
	const waiting = wait({ caseId });
	await asked(1);
	await service.handle.removeCase(caseId);
	const { error } = await waiting;
	expect(error!.message).toBe(
		'The case was deleted during the wait (HTTP 404, Case: Wait for Status, item 0)',
	);
	expect(error!.description).toContain('Its last status was "running"');
	const { error: never } = await wait({ caseId });
	expect(never!.message).toMatch(/not found/);
	expect(never!.description).toContain('No case has this ID');
});

test.each([
	['no statuses', { statuses: [] }, '"Statuses" is empty'],
	['statuses that an expression does not find', { statuses: '={{ null }}' }, '"Statuses" is empty'],
	[
		'an interval below a second',
		{ interval: 0.5 },
		'"Interval (Seconds)" must be a number of at least 1',
	],
	['no time', { timeout: 0 }, '"Timeout (Minutes)" must be a number above 0'],
	['another end', { onTimeout: 'x' }, '"On Timeout" does not accept the value'],
	['no case', { caseId: '' }, '"Case" (caseId) is empty'],
])('%s: refused before anything is sent', async (_name, parameters, words) => {
	const messages = await service.refusals(
		{
			resource: 'case',
			operation: 'wait',
			caseId: service.fixtures.cases.running,
			...parameters,
		} as never,
		[{}],
	);
	for (const message of messages) expect(message).toContain(words);
	expect(await service.requests()).toEqual([]);
});

test('many items wait in parallel: the limiter is free while they pause', async () => {
	const uuids = await service.handle.addCases({ count: 60, status: 'running' });
	const started = Date.now();
	const { json } = await wait(
		{
			caseId: '={{ $json.id }}',
			statuses: ['completed'],
			timeout: seconds(2),
			onTimeout: 'continue',
		},
		{ items: uuids.map((id) => ({ id })) },
	);
	expect(json.map(({ uuid }) => uuid)).toEqual(uuids);
	expect(Date.now() - started).toBeLessThan(6000);
	expect((await service.handle.stats()).maxInFlight).toBeLessThanOrEqual(10);
});

test('in stop mode the failure of one ends the wait of all', async () => {
	const caseId = await running();
	const started = Date.now();
	const { error } = await wait(
		{ caseId: '={{ $json.id }}', interval: 30, timeout: 1 },
		{ items: [{ id: caseId }, { id: service.fixtures.unknownUuid }] },
	);
	expect(error!.message).toContain('item 1');
	expect(Date.now() - started).toBeLessThan(5000);
});

test('with On Error: Continue each ends on its own', async () => {
	const { items, errors, probed, probedErrors } = await wait(
		{ caseId: '={{ $json.id }}', statuses: ['completed'] },
		{
			items: [{ id: service.fixtures.unknownUuid }, { id: service.fixtures.cases.completed }],
			settings: { onError: 'continueErrorOutput' },
			probe: '={{ $("Before").item.json.id }}',
		},
	);
	expect([items.length, errors.length]).toEqual([1, 1]);
	expect(probed).toEqual([service.fixtures.cases.completed]);
	expect(probedErrors).toEqual([service.fixtures.unknownUuid]);
});

test('Stop ends it at once', async () => {
	const caseId = await running();
	let cancel = () => {};
	const waiting = wait(
		{ caseId, interval: 30 },
		{ onStart: (execution) => (cancel = () => execution.cancel()) },
	).catch(() => undefined);
	await asked(1);
	cancel();
	await waiting;
	await new Promise((done) => setTimeout(done, 1500));
	expect(await service.requests()).toHaveLength(1);
});
