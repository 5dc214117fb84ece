/** The operations of the resource Case: results as in section 5 of the design. */
import { runNode } from '../support/engine.mts';
import { useService } from '../support/service.mts';

const service = useService();

const run = (operation: string, parameters = {}, items?: object[]) =>
	runNode({
		credential: service.credential(),
		parameters: { resource: 'case', operation, ...parameters },
		items: items as never,
	});

const byExpression = { caseId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };

beforeEach(async () => {
	await service.begin();
});

describe('get', () => {
	test('simplified', async () => {
		const { waitingCase, templates } = service.fixtures;
		const { json, items, error } = await run('get', { caseId: waitingCase });
		const stored = await service.handle.rawCase(waitingCase);
		expect(error).toBeUndefined();
		expect(Object.keys(json[0]!)).toEqual([
			'uuid',
			'name',
			'status',
			'sequential_id',
			'created_at',
			'completed_date',
			'template_uuid',
			'template_name',
			'launcher_uuid',
			'launcher_name',
			'permissions',
		]);
		expect(json[0]).toMatchObject({
			uuid: waitingCase,
			name: stored!.name,
			status: 'running',
			completed_date: null,
			template_uuid: templates.purchaseApproval,
			template_name: 'Purchase Approval',
			permissions: expect.arrayContaining(['View process instance']),
		});
		expect(json[0]!.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
		expect(items[0]!.pairedItem).toEqual({ item: 0 });
	});

	test('as the service sent it', async () => {
		const { json } = await run('get', { caseId: service.fixtures.waitingCase, simplify: false });
		expect(Object.keys(json[0]!)).toEqual(['process_instance', 'permissions']);
		expect(json[0]!.process_instance).toMatchObject({
			uuid: service.fixtures.waitingCase,
			launcher: { first_name: expect.any(String) },
		});
	});

	test.each([
		['a plain text', (id: string) => id],
		['From List', (id: string) => ({ __rl: true, mode: 'list', value: id, cachedResultName: 'x' })],
		['By ID', (id: string) => ({ __rl: true, mode: 'id', value: ` ${id}\n` })],
		[
			'By Link',
			(id: string) => ({
				__rl: true,
				mode: 'url',
				value: `https://x.example/org/00000000-0000-4000-8000-000000000000/cases/${id}?tab=1`,
			}),
		],
	])('finds the case by %s', async (_name, locator) => {
		const { json } = await run('get', { caseId: locator(service.fixtures.waitingCase) });
		expect(json[0]!.uuid).toBe(service.fixtures.waitingCase);
	});
});

describe('create', () => {
	const values = () => ({
		templateId: service.fixtures.templates.simple,
		label: 'Made by a test',
		inputMode: 'json',
	});

	test('starts a case with label and elements', async () => {
		const { json, error } = await run('create', values());
		expect(error).toBeUndefined();
		expect(Object.keys(json[0]!)).toEqual(['message', 'process_instance_uuid', 'uuid']);
		expect(json[0]!.uuid).toBe(json[0]!.process_instance_uuid);
		const stored = await service.handle.rawCase(String(json[0]!.process_instance_uuid));
		expect(stored).toMatchObject({ name: 'Made by a test', status: 'running' });
		expect((await service.requests('createCase'))[0]!.body).toEqual({
			label: 'Made by a test',
			submission_elements: {},
			process_template_uuid: service.fixtures.templates.simple,
		});
	});

	test('sends the elements as they are, keys untouched', async () => {
		const elementsJson = '{"a.b":{"c":[1,null,"ä"]},"x[0]":"y","__proto__":"z"}';
		await service.handle.addFaults({
			operationId: 'createCase',
			kind: 'status',
			status: 200,
			body: { message: 'launched', process_instance_uuid: 'new' },
		});
		await run('create', { ...values(), elementsJson });
		const [request] = await service.requests('createCase');
		expect(JSON.stringify((request!.body as Record<string, unknown>).submission_elements)).toBe(
			elementsJson,
		);
	});

	test('takes an object from an expression', async () => {
		const { error } = await run('create', { ...values(), elementsJson: '={{ $json.elements }}' }, [
			{ elements: {} },
		]);
		expect(error).toBeUndefined();
		expect(await service.requests('createCase')).toHaveLength(1);
	});

	test.each([
		['{"a":', 'is not valid JSON'],
		['[1]', 'must be an object'],
		['null', 'must be an object'],
		['"text"', 'must be an object'],
		['7', 'must be an object'],
	])('refuses the elements %s before anything is sent', async (elementsJson, reason) => {
		const { error } = await run('create', { ...values(), elementsJson });
		expect(error!.message).toContain('"Elements (JSON)"');
		expect(error!.message).toContain(reason);
		expect(error!.message).toContain('item 0');
		expect(await service.requests()).toEqual([]);
	});

	test('a blank label is not sent', async () => {
		const { error } = await run('create', {
			templateId: service.fixtures.templates.automated,
			label: '  ',
			inputMode: 'json',
		});
		expect(error).toBeUndefined();
		expect((await service.requests('createCase'))[0]!.body).not.toHaveProperty('label');
	});

	test('a response without the new ID says that the case may have been created', async () => {
		await service.handle.addFaults({
			operationId: 'createCase',
			kind: 'status',
			status: 200,
			body: {},
		});
		const { error } = await run('create', values());
		expect(error!.message).toContain('missing: "process_instance_uuid"');
		expect(error!.description).toContain('The case may have been created');
	});
});

describe.each([
	['pause', 'running', 'paused'],
	['stop', 'running', 'stopped'],
	['resume', 'paused', 'running'],
	['resume', 'stopped', 'running'],
] as const)('%s', (operation, from, to) => {
	test(`takes a case from ${from} to ${to}`, async () => {
		const id = service.fixtures.cases[from];
		const { json, error } = await run(operation, { caseId: id });
		expect(error).toBeUndefined();
		expect(json).toEqual([{ message: expect.any(String), process_instance_uuid: id }]);
		expect((await service.handle.rawCase(id))!.status).toBe(to);
		const [request] = await service.requests();
		expect(request!.body).toBeNull();
	});

	test('an empty response is a success', async () => {
		await service.handle.addFaults({ kind: 'empty', status: 204 });
		const { json } = await run(operation, { caseId: service.fixtures.cases[from] });
		expect(json).toEqual([{ message: null, process_instance_uuid: service.fixtures.cases[from] }]);
	});
});

describe('delete', () => {
	test('removes the case', async () => {
		const id = service.fixtures.cases.completed;
		const { json } = await run('delete', { caseId: id });
		expect(json).toEqual([
			{ deleted: true, message: expect.any(String), process_instance_uuid: id },
		]);
		expect(await service.handle.rawCase(id)).toBeNull();
		const [request] = await service.requests();
		expect(request).toMatchObject({ method: 'DELETE', body: null });
	});

	test.each([204, 200])('an empty response with %i is a success', async (status) => {
		await service.handle.addFaults({ kind: 'empty', status });
		const id = service.fixtures.cases.completed;
		const { json } = await run('delete', { caseId: id });
		expect(json).toEqual([{ deleted: true, message: null, process_instance_uuid: id }]);
	});
});

describe('getDocuments', () => {
	test('returns one item per file', async () => {
		const { json, items } = await run('getDocuments', {
			caseId: service.fixtures.caseWithDocuments,
		});
		expect(json.length).toBeGreaterThan(1);
		expect(Object.keys(json[0]!)).toEqual([
			'submission_id',
			'submission_status',
			'assignee_type',
			'member_uuid',
			'member_name',
			'task_definition_id',
			'task_name',
			'field_name',
			'original_name',
			'storage_name',
			'process_instance_uuid',
		]);
		expect(json.every((entry) => typeof entry.original_name === 'string')).toBe(true);
		expect(items.every((item) => (item.pairedItem as { item: number }).item === 0)).toBe(true);
	});

	test('returns one item per entry of docs', async () => {
		const { json } = await run('getDocuments', {
			caseId: service.fixtures.caseWithDocuments,
			simplify: false,
		});
		expect(json).toHaveLength(3);
		expect(json[0]).toMatchObject({ id: expect.any(String), documents_info: expect.any(Array) });
	});

	test('returns no item without documents', async () => {
		const [caseId] = await service.handle.addCases({ template: 'simple' });
		const { json, error } = await run('getDocuments', { caseId });
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
	});
});

describe('250 items', () => {
	const ids = (uuids: string[]) => uuids.map((id) => ({ id }));

	test.each(['get', 'pause', 'stop', 'delete', 'getDocuments'])('%s', async (operation) => {
		const uuids = await service.handle.addCases({
			count: 250,
			status: 'running',
			template: 'simple',
		});
		const { json, items, error } = await run(operation, byExpression, ids(uuids));
		expect(error).toBeUndefined();
		expect(await service.requests()).toHaveLength(250);
		if (operation === 'getDocuments') return;
		expect(json.map((entry) => entry.uuid ?? entry.process_instance_uuid)).toEqual(uuids);
		expect(items.map((item) => (item.pairedItem as { item: number }).item)).toEqual(
			uuids.map((_uuid, index) => index),
		);
	});

	test('resume', async () => {
		const uuids = await service.handle.addCases({
			count: 250,
			status: 'paused',
			template: 'simple',
		});
		const { json } = await run('resume', byExpression, ids(uuids));
		expect(json.map((entry) => entry.process_instance_uuid)).toEqual(uuids);
		expect((await service.handle.rawCase(uuids[249]!))!.status).toBe('running');
	});

	test('create', async () => {
		const items = Array.from({ length: 250 }, (_unused, index) => ({ label: `Case ${index}` }));
		const { json } = await run(
			'create',
			{ templateId: service.fixtures.templates.simple, label: '={{ $json.label }}' },
			items,
		);
		const uuids = json.map((entry) => String(entry.process_instance_uuid));
		expect(new Set(uuids).size).toBe(250);
		expect((await service.handle.rawCase(uuids[123]!))!.name).toBe('Case 123');
	});

	test('getAll, one list for each item', async () => {
		const { json, items } = await run(
			'getAll',
			{ limit: 2 },
			Array.from({ length: 250 }, () => ({})),
		);
		expect(json).toHaveLength(500);
		expect(items.map((item) => (item.pairedItem as { item: number }).item)).toEqual(
			Array.from({ length: 500 }, (_unused, index) => Math.floor(index / 2)),
		);
		expect(await service.requests()).toHaveLength(250);
	});
});

test('every item can be stored as JSON', async () => {
	for (const operation of ['get', 'getAll', 'getDocuments']) {
		for (const simplify of [true, false]) {
			const { json } = await run(operation, {
				caseId: service.fixtures.caseWithDocuments,
				simplify,
			});
			expect(JSON.parse(JSON.stringify(json))).toEqual(json);
		}
	}
});
