/**
 * Queue mode as in a large installation: real Redis and PostgreSQL, a main process, two workers and
 * a webhook process, and processes that are killed while they work.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Fixtures } from '../../../sandbox/service/client.mts';
import { eventually } from '../../support/eventually.mts';
import { caseManagement, chain, CREDENTIAL, NODE, START, TRIGGER } from '../support/realN8n.mts';
import type { Json, WorkflowNode } from '../support/realN8n.mts';
import { QueueN8n, whatIsMissing } from './support/queueN8n.mts';

const missing = whatIsMissing();

// A separate test, so that it counts as skipped: a skipped suite is not counted.
if (missing !== false) test('queue mode', { skip: missing });

describe('queue mode', { skip: missing }, () => {
	let queue: QueueN8n;
	let fixtures: Fixtures;

	before(async () => {
		queue = await QueueN8n.start();
	});

	beforeEach(async () => {
		await queue.complete();
		fixtures = await queue.service.reset({ cases: 0 });
	});

	after(async () => {
		await queue?.stop();
	});

	const webhook = (path: string, parameters: Json = {}): WorkflowNode => ({
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: {
			httpMethod: 'POST',
			path,
			responseMode: 'lastNode',
			responseData: 'allEntries',
			options: {},
			...parameters,
		},
		webhookId: `e0000000-0000-4000-8000-${path.padStart(12, '0')}`,
	});

	/** Calls a webhook as another system does, and returns the status of the response. */
	const call = async (path: string, body: Json): Promise<number> => {
		const response = await fetch(`${queue.webhookUrl}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(120_000),
		});
		await response.text();
		return response.status;
	};

	/** Case > Create of the simple template. */
	const create = (label: string): WorkflowNode =>
		caseManagement({
			resource: 'case',
			operation: 'create',
			templateId: { __rl: true, mode: 'id', value: fixtures.templates.simple },
			label,
			inputMode: 'json',
			elementsJson: '{}',
		});

	/** Bulk Action on matching cases, at most 2,000. */
	const bulk = (action: string, filters: Json, requestsAtOnce: number): WorkflowNode =>
		caseManagement({
			resource: 'case',
			operation: 'bulkAction',
			action,
			filters,
			dryRun: false,
			maxCases: 2_000,
			options: { requestsAtOnce },
		});

	/** How often each of some values occurs. */
	const counts = (values: unknown[]): Map<unknown, number> =>
		values.reduce<Map<unknown, number>>(
			(all, value) => all.set(value, (all.get(value) ?? 0) + 1),
			new Map(),
		);

	const moreThanOnce = (values: unknown[]): unknown[] =>
		[...counts(values)].filter(([, count]) => count > 1).map(([value]) => value);

	/** The requests of an operation, whatever their outcome. */
	const requestsOf = async (operationId: string) =>
		(await queue.service.requests()).filter((request) => request.operationId === operationId);

	const isFailed = (status: string): boolean => status === 'error' || status === 'crashed';

	test("the editor's lists and form come from the main process", async () => {
		const { api } = queue.main;
		await queue.service.addCases({ count: 3, name: 'In the list' });
		const node = create('');
		const asked = {
			nodeTypeAndVersion: { name: NODE, version: 1 },
			currentNodeParameters: node.parameters,
			credentials: { [CREDENTIAL]: { id: queue.main.credentialId(CREDENTIAL), name: '' } },
		};
		const list = async (path: string, methodName: string, filter?: string) =>
			await api.must<{ results: Array<{ name: string; value: string }> }>(
				'POST',
				'/dynamic-node-parameters/resource-locator-results',
				{ ...asked, path, methodName, ...(filter !== undefined && { filter }) },
			);
		const templates = await list('parameters.templateId', 'searchTemplates');
		assert.ok(templates.results.some(({ value }) => value === fixtures.templates.simple));
		const cases = await list('parameters.caseId', 'searchCases', 'in the list');
		assert.equal(cases.results.length, 3);
		const signals = await list('parameters.signalId', 'searchSignals');
		assert.ok(Array.isArray(signals.results));
		const fields = await queue.main.formFields({
			...node,
			parameters: {
				...node.parameters,
				templateId: { __rl: true, mode: 'id', value: fixtures.templates.everyElement },
			},
		});
		assert.ok(fields.length > 5, `${fields.length} fields`);
	});

	test('300 webhook calls, a worker killed half-way: one case each or a failed execution, none twice', async (t) => {
		const CALLS = 300;
		// Long enough that the worker is killed while its requests are in flight.
		await queue.service.addFaults({
			kind: 'latency',
			ms: 150,
			operationId: 'createCase',
			times: 'always',
		});
		const label = '={{ $json.body.name }} of {{ $execution.id }}';
		const workflow = await queue.main.add(chain('Webhook', [webhook('000300'), create(label)]));
		await queue.main.publish(workflow);
		const names = Array.from({ length: CALLS }, (_none, at) => `Call ${at}`);
		const answers: number[] = [];
		const left = [...names];
		const victim = queue.someWorker;
		let killed: Promise<void> | undefined;
		const began = performance.now();
		const caller = async () => {
			for (let name = left.shift(); name !== undefined; name = left.shift()) {
				answers.push(await call('000300', { name }));
				if (answers.length >= CALLS / 3) killed ??= queue.kill(victim);
			}
		};
		await Promise.all(Array.from({ length: 20 }, caller));
		await killed;
		const took = performance.now() - began;
		await queue.serviceIdle();
		const statuses = await eventually('The end of all executions', async () => {
			const found = queue.statuses(workflow.id);
			return [...found.values()].every((one) => one === 'success' || isFailed(one)) && found;
		});
		assert.equal(statuses.size, CALLS);
		const made = (await queue.cases()).map(({ name }) => name.split(' of ') as [string, string]);
		// No duplicates: by call, by execution, and by request.
		assert.deepEqual(moreThanOnce(made.map(([name]) => name)), []);
		assert.deepEqual(moreThanOnce(made.map(([, execution]) => execution)), []);
		const sent = (await requestsOf('createCase')).map(({ body }) => (body as Json).label);
		assert.deepEqual(moreThanOnce(sent), []);
		// Each case exactly once, unless its execution failed.
		const withCase = new Set(made.map(([, execution]) => execution));
		const without = [...statuses].filter(([id]) => !withCase.has(id));
		assert.deepEqual(
			without.filter(([, status]) => !isFailed(status)),
			[],
		);
		const failed = [...statuses.values()].filter(isFailed).length;
		t.diagnostic(
			`${CALLS} calls in ${Math.round(took / 1000)} s; ${made.length} cases; ${failed} executions failed, ${failed - without.length} of them after their case was created`,
		);
		// Otherwise the worker was killed while idle, and this proves nothing.
		assert.ok(failed > 0, 'No execution was hit');
		assert.ok(failed <= 10, `${failed} executions failed: more than the worker can have had`);
		assert.equal(answers.filter((status) => status === 200).length, CALLS - failed);
		await queue.main.unpublish(workflow.id);
	});

	test('Retry On Fail with a lost response, on a worker: one case', async () => {
		await queue.service.addFaults({ kind: 'lostAnswer', operationId: 'createCase' });
		const node = {
			...create('Lost answer'),
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 500,
		};
		const { id } = await queue.main.add(chain('Lost answer', [START, node]));
		const { id: executionId, status, error } = await queue.main.run(id, 'Start');
		await queue.workerOf(executionId);
		assert.deepEqual(
			(await queue.cases()).map(({ name }) => name),
			['Lost answer'],
		);
		assert.equal((await requestsOf('createCase')).length, 1);
		assert.equal(status, 'error');
		assert.match(String(error?.description), /may have been created/);
	});

	test('Retry On Fail after some items have succeeded, on a worker: none is repeated', async () => {
		const service = queue.service;
		await service.addCases({ count: 6, name: 'Input' });
		// The first attempt was refused, so nothing was created; earlier creations are not
		// repeated.
		await service.addFaults({ kind: 'status', status: 400, operationId: 'createCase', skip: 3 });
		const list = caseManagement({ resource: 'case', operation: 'getAll', limit: 6 }, 'List');
		const node = {
			...create('={{ "For " + $json.name }}'),
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 500,
		};
		const { id } = await queue.main.add(chain('Retry', [START, list, node]));
		const { id: executionId, status, nodes } = await queue.main.run(id, 'Start');
		await queue.workerOf(executionId);
		assert.equal(status, 'success');
		assert.equal(nodes['Case Management']?.outputs[0]?.length, 6);
		const made = (await queue.cases()).map(({ name }) => name).filter((name) => /^For /.test(name));
		assert.deepEqual([made.length, moreThanOnce(made)], [6, []]);
		const { byOperation } = await service.stats();
		assert.equal(byOperation.createCase?.effects, 6);
	});

	test('a bulk delete of 2,000 cases on a worker: all are accounted for', async (t) => {
		const service = queue.service;
		const wanted = await service.addCases({ count: 2_000, name: 'Old', status: 'stopped' });
		const kept = await service.addCases({ count: 20, name: 'Running', status: 'running' });
		const { id } = await queue.main.add(
			chain('Bulk delete', [START, bulk('delete', { status: ['stopped'] }, 20)]),
		);
		const began = performance.now();
		const { id: executionId, status, nodes } = await queue.main.run(id, 'Start');
		t.diagnostic(`2,000 cases in ${Math.round((performance.now() - began) / 1000)} s`);
		await queue.workerOf(executionId);
		assert.equal(status, 'success');
		const items = nodes['Case Management']?.outputs[0] ?? [];
		assert.deepEqual(counts(items.map(({ outcome }) => outcome)), new Map([['done', 2_000]]));
		assert.deepEqual(new Set(items.map(({ uuid }) => uuid)), new Set(wanted));
		assert.deepEqual(new Set((await queue.cases()).map(({ uuid }) => uuid)), new Set(kept));
		const deletes = (await requestsOf('deleteCase')).map(({ path }) => path);
		assert.deepEqual([deletes.length, moreThanOnce(deletes)], [2_000, []]);
	});

	test('a bulk pause whose worker is killed: the service shows what was done, a second run does the rest, none twice', async (t) => {
		const service = queue.service;
		const COUNT = 200;
		const uuids = await service.addCases({ count: COUNT, name: 'To pause' });
		await service.addFaults({
			kind: 'latency',
			ms: 100,
			operationId: 'pauseCase',
			times: 'always',
		});
		const paused = async () =>
			(await queue.cases()).filter(({ status }) => status === 'paused').length;
		const { id } = await queue.main.add(
			chain('Bulk pause', [START, bulk('pause', { status: ['running'] }, 5)]),
		);
		const first = await queue.main.begin(id, 'Start');
		const worker = await queue.workerOf(first);
		await eventually('Half of the pauses', async () => {
			const { byOperation } = await service.stats();
			return (byOperation.pauseCase?.effects ?? 0) >= COUNT / 2;
		});
		await queue.kill(worker);
		await queue.serviceIdle();
		const { status } = await queue.main.ended(first);
		assert.ok(isFailed(status), status);
		const half = await paused();
		assert.ok(half >= COUNT / 2 && half < COUNT, `${half} paused`);
		assert.equal((await service.stats()).byOperation.pauseCase?.effects, half);

		const second = await queue.main.run(id, 'Start');
		assert.equal(second.status, 'success');
		const items = second.nodes['Case Management']?.outputs[0] ?? [];
		assert.deepEqual(
			counts(items.map(({ outcome }) => outcome)),
			new Map([['done', COUNT - half]]),
		);
		assert.equal(await paused(), COUNT);
		// No duplicates, not even as a request that the service refuses.
		const sent = (await requestsOf('pauseCase')).map(({ path }) => path);
		assert.deepEqual([sent.length, moreThanOnce(sent)], [uuids.length, []]);
		t.diagnostic(
			`${half} of ${COUNT} paused when the worker was killed; the second run did the rest`,
		);
	});

	test('Wait for Status on 20 items, then Stop: nothing is sent afterwards', async () => {
		const service = queue.service;
		await service.addCases({ count: 20, name: 'Waits' });
		const list = caseManagement({ resource: 'case', operation: 'getAll', limit: 20 }, 'List');
		const wait = caseManagement({
			resource: 'case',
			operation: 'wait',
			caseId: '={{ $json.uuid }}',
			statuses: ['completed'],
			interval: 1,
			timeout: 5,
		});
		const { id } = await queue.main.add(chain('Wait', [START, list, wait]));
		const executionId = await queue.main.begin(id, 'Start');
		await queue.workerOf(executionId);
		await eventually('Two looks at each case', async () => {
			const looks = counts((await requestsOf('getCase')).map(({ path }) => path));
			return looks.size === 20 && [...looks.values()].every((count) => count >= 2);
		});
		await queue.main.api.must('POST', `/executions/${executionId}/stop`);
		const { status } = await queue.main.ended(executionId);
		assert.equal(status, 'canceled');
		// The worker learns of it through Redis.
		await sleep(500);
		const sent = (await requestsOf('getCase')).length;
		await sleep(4_000);
		assert.equal((await requestsOf('getCase')).length, sent);
	});

	/** Every five seconds: n8n allows a minute for each poll time, but any number of poll times. */
	const OFTEN = Array.from({ length: 12 }, (_none, at) => ({
		mode: 'custom',
		cronExpression: `${at * 5} * * * * *`,
	}));

	test('the trigger, through a stop and a kill of the main process: nothing is lost or repeated', async (t) => {
		const service = queue.service;
		const trigger: WorkflowNode = {
			name: 'Trigger',
			type: TRIGGER,
			typeVersion: 1,
			parameters: { event: 'caseCreated', pollTimes: { item: OFTEN } },
			credentials: { [CREDENTIAL]: { id: '', name: '' } },
		};
		const workflow = await queue.main.add(chain('Trigger', [trigger]));
		await service.addCases({ count: 2, name: 'Before' });
		await queue.main.publish(workflow);
		const added: string[] = [];
		const add = async (name: string, count: number) => {
			added.push(...(await service.addCases({ name, count })));
		};
		const started = async (): Promise<unknown[]> => {
			const ids = await queue.main.executions(workflow.id);
			const all = await Promise.all(ids.map(async (id) => await queue.main.ended(id)));
			return all.flatMap(({ nodes }) => nodes.Trigger?.outputs[0]?.map(({ uuid }) => uuid) ?? []);
		};
		const untilStarted = async () =>
			await eventually(
				`${added.length} cases`,
				async () => (await started()).length >= added.length,
			);
		/**
		 * Two seconds after a poll: later additions have not been seen yet. n8n writes the state
		 * and the execution one after another; docs/trigger.md describes a kill between them.
		 */
		const betweenPolls = async () => await sleep(5_000 - ((Date.now() - 2_000) % 5_000));

		await add('First', 3);
		await untilStarted();
		await betweenPolls();
		await add('Seen by nobody before the stop', 2);
		await queue.main.restart(async () => await add('While stopped', 2));
		await untilStarted();
		await add('Between', 3);
		await untilStarted();
		await betweenPolls();
		await add('Seen by nobody before the kill', 2);
		await queue.main.restart(async () => await add('While killed', 2), 'kill');
		await untilStarted();
		await add('Last', 1);
		await untilStarted();
		// Long enough for two polls, which could report something again.
		await sleep(11_000);
		assert.deepEqual(await started(), added);
		for (const id of await queue.main.executions(workflow.id)) await queue.workerOf(id);
		t.diagnostic(`${added.length} events, each once`);
		await queue.main.unpublish(workflow.id);
	});
});
