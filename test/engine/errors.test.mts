/** What a person reads after a failure, and where the failed item goes. */
import { runNode } from '../support/engine.mts';
import type { RunOptions } from '../support/engine.mts';
import { useService } from '../support/service.mts';

const service = useService();

const run = (operation: string, parameters: object, rest: Partial<RunOptions> = {}) =>
	runNode({
		credential: service.credential(),
		parameters: { resource: 'case', operation, ...parameters },
		...rest,
	});

describe('the documented errors (getCase, createCase)', () => {
	test('Show Case 403', async () => {
		const { error } = await run(
			'get',
			{ caseId: service.fixtures.forbiddenCase },
			{ credential: service.credential('viewer') },
		);
		expect(error!.message).toMatch(/^[A-Z].*permission.*\(HTTP 403, Case: Get, item 0\)$/);
		expect(error!.description).toContain('Ask for permission to view it');
	});

	test('Show Case 404', async () => {
		const { error } = await run('get', { caseId: service.fixtures.unknownUuid });
		expect(error!.message).toMatch(
			/^The process instance was not found \(HTTP 404, Case: Get, item 0\)$/,
		);
		expect(error!.description).toContain('Check the ID');
	});

	test('Create New Case 400', async () => {
		const { error } = await run('create', {
			templateId: service.fixtures.templates.simple,
			inputMode: 'json',
		});
		expect(error!.message).toMatch(/label.*\(HTTP 400, Case: Create, item 0\)$/i);
		expect(error!.description).toContain('Enter a Case Name');
	});

	test('Create New Case 401, sent once', async () => {
		const { error } = await run('create', {
			templateId: service.fixtures.templates.notLaunchable,
			label: 'x',
		});
		expect(error!.message).toMatch(/permission.*\(HTTP 401, Case: Create, item 0\)$/);
		expect(error!.description).toContain('is not allowed to launch this template');
		expect(await service.requests('createCase')).toHaveLength(1);
	});
});

test('each input item becomes a result or an error, linked to its input, on both outputs', async () => {
	const { cases, unknownUuid } = service.fixtures;
	const ids = [cases.running, unknownUuid, cases.paused, '..', cases.stopped];
	const { json, errors, probed, probedErrors } = await run(
		'get',
		{ caseId: '={{ $json.id }}' },
		{
			items: ids.map((id, index) => ({ id, name: `input ${index}` })),
			settings: { onError: 'continueErrorOutput' },
			probe: "={{ $('Before').item.json.name }}",
		},
	);
	expect(json.map((entry) => entry.uuid)).toEqual([ids[0], ids[2], ids[4]]);
	expect(probed).toEqual(['input 0', 'input 2', 'input 4']);
	expect(errors.map((item) => item.json)).toEqual([
		expect.objectContaining({
			name: 'input 1',
			error: expect.stringContaining('not found (HTTP 404'),
			details: expect.objectContaining({ httpStatus: 404, whatToDo: expect.any(String) }),
		}),
		expect.objectContaining({ name: 'input 3', error: expect.stringContaining('is not an ID') }),
	]);
	expect(probedErrors).toEqual(['input 1', 'input 3']);
});

test('on the regular output the error item keeps its place', async () => {
	const { cases, unknownUuid } = service.fixtures;
	const { json, probed } = await run(
		'get',
		{ caseId: '={{ $json.id }}' },
		{
			items: [{ id: cases.running }, { id: unknownUuid }, { id: cases.paused }],
			settings: { onError: 'continueRegularOutput' },
			probe: "={{ $('Before').item.json.id }}",
		},
	);
	expect(json[0]!.uuid).toBe(cases.running);
	expect(json[1]).toMatchObject({ error: expect.stringContaining('HTTP 404') });
	expect(json[2]!.uuid).toBe(cases.paused);
	expect(probed).toEqual([cases.running, unknownUuid, cases.paused]);
});

test('lists of many items stay linked when others fail', async () => {
	await service.handle.addFaults({
		operationId: 'listCases',
		kind: 'status',
		status: 500,
		skip: 1,
	});
	const { probed, probedErrors } = await run(
		'getAll',
		{ limit: 2 },
		{
			items: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
			settings: { onError: 'continueErrorOutput' },
			probe: "={{ $('Before').item.json.name }}",
		},
	);
	expect(probed).toEqual(['a', 'a', 'c', 'c']);
	expect(probedErrors).toEqual(['b']);
});

describe('invalid responses', () => {
	const { get } = { get: () => ({ caseId: service.fixtures.cases.running }) };

	test.each([
		['html', { kind: 'html', status: 200 }, 'answered with a web page'],
		['html 502', { kind: 'html', status: 502 }, 'answered with a web page'],
		['empty', { kind: 'empty', status: 200 }, 'answered with an empty response'],
		['text', { kind: 'text', status: 200, body: 'hello' }, 'answered with text'],
		['null', { kind: 'raw', body: 'null', contentType: 'application/json' }, 'answered with null'],
		['array', { kind: 'status', status: 200, body: [] }, 'answered with an array'],
		['shape', { kind: 'status', status: 200, body: { x: 1 } }, 'missing: "process_instance"'],
		[
			'broken JSON',
			{ kind: 'raw', body: '{"a":', contentType: 'application/json' },
			'incomplete data',
		],
		['a body cut short', { kind: 'cut' }, 'was lost before the response'],
		['a reset', { kind: 'reset' }, 'was lost before the response'],
		[
			'redirect',
			{ kind: 'redirect', location: 'https://evil.example/x' },
			'redirects to another address at https://evil.example. Redirects are not followed (HTTP 302',
		],
	] as const)('%s', async (_name, fault, words) => {
		await service.handle.addFaults({ operationId: 'getCase', times: 'always', ...fault });
		const { error, json } = await run('get', get());
		expect(error!.message).toContain(words);
		expect(error!.message).toContain('Case: Get, item 0');
		expect(error!.message).not.toContain('[object');
		expect(error!.description).toBeTruthy();
		expect(json).toEqual([]);
	});

	test('a service that never responds ends at the time-out of Request Options', async () => {
		await service.handle.addFaults({ operationId: 'getCase', kind: 'hang', times: 'always' });
		const { error } = await run('get', { ...get(), requestOptions: { timeout: 300 } });
		expect(error!.message).toContain('did not answer in time');
	});

	test('a closed port', async () => {
		const credential = { ...service.credential(), baseUrl: 'http://127.0.0.1:9' };
		const { error } = await run('get', get(), { credential });
		expect(error!.message).toContain('refused the connection');
		expect(error!.description).toContain('Nothing was sent');
	});
});

test.each([
	[{ baseUrl: 'cases.example.com' }, 'must begin with https://'],
	[{ baseUrl: 'http://user:secret@127.0.0.1' }, 'must not contain a user name'],
	[{ token: '' }, 'Authorization Token in the credential is empty'],
])('an unusable credential is reported: %j', async (fields, reason) => {
	const { error } = await run(
		'get',
		{ caseId: service.fixtures.cases.running },
		{ credential: { ...service.credential(), ...fields } },
	);
	expect(error!.message).toContain(reason);
	expect(JSON.stringify(error)).not.toContain('secret');
	expect(await service.requests()).toEqual([]);
});

test('a credential with spaces, slashes and pasted header names works', async () => {
	const { token, organization } = service.credential();
	const { error } = await run(
		'get',
		{ caseId: service.fixtures.cases.running },
		{
			credential: {
				baseUrl: ` ${service.handle.url}// `,
				token: `Authorization: ${String(token)}\n`,
				organization: ` ${String(organization)} `,
			},
		},
	);
	expect(error).toBeUndefined();
	const [request] = await service.requests();
	expect(request!.headers).toMatchObject({ authorization: token, 'x-organization': organization });
});

test('a failing expression in a later item prevents the requests of earlier ones', async () => {
	const { cases } = service.fixtures;
	const { error } = await run(
		'delete',
		{ caseId: '={{ $json.id ?? $("No Such Node").item.json.id }}' },
		{ items: [{ id: cases.running }, {}] },
	);
	expect(error).toBeDefined();
	await new Promise((resolve) => setTimeout(resolve, 100));
	expect(await service.requests()).toEqual([]);
});

test('in stop mode no write is sent after the first failure', async () => {
	const uuids = await service.handle.addCases({
		count: 200,
		status: 'running',
		template: 'simple',
	});
	// The failing request is answered at once, so that the others are still in flight.
	await service.handle.addFaults(
		{ operationId: 'deleteCase', kind: 'status', status: 500, skip: 20 },
		{ operationId: 'deleteCase', kind: 'latency', ms: 50, times: 'always' },
	);
	const { error } = await run(
		'delete',
		{ caseId: '={{ $json.id }}' },
		{ items: uuids.map((id) => ({ id })) },
	);
	expect(error!.message).toContain('HTTP 500');
	const sent = await service.requests('deleteCase');
	// The earlier ones, the failed one, and at most nine in flight with it.
	expect(sent.length).toBeLessThanOrEqual(30);
	const gone = (await Promise.all(uuids.map((id) => service.handle.rawCase(id)))).flatMap(
		(entry, index) => (entry === null ? [index] : []),
	);
	expect(gone.length).toBe(sent.length - 1);
	expect(error!.description).toContain(`${gone.length} of 200 items were completed (items 0-`);
	await new Promise((resolve) => setTimeout(resolve, 100));
	expect(await service.requests('deleteCase')).toHaveLength(sent.length);
});

test('with Execute Once only the first item is sent', async () => {
	const { cases } = service.fixtures;
	const { json, error } = await run(
		'get',
		{ caseId: '={{ $json.id }}' },
		{
			items: [{ id: cases.running }, { id: cases.paused }, { id: cases.stopped }],
			settings: { executeOnce: true },
		},
	);
	expect(error).toBeUndefined();
	expect(json.map(({ uuid }) => uuid)).toEqual([cases.running]);
	expect(await service.requests()).toHaveLength(1);
});

test('an unknown array format is refused with its name', async () => {
	const { error } = await run('getAll', { filters: { status: ['running'], arrayFormat: 'foo' } });
	expect(error!.message).toContain('"Array Format" does not accept the value "foo"');
	expect(await service.requests()).toEqual([]);
});

test('a field named error is data, not a failure', async () => {
	await service.handle.addFaults({
		operationId: 'getCase',
		kind: 'status',
		status: 200,
		body: { process_instance: {}, permissions: [], error: 'as data' },
	});
	const { json, error } = await run(
		'get',
		{ caseId: service.fixtures.cases.running, simplify: false },
		{ settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
	);
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ service_error: 'as data' });
	expect(await service.requests()).toHaveLength(1);
});

test('with Batching in stop mode the first failure is reported, and nothing is sent after it', async () => {
	const { cases, unknownUuid } = service.fixtures;
	const { error } = await run(
		'get',
		{
			caseId: '={{ $json.id }}',
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 3000 } } },
		},
		{ items: [{ id: unknownUuid }, { id: cases.running }, { id: cases.paused }] },
	);
	expect(error!.message).toContain('not found (HTTP 404, Case: Get, item 0)');
	expect(await service.requests()).toHaveLength(1);
});

describe('a failed item keeps all of its input', () => {
	const failing = (onError: 'continueErrorOutput' | 'continueRegularOutput') =>
		run(
			'get',
			{ caseId: '' },
			{
				items: [{ n: 1, error: 'mine', details: [7], message: 'hello' }],
				file: 'The text of the file',
				settings: { onError },
			},
		);

	test('on the regular output it is next to the error, with its files', async () => {
		const { items } = await failing('continueRegularOutput');
		expect(items[0]!.json.details).toMatchObject({
			input: { n: 1, error: 'mine', details: [7], message: 'hello' },
		});
		expect(items[0]!.binary).toMatchObject({ file: { fileName: 'file.txt' } });
	});

	test('on the error output what the error hides is in its details', async () => {
		const { items, errors } = await failing('continueErrorOutput');
		expect(items).toEqual([]);
		expect(errors[0]!.json).toMatchObject({
			n: 1,
			message: 'hello',
			error: expect.stringContaining('is empty'),
			details: { input: { error: 'mine', details: [7] } },
		});
		expect(errors[0]!.binary).toMatchObject({ file: { fileName: 'file.txt' } });
	});
});
