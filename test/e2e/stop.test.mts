/** Stop in the editor reaches what the node does: requests in flight, pauses, and what waits its turn. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Fixtures } from '../../sandbox/service/client.mts';
import { CREDENTIAL, eventually, NODE, RealN8n } from './support/realN8n.mts';
import type { Json } from './support/realN8n.mts';

let n8n: RealN8n;
let fixtures: Fixtures;

before(async () => {
	n8n = await RealN8n.start('stop');
	fixtures = await n8n.service.fixtures();
});

after(async () => {
	await n8n?.stop();
});

const workflow = (parameters: Json) => ({
	name: JSON.stringify(parameters).slice(0, 100),
	nodes: [
		{
			id: 'b0000000-0000-4000-8000-000000000001',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: 'b0000000-0000-4000-8000-000000000002',
			name: 'Node',
			type: NODE,
			typeVersion: 1,
			position: [200, 0],
			parameters,
			credentials: { [CREDENTIAL]: { id: '', name: '' } },
		},
	],
	connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

const get = (): Json => ({ resource: 'case', operation: 'get', caseId: fixtures.cases.running });

const CASES: Array<[name: string, fault: object | undefined, parameters: () => Json]> = [
	['a request in flight', { kind: 'hang', times: 'always' }, get],
	[
		'a pause between two tries',
		{ kind: 'status', status: 503, headers: { 'Retry-After': '2' }, times: 'always' },
		get,
	],
	[
		'Wait for Status',
		undefined,
		() => ({ ...get(), operation: 'wait', statuses: ['stopped'], interval: 30 }),
	],
	[
		'Bulk Action, half-way',
		{ kind: 'latency', ms: 500, times: 'always', operationId: 'pauseCase' },
		() => ({
			resource: 'case',
			operation: 'bulkAction',
			action: 'pause',
			filters: { status: ['running'] },
			dryRun: false,
		}),
	],
];

for (const [name, fault, parameters] of CASES) {
	test(`${name}: ends within two seconds, and sends nothing further`, async () => {
		const { service, api } = n8n;
		await service.clearFaults();
		await service.clearRequests();
		if (fault !== undefined) await service.addFaults(fault as never);
		const { id } = await n8n.add(workflow(parameters()));
		const { executionId } = await api.must<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ triggerToStartFrom: { name: 'Start' } },
		);
		await eventually('A request', async () =>
			(await service.requests()).length > 0 ? true : undefined,
		);
		await sleep(700);
		const began = performance.now();
		await api.must('POST', `/executions/${executionId}/stop`);
		const { status } = await n8n.ended(executionId);
		assert.equal(status, 'canceled');
		assert.ok(performance.now() - began < 2_000);
		await sleep(200);
		const sent = (await service.requests()).length;
		await sleep(3_000);
		assert.equal((await service.requests()).length, sent);
	});
}
