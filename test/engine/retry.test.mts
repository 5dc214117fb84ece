/** What is retried, what is not, and what n8n's own Retry On Fail repeats. */
import { runNode } from '../support/engine.mts';
import type { RunOptions } from '../support/engine.mts';
import { eventually } from '../support/eventually.mts';
import { useService } from '../support/service.mts';

const service = useService();

beforeEach(async () => {
	await service.begin();
});

const run = (operation: string, parameters: object, rest: Partial<RunOptions> = {}) =>
	runNode({
		credential: service.credential(),
		parameters: { resource: 'case', operation, ...parameters },
		...rest,
	});

const passing = [
	['429', { kind: 'status', status: 429 }],
	['502', { kind: 'html', status: 502 }],
	['503', { kind: 'empty', status: 503 }],
	['504', { kind: 'text', status: 504 }],
	['408', { kind: 'status', status: 408 }],
	['a reset', { kind: 'reset' }],
	['a cut body', { kind: 'cut' }],
] as const;

test.each(passing)('a read recovers from %s', async (_name, fault) => {
	await service.handle.addFaults({ operationId: 'getCase', times: 2, ...fault });
	const { json, error } = await run('get', { caseId: service.fixtures.cases.running });
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	expect(await service.requests('getCase')).toHaveLength(3);
});

test('a read gives up after three tries and reports the last response', async () => {
	await service.handle.addFaults({
		operationId: 'getCase',
		kind: 'status',
		status: 503,
		body: { message: 'Down for maintenance' },
		times: 'always',
	});
	const { error } = await run('get', { caseId: service.fixtures.cases.running });
	expect(error!.message).toBe('Down for maintenance (HTTP 503, Case: Get, item 0)');
	expect(await service.requests('getCase')).toHaveLength(3);
});

test('Retry-After is obeyed', async () => {
	await service.handle.addFaults({
		operationId: 'getCase',
		kind: 'status',
		status: 429,
		headers: { 'Retry-After': '2' },
	});
	const started = Date.now();
	const { error } = await run('get', { caseId: service.fixtures.cases.running });
	expect(error).toBeUndefined();
	expect(Date.now() - started).toBeGreaterThanOrEqual(1950);
});

test.each(['get', 'delete'] as const)(
	'in stop mode a failed %s does not wait for the pause of an item that is no longer sent',
	async (operation) => {
		const [waiting] = await service.handle.addCases({ status: 'running', template: 'simple' });
		const headers = { 'Retry-After': '20' };
		await service.handle.addFaults({ path: waiting, kind: 'status', status: 429, headers });
		const started = Date.now();
		const { error } = await run(
			operation,
			{ caseId: '={{ $json.id }}' },
			{ items: [{ id: waiting }, { id: service.fixtures.unknownUuid }] },
		);
		expect(error!.message).toContain(
			`HTTP 404, Case: ${operation === 'get' ? 'Get' : 'Delete'}, item 1`,
		);
		expect(Date.now() - started).toBeLessThan(3000);
		expect(await service.requests()).toHaveLength(2);
	},
);

test('a write recovers from 429, since nothing has happened', async () => {
	await service.handle.addFaults({ operationId: 'createCase', kind: 'status', status: 429 });
	const { json } = await run('create', {
		templateId: service.fixtures.templates.simple,
		label: 'Once',
	});
	expect(json).toHaveLength(1);
	expect((await service.handle.stats()).byOperation.createCase).toMatchObject({
		received: 2,
		effects: 1,
	});
});

test.each([
	['502', { kind: 'html', status: 502 }],
	['503', { kind: 'status', status: 503 }],
	['500', { kind: 'status', status: 500 }],
	['a reset', { kind: 'reset' }],
	['an answer lost after the effect', { kind: 'lostAnswer' }],
	['a cut body', { kind: 'cut' }],
] as const)(
	'a create that ends with %s is sent once and says what is unknown',
	async (_name, fault) => {
		await service.handle.addFaults({ operationId: 'createCase', times: 'always', ...fault });
		const { error } = await run('create', {
			templateId: service.fixtures.templates.simple,
			label: 'Once',
		});
		expect(error!.description).toContain(
			'The case may have been created. Check before you try again',
		);
		expect(await service.requests('createCase')).toHaveLength(1);
	},
);

describe('Retry On Fail of n8n', () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	test.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'does not repeat a completed write (On Error %s)',
		async (onError) => {
			const uuids = await service.handle.addCases({
				count: 12,
				status: 'running',
				template: 'simple',
			});
			// The first item fails twice, which makes n8n run the node three times.
			await service.handle.addFaults({
				operationId: 'deleteCase',
				path: uuids[0]!,
				kind: 'status',
				status: 500,
				times: 2,
			});
			const { json, error } = await run(
				'delete',
				{ caseId: '={{ $json.id }}' },
				{ items: uuids.map((id) => ({ id })), settings: { ...retry, onError } },
			);
			expect(error).toBeUndefined();
			expect(json.map((entry) => entry.process_instance_uuid)).toEqual(uuids);
			const requests = await service.requests('deleteCase');
			for (const [index, id] of uuids.entries()) {
				expect(requests.filter(({ url }) => url.endsWith(id))).toHaveLength(index === 0 ? 3 : 1);
			}
		},
	);

	const createEight = (fault: object) =>
		service.handle
			.addFaults({ operationId: 'createCase', kind: 'status', skip: 4, ...fault })
			.then(() =>
				run(
					'create',
					{ templateId: service.fixtures.templates.simple, label: '={{ $json.label }}' },
					{
						items: Array.from({ length: 8 }, (_unused, index) => ({ label: `Case ${index}` })),
						settings: retry,
					},
				),
			);

	test('creates each case once', async () => {
		const { json, error } = await createEight({ status: 409 });
		expect(error).toBeUndefined();
		expect(new Set(json.map((entry) => entry.process_instance_uuid)).size).toBe(8);
		expect((await service.handle.stats()).byOperation.createCase!.effects).toBe(8);
	});

	test.each([
		['delete', 'deleteCase', 404, 'deleted'],
		['pause', 'pauseCase', 409, 'paused'],
		['stop', 'stopCase', 409, 'stopped'],
	])(
		'mentions a %s whose success was lost, although the next try is refused',
		async (operation, operationId, status, done) => {
			const modes = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;
			for (const onError of modes) {
				const [caseId] = await service.handle.addCases({ status: 'running', template: 'simple' });
				await service.handle.clearRequests();
				await service.handle.addFaults({ operationId, kind: 'lostAnswer' });
				const settings = { ...retry, maxTries: 2, onError };
				const { error, items, errors } = await run(operation, { caseId }, { settings });
				const statuses = (await service.requests(operationId)).map((entry) => entry.status);
				expect(statuses).toEqual([null, status]);
				const hint = new RegExp(
					`^The case may have been ${done}. .* An earlier attempt to process this item ended without a clear response`,
				);
				if (onError === undefined) {
					expect(error!.message).toContain(`HTTP ${status}`);
					expect(error!.description).toMatch(hint);
				} else {
					const [{ json }] = [...items, ...errors] as [(typeof items)[number]];
					expect(json.details).toMatchObject({
						httpStatus: status,
						outcomeUnknown: true,
						whatToDo: expect.stringMatching(hint),
					});
				}
			}
		},
	);

	test.each([
		['an answer that was lost', { kind: 'lostAnswer' }],
		['HTTP 500', { status: 500 }],
		...[300, 302, 303, 307, 308].map((status): [string, object] => [
			`HTTP ${status}`,
			{ kind: 'redirect', status, location: '/' },
		]),
	])('does not create again after %s, and keeps saying so', async (_name, fault) => {
		const { error } = await createEight(fault);
		expect(error!.description).toContain('may have been created. Check before you try again');
		expect(await service.requests('createCase')).toHaveLength(8);
	});
});

describe('Stop', () => {
	/** In milliseconds: much less than any of these would take, and enough on a busy machine. */
	const PROMPT = 8_000;

	/** Cancels as soon as the service has seen a request, and returns the time it took to end. */
	const cancelled = async (operation: string, parameters: object, items?: object[]) => {
		let cancel = () => {};
		const running = run(operation, parameters, {
			items: items as never,
			onStart: (execution) => {
				cancel = () => execution.cancel();
			},
		}).catch(() => undefined);
		await eventually('A request', async () => (await service.requests()).length > 0);
		const started = Date.now();
		cancel();
		await running;
		await new Promise((resolve) => setTimeout(resolve, 300));
		const count = (await service.requests()).length;
		await new Promise((resolve) => setTimeout(resolve, 700));
		expect(await service.requests()).toHaveLength(count);
		return Date.now() - started - 1000;
	};

	test('ends the waiting between tries', async () => {
		await service.handle.addFaults({
			kind: 'status',
			status: 429,
			headers: { 'Retry-After': '20' },
			times: 'always',
		});
		expect(await cancelled('get', { caseId: service.fixtures.cases.running })).toBeLessThan(PROMPT);
		expect(await service.requests()).toHaveLength(1);
	});

	test('ends paging', async () => {
		await service.begin({ cases: 2000, pageSize: 10 });
		await service.handle.addFaults({ kind: 'latency', ms: 50, times: 'always' });
		expect(await cancelled('getAll', { returnAll: true })).toBeLessThan(PROMPT);
		expect((await service.requests()).length).toBeLessThan(100);
	});

	test('ends the queue of the limiter', async () => {
		const uuids = await service.handle.addCases({
			count: 300,
			status: 'running',
			template: 'simple',
		});
		await service.handle.addFaults({ kind: 'latency', ms: 100, times: 'always' });
		const items = uuids.map((id) => ({ id }));
		expect(await cancelled('delete', { caseId: '={{ $json.id }}' }, items)).toBeLessThan(PROMPT);
		expect((await service.requests()).length).toBeLessThan(50);
	});

	test.each(['hang', 'drip'] as const)('ends a call under the fault %s', async (kind) => {
		await service.handle.addFaults({ kind, times: 'always' });
		expect(await cancelled('get', { caseId: service.fixtures.cases.running })).toBeLessThan(PROMPT);
	});
});

test('a response without a body after its headers ends at the time-out', async () => {
	await service.handle.addFaults({ kind: 'headersOnly', times: 'always' });
	const { error } = await run('get', {
		caseId: service.fixtures.cases.running,
		requestOptions: { timeout: 300 },
	});
	expect(error!.message).toContain('did not answer in time');
});

describe('in stop mode, after lost responses', () => {
	const create = (items: number, settings: object) =>
		service.run(
			{
				resource: 'case',
				operation: 'create',
				templateId: service.fixtures.templates.simple,
				label: '={{ $json.label }}',
				inputMode: 'json',
			},
			{ items: Array.from({ length: items }, (_unused, n) => ({ label: `Case ${n}` })), settings },
		);

	test('every item with an unknown outcome is named', async () => {
		await service.handle.addFaults({
			kind: 'lostAnswer',
			operationId: 'createCase',
			times: 'always',
		});
		const { error } = await create(10, {});
		expect(error!.description).toContain(
			'None of the 10 items was completed, as far as is known. The outcome of items 0-9 is unknown',
		);
	});

	test('Retry On Fail still knows what the first attempt has completed', async () => {
		await service.handle.clearStats();
		// The response to item 0 is lost late, after all others have arrived.
		await service.handle.addFaults(
			{ kind: 'lostAnswer', operationId: 'createCase' },
			{ kind: 'latency', ms: 1, operationId: 'createCase', times: 'always' },
		);
		const { error } = await create(10, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
		const { effects } = (await service.handle.stats()).byOperation.createCase!;
		const [, completed] =
			/(\d+) of 10 items (?:were|was) completed/.exec(error!.description!) ?? [];
		expect(Number(completed)).toBe(effects - 1);
		expect(error!.description).toMatch(/The outcome of item \d is unknown/);
	});
});
