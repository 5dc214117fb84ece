/** Stop in the editor reaches the node's work: requests in flight, pauses, and queued requests. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Fixtures } from '../../sandbox/service/client.mts';
import { eventually } from '../support/eventually.mts';
import { caseManagement, chain, RealN8n, START } from './support/realN8n.mts';
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
	test(`${name}: ends promptly and sends nothing more`, async () => {
		const { service, api } = n8n;
		await service.clearFaults();
		await service.clearRequests();
		if (fault !== undefined) await service.addFaults(fault as never);
		const { id } = await n8n.add(chain(name, [START, caseManagement(parameters())]));
		const executionId = await n8n.begin(id, 'Start');
		await eventually('A request', async () =>
			(await service.requests()).length > 0 ? true : undefined,
		);
		await sleep(700);
		const began = performance.now();
		await api.must('POST', `/executions/${executionId}/stop`);
		const { status } = await n8n.ended(executionId);
		assert.equal(status, 'canceled');
		assert.ok(performance.now() - began < 10_000);
		await sleep(200);
		const sent = (await service.requests()).length;
		await sleep(3_000);
		assert.equal((await service.requests()).length, sent);
	});
}
