/** The trigger in a real n8n: published, polled on schedule, restarted in between. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { eventually } from '../support/eventually.mts';
import { CREDENTIAL, RealN8n, TRIGGER } from './support/realN8n.mts';

/** Every five seconds: n8n allows a minute for each poll time, but any number of poll times. */
const OFTEN = Array.from({ length: 12 }, (_none, at) => ({
	mode: 'custom',
	cronExpression: `${at * 5} * * * * *`,
}));

const watching = (parameters: object) => ({
	name: `Watching ${JSON.stringify(parameters)}`,
	nodes: [
		{
			id: 'a0000000-0000-4000-8000-000000000001',
			name: 'Trigger',
			type: TRIGGER,
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				...parameters,
				pollTimes: { item: OFTEN },
			},
			credentials: { [CREDENTIAL]: { id: '', name: '' } },
		},
	],
	connections: {},
	settings: { executionOrder: 'v1' },
});

let n8n: RealN8n;

before(async () => {
	n8n = await RealN8n.start('trigger');
});

after(async () => {
	await n8n?.stop();
});

/** UUIDs of the cases that started a workflow, in the order of its executions. */
async function started(workflowId: string): Promise<unknown[]> {
	const ids = await n8n.executions(workflowId);
	const all = await Promise.all(ids.map(async (id) => await n8n.ended(id)));
	return all.flatMap(({ nodes }) => nodes.Trigger?.outputs[0]?.map(({ uuid }) => uuid) ?? []);
}

const untilStarted = async (workflowId: string, count: number): Promise<unknown[]> =>
	await eventually(`${count} cases for ${workflowId}`, async () => {
		const uuids = await started(workflowId);
		return uuids.length >= count ? uuids : undefined;
	});

/** Long enough for two polls. */
const aWhile = async (): Promise<void> => await new Promise((done) => setTimeout(done, 11_000));

test('no event is lost or repeated, with a restart between two polls', async () => {
	const { service } = n8n;
	const created = await n8n.add(watching({ event: 'caseCreated' }));
	const completed = await n8n.add(watching({ event: 'caseCompleted' }));
	const deleted = await n8n.add(watching({ event: 'caseDeleted' }));
	const [toComplete, toDelete] = await service.addCases({ count: 2, name: 'Before' });
	for (const workflow of [created, completed, deleted]) await n8n.publish(workflow);

	// Before the restart: some events, and polls without any, which n8n does not store.
	const first = await service.addCases({ count: 3, name: 'First' });
	assert.deepEqual(await untilStarted(created.id, 3), first);
	await aWhile();

	const second: string[] = [];
	await n8n.restart(async () => {
		second.push(...(await service.addCases({ count: 2, name: 'Second' })));
		await service.patchCase(toComplete!, { status: 'completed' });
		await service.patchCase(first[0]!, { status: 'completed' });
		await service.removeCase(toDelete!);
	});
	const third = await service.addCases({ count: 2, name: 'Third' });
	await service.patchCase(third[0]!, { status: 'completed' });
	await untilStarted(created.id, 7);
	await untilStarted(completed.id, 3);
	await untilStarted(deleted.id, 1);
	await aWhile();

	assert.deepEqual(await started(created.id), [...first, ...second, ...third]);
	assert.deepEqual((await started(completed.id)).sort(), [toComplete, first[0], third[0]].sort());
	assert.deepEqual(await started(deleted.id), [toDelete]);
	const requests = await service.requests();
	assert.deepEqual(
		requests.filter(({ contractViolation }) => contractViolation !== undefined),
		[],
	);
	for (const { id } of [created, completed, deleted]) await n8n.unpublish(id);
});

test('a service that fails for a while ends in failed executions, not in lost events', async () => {
	const { service } = n8n;
	const workflow = await n8n.add(watching({ event: 'caseCreated' }));
	await n8n.publish(workflow);
	await service.addFaults({
		kind: 'status',
		status: 429,
		times: 'always',
		headers: { 'Retry-After': '1' },
	});
	const made = await service.addCases({ name: 'While it fails' });
	const failed = await eventually('A failed execution', async () => {
		const [id] = await n8n.executions(workflow.id);
		return id === undefined ? undefined : await n8n.ended(id);
	});
	assert.equal(failed.status, 'error');
	assert.match(String(failed.error?.message), /HTTP 429, Trigger/);
	await service.clearFaults();
	assert.deepEqual(await untilStarted(workflow.id, 1), made);
	await n8n.unpublish(workflow.id);
});
