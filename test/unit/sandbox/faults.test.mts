import type { Fixtures, SandboxHandle } from '../../../sandbox/service/client.mts';
import { startSandboxService } from '../../../sandbox/service/client.mts';

const CASES = '/process_monitor/process_instances';

let sandbox: SandboxHandle;
let fixtures: Fixtures;

beforeAll(async () => {
	sandbox = await startSandboxService();
}, 120_000);
afterAll(() => sandbox.stop());
beforeEach(async () => {
	fixtures = await sandbox.reset();
});

const send = (method = 'GET', path = CASES, signal?: AbortSignal): Promise<Response> =>
	fetch(sandbox.url + path, {
		method,
		redirect: 'manual',
		headers: { authorization: sandbox.token, 'x-organization': sandbox.organization },
		...(signal ? { signal } : {}),
	});
const pause = (): Promise<Response> => send('PUT', `${CASES}/${fixtures.cases.running}/pause`);
const state = async (): Promise<string | undefined> =>
	(await sandbox.rawCase(fixtures.cases.running))?.status;

it('answers with any status, headers and body, then normally again', async () => {
	await sandbox.addFaults(
		{ kind: 'status', status: 429, headers: { 'Retry-After': '2' } },
		{ kind: 'status', status: 200, body: null },
		{ kind: 'status', status: 204 },
	);
	const first = await send();
	expect([first.status, first.headers.get('retry-after')]).toEqual([429, '2']);
	expect(await (await send()).json()).toBeNull();
	expect((await send()).status).toBe(204);
	expect((await send()).status).toBe(200);
	expect((await sandbox.requests()).map(({ status, fault }) => [status, fault])).toEqual([
		[429, 'status'],
		[200, 'status'],
		[204, 'status'],
		[200, undefined],
	]);
});

it('answers with HTML pages, text, bytes, empty bodies and redirects', async () => {
	await sandbox.addFaults(
		{ kind: 'html', status: 502 },
		{ kind: 'text', body: 'hello' },
		{ kind: 'empty' },
		{ kind: 'raw', bodyBase64: '/wD+', contentType: 'application/json' },
		{ kind: 'redirect', location: 'http://127.0.0.1:1/x', status: 307 },
	);
	const page = await send();
	expect([page.status, page.headers.get('content-type')]).toEqual([
		502,
		'text/html; charset=utf-8',
	]);
	expect(await (await send()).text()).toBe('hello');
	expect(await (await send()).text()).toBe('');
	expect([...new Uint8Array(await (await send()).arrayBuffer())]).toEqual([255, 0, 254]);
	const moved = await send();
	expect([moved.status, moved.headers.get('location')]).toEqual([307, 'http://127.0.0.1:1/x']);
});

it('drops the connection before, after and in the middle of the answer', async () => {
	await sandbox.addFaults({ kind: 'reset', operationId: 'pauseCase' });
	await expect(pause()).rejects.toThrow();
	expect(await state()).toBe('running');
	await sandbox.addFaults({ kind: 'lostAnswer', operationId: 'pauseCase' });
	await expect(pause()).rejects.toThrow();
	expect(await state()).toBe('paused');
	await sandbox.addFaults({ kind: 'cut' });
	const response = await send();
	expect(response.status).toBe(200);
	await expect(response.text()).rejects.toThrow();
	expect((await sandbox.stats()).byOperation).toEqual({
		pauseCase: { received: 2, effects: 1 },
		listCases: { received: 1, effects: 1 },
	});
});

it('waits, hangs, and sends headers only', async () => {
	await sandbox.addFaults({ kind: 'latency', ms: 300 });
	const begin = Date.now();
	expect((await send()).status).toBe(200);
	expect(Date.now() - begin).toBeGreaterThan(290);
	await sandbox.addFaults({ kind: 'hang' }, { kind: 'headersOnly' });
	await expect(send('GET', CASES, AbortSignal.timeout(200))).rejects.toThrow(/timeout/);
	const response = await send('GET', CASES, AbortSignal.timeout(400));
	expect(response.status).toBe(200);
	expect((await sandbox.stats()).inFlight).toBe(1);
	await expect(response.text()).rejects.toThrow();
});

it('drips single bytes until the client disconnects, after the effect', async () => {
	await sandbox.addFaults({ kind: 'drip', ms: 10 });
	const leaving = new AbortController();
	const response = await send('GET', CASES, leaving.signal);
	const reader = response.body!.getReader();
	let bytes = 0;
	while (bytes < 5) bytes += (await reader.read()).value!.length;
	expect((await sandbox.stats()).byOperation).toEqual({ listCases: { received: 1, effects: 1 } });
	leaving.abort();
	while ((await sandbox.stats()).inFlight > 0) await new Promise((done) => setTimeout(done, 5));
});

it('drops hanging requests on a reset', async () => {
	await sandbox.addFaults({ kind: 'hang' });
	const hanging = send();
	const outcome = expect(hanging).rejects.toThrow();
	while ((await sandbox.stats()).inFlight === 0) await new Promise((done) => setTimeout(done, 5));
	await sandbox.reset();
	await outcome;
});

it('echoes the request headers', async () => {
	await sandbox.addFaults({ kind: 'status', status: 500, echo: true });
	const { message } = (await (await send()).json()) as { message: string };
	expect(message).toContain(sandbox.token);
});

it('matches by operation and path, skips, repeats, and counts', async () => {
	await sandbox.addFaults({
		kind: 'status',
		operationId: 'listCases',
		path: 'status',
		skip: 1,
		times: 2,
	});
	const statuses: number[] = [];
	for (let turn = 0; turn < 4; turn++) {
		await send();
		statuses.push((await send('GET', `${CASES}?status[]=running`)).status);
	}
	expect(statuses).toEqual([200, 500, 500, 200]);
	expect(await sandbox.faults()).toMatchObject([{ matched: 3, fired: 2 }]);
	await sandbox.clearFaults();
	await sandbox.addFaults({ kind: 'status', times: 'always', probability: 0.5, seed: 7 });
	const draw = async (): Promise<number[]> => {
		const drawn: number[] = [];
		for (let turn = 0; turn < 20; turn++) drawn.push((await send()).status);
		return drawn;
	};
	const once = await draw();
	expect(new Set(once)).toEqual(new Set([200, 500]));
	await sandbox.clearFaults();
	await sandbox.addFaults({ kind: 'status', times: 'always', probability: 0.5, seed: 7 });
	expect(await draw()).toEqual(once);
});

it('refuses invalid fault orders', async () => {
	await expect(sandbox.addFaults({ kind: 'nope' as 'html' })).rejects.toThrow(/no fault of kind/);
	await expect(sandbox.addFaults({ kind: 'html', operationId: 'x' })).rejects.toThrow(
		/no operation/,
	);
	await expect(
		sandbox.addFaults({ kind: 'html', stauts: 5 } as unknown as { kind: 'html' }),
	).rejects.toThrow(/no field "stauts"/);
});

it('counts the requests in flight', async () => {
	await sandbox.addFaults({ kind: 'latency', ms: 100, times: 'always' });
	await Promise.all([send(), send(), send()]);
	expect((await sandbox.stats()).maxInFlight).toBe(3);
	const seen = (await sandbox.requests()).map(({ inFlightAtArrival }) => inFlightAtArrival);
	expect(seen).toEqual([1, 2, 3]);
	await sandbox.clearStats();
	expect(await sandbox.stats()).toEqual({ inFlight: 0, maxInFlight: 0, byOperation: {} });
});
