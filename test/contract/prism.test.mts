/**
 * The independent validator Prism reads openapi.yaml as we do: it accepts everything that the node
 * and the sandbox send, and refuses what is wrong.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { sandboxNode } from '../../sandbox/service/client.mts';
import { useService } from '../support/service.mts';
import { CALLS, PAGE_SIZE } from './calls.mts';
import { endpoints } from './contract.mts';

const CASES = '/process_monitor/process_instances';

const bench = useService();
let prism: ChildProcess;
let urls: { proxy: string; mock: string };

beforeAll(async () => {
	const node = sandboxNode(process.cwd());
	const args = ['test/contract/prismProxy.mts', bench.handle.url];
	prism = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'] });
	// If it cannot start, its output ends without a line.
	const [line = ''] = (await Promise.race([
		once(prism.stdout!, 'data'),
		once(prism.stdout!, 'end'),
	])) as [Buffer?];
	urls = JSON.parse(line.toString()) as typeof urls;
});
afterAll(async () => {
	if (prism.exitCode !== null) return;
	const exited = once(prism, 'exit');
	prism.stdin!.end();
	await exited;
});
beforeEach(() => bench.begin());

interface Request {
	method?: string;
	path: string;
	body?: unknown;
	user?: 'admin' | 'viewer';
	/** The header to leave out. */
	without?: string;
}

/** Sends a request through Prism and returns status, parsed body, and whether Prism refused it. */
async function send(request: Request, base = urls.proxy) {
	const { method = 'GET', path, body, user = 'admin', without } = request;
	const { token, organization } = bench.fixtures.users[user];
	const headers = new Headers({ authorization: token, 'x-organization': organization });
	if (body !== undefined) headers.set('content-type', 'application/json');
	if (without !== undefined) headers.delete(without);
	const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
	const response = await fetch(base + path, init);
	const type = String(response.headers.get('content-type'));
	return {
		status: response.status,
		body: (await response.json()) as Record<string, unknown>,
		isRefused: type.includes('problem+json'),
	};
}

describe('valid exchanges pass', () => {
	test('every operation of the node, request and response', async () => {
		await bench.handle.settings({ pageSize: PAGE_SIZE });
		const credential = () => ({ ...bench.credential(), baseUrl: urls.proxy });
		for (const [topic, { calls }] of Object.entries(CALLS)) {
			const [resource, operation] = topic.split('.');
			for (const call of calls(bench.fixtures)) {
				const parameters = { resource, operation, ...call };
				const { error, json } = await bench.run(parameters, { credential: credential() });
				expect([topic, error?.message]).toEqual([topic, undefined]);
				expect(json.length).toBeGreaterThan(0);
			}
		}
		const reached = new Set((await bench.requests()).map(({ operationId }) => operationId));
		expect([...reached].sort()).toEqual(endpoints.map(({ id }) => id).sort());
	}, 120_000);

	test('a Signal ID with any character in it', async () => {
		const { signals, templates } = bench.fixtures;
		const template = templates.everySignal;
		const id = encodeURIComponent(signals.everySignal);
		const answer = await send({ path: `/signals/${id}?template_uuid=${template}` });
		expect(answer).toMatchObject({ status: 200, isRefused: false });
	});

	test.each([
		[400, () => ({ path: `${CASES}?cursor=x` })],
		[401, ({ templates }) => launch({ process_template_uuid: templates.notLaunchable })],
		[403, ({ forbiddenCase }) => ({ path: `${CASES}/${forbiddenCase}`, user: 'viewer' })],
		[404, ({ unknownUuid }) => ({ path: `${CASES}/${unknownUuid}` })],
		[409, ({ cases }) => ({ method: 'PUT', path: `${CASES}/${cases.completed}/pause` })],
		[422, ({ templates }) => launch({ process_template_uuid: templates.purchaseApproval })],
	] as Array<[number, (fixtures: typeof bench.fixtures) => Request]>)(
		'a %i response of the sandbox',
		async (status, request) => {
			const answer = await send(request(bench.fixtures));
			expect(answer).toMatchObject({ status, isRefused: false });
			expect(Object.keys(answer.body)).toEqual(['message']);
		},
	);

	test.each([429, 503])('a %i response ordered by a test', async (status) => {
		await bench.answer('listCases', { message: 'Later.' }, status);
		expect(await send({ path: CASES })).toMatchObject({ status, isRefused: false });
	});
});

/** A request to create a case. */
const launch = (more: object): Request => ({
	method: 'POST',
	path: '/process_instances',
	body: { label: 'x', submission_elements: {}, ...more },
});

// The sandbox checks what Prism ignores: a blank cursor, and an error with an unknown status.
describe('invalid exchanges do not pass', () => {
	test.each<[string, Request]>([
		['an unknown status', { path: `${CASES}?status[]=running&status[]=nonsense` }],
		['a template that is no UUID', { path: `${CASES}?process_type[]=x` }],
		['an unknown order', { path: `${CASES}?sort_by=name` }],
		['a date in words', { path: `${CASES}?created_after=yesterday` }],
		['a date without a zone', { path: `${CASES}?created_after=2026-01-31T10:00:00` }],
		['no template for signals', { path: '/signals' }],
		['no Authorization', { path: CASES, without: 'authorization' }],
		['no X-Organization', { path: CASES, without: 'x-organization' }],
		['a label that is a number', launch({ process_template_uuid: 'x', label: 5 })],
		['elements in a list', launch({ process_template_uuid: 'x', submission_elements: [] })],
		['no template for a case', launch({})],
		['a field that nobody knows', launch({ process_template_uuid: 'x', labels: 'x' })],
		['no body', { method: 'POST', path: '/process_instances' }],
		['a method that the path does not have', { method: 'DELETE', path: CASES }],
		['a path that there is not', { path: `${CASES}/x/reopen` }],
	])('a request with %s', async (_what, request) => {
		const answer = await send(request);
		expect(answer.isRefused).toBe(true);
		expect(answer.status).toBeGreaterThanOrEqual(400);
		// It never reached the sandbox.
		expect(await bench.requests()).toEqual([]);
	});

	const page = { processes: [], next_cursor: null, prev_cursor: null, total: 0, limit: 1, page: 1 };

	test.each<[string, unknown, number]>([
		['a field is missing', { ...page, total: undefined }, 200],
		['a field has another type', { ...page, total: '0' }, 200],
		['a case has no fields', { ...page, processes: [{}] }, 200],
		['an error has no message', { error: 'x' }, 403],
		['an error has more than a message', { message: 'x', code: 1 }, 403],
		['the status is none of the contract', page, 201],
	])('an answer in which %s', async (_what, body, status) => {
		expect(await send({ path: CASES })).toMatchObject({ status: 200, isRefused: false });
		await bench.answer('listCases', page);
		expect(await send({ path: CASES })).toMatchObject({ status: 200, isRefused: false });
		await bench.handle.clearFaults();
		await bench.answer('listCases', body, status);
		expect(await send({ path: CASES })).toMatchObject({ status: 500, isRefused: true });
	});

	test('and the node reports it', async () => {
		await bench.answer('getCase', { process_instance: {}, permissions: [] });
		const credential = { ...bench.credential(), baseUrl: urls.proxy };
		const parameters = { resource: 'case', operation: 'get', caseId: bench.fixtures.cases.running };
		const { error } = await bench.run(parameters, { credential });
		expect(error!.message).toMatch(/HTTP 500/);
	});
});

describe('a mock built only from the contract', () => {
	const bodies: Record<string, unknown> = {
		createCase: launch({ process_template_uuid: 'x' }).body,
		updateTemplate: { name: 'x' },
		triggerSignal: { submission_elements: [], process_instance_uuid: 'x', signal_id: 'x' },
	};

	test.each(endpoints)('answers $id according to the contract', async ({ id, method, written }) => {
		const path = written.split(' ')[1]!.replace(/:\w+/g, 'x');
		const query = path.startsWith('/signals') && method === 'get' ? '?template_uuid=x' : '';
		const request = { method: method.toUpperCase(), path: path + query, body: bodies[id] };
		expect(await send(request, urls.mock)).toMatchObject({ status: 200, isRefused: false });
	});
});
