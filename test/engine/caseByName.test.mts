/** A case by its name or number, and repeated starts, in n8n itself. */
import type { IDataObject } from 'n8n-workflow';

import { useService } from '../support/service.mts';

const service = useService();

beforeEach(() => service.begin({ cases: 0 }));

const by = (mode: string, value: unknown) => ({ __rl: true, mode, value }) as never;

const run = (resource: string, operation: string, parameters: object, rest: object = {}) =>
	service.run({ resource, operation, ...parameters } as never, rest);

const lists = async () => await service.requests('listCases');

const writes = async () => (await service.requests()).filter(({ method }) => method !== 'GET');

test('1,000 signals by name among 5,000 open cases take 50 requests for the list and 1,000 calls', async () => {
	const uuids = await service.handle.addCases({
		count: 5000,
		name: 'PO',
		template: 'purchaseApproval',
	});
	const names = await Promise.all(
		uuids.filter((_uuid, n) => n % 5 === 0).map(async (uuid) => await service.handle.rawCase(uuid)),
	);
	const { json, error } = await run(
		'signal',
		'trigger',
		{
			templateId: by('id', service.fixtures.templates.purchaseApproval),
			signalId: by('id', service.fixtures.signals.purchaseApproval),
			caseId: by('name', '={{ $json.name }}'),
			inputMode: 'json',
			elementsJson: '[{ "name": "approved", "value": true }]',
		},
		{ items: names.map((one) => ({ name: one!.name })) },
	);
	expect(error).toBeUndefined();
	expect(json.map(({ process_instance_uuid }) => process_instance_uuid)).toEqual(
		names.map((one) => one!.uuid),
	);
	const requests = await service.requests();
	expect(requests.filter(({ operationId }) => operationId === 'listCases')).toHaveLength(50);
	expect(requests.filter(({ operationId }) => operationId === 'triggerSignal')).toHaveLength(1000);
	expect(requests).toHaveLength(1050);
}, 240_000);

test('with the same name in two templates the signal reaches the case of its template', async () => {
	const [other] = await service.handle.addCases({ name: 'PO-1', template: 'everySignal' });
	const [meant] = await service.handle.addCases({ name: 'PO-1', template: 'purchaseApproval' });
	const signal = {
		signalId: by('id', service.fixtures.signals.purchaseApproval),
		caseId: by('name', 'PO-1'),
		inputMode: 'json',
		elementsJson: '[{ "name": "approved", "value": true }]',
	};
	const templateId = by('id', service.fixtures.templates.purchaseApproval);
	const { json } = await run('signal', 'trigger', { ...signal, templateId });
	expect(json).toEqual([
		{
			message: 'The signal event was triggered.',
			process_instance_uuid: meant,
			signal_id: signal.signalId['value'],
		},
	]);
	expect((await service.handle.rawCase(other!))!.status).toBe('running');
	// It is completed by now and therefore no longer found.
	const { error } = await run('signal', 'trigger', { ...signal, templateId });
	expect(error!.message).toMatch(/^No open case of the template ".*" has the name "PO-1"/);
	expect(await writes()).toHaveLength(1);
});

test.each(['', ' ', null, {}, 'No such name'])(
	'the name %j sends nothing, in any mode of On Error',
	async (name) => {
		await service.handle.addCases({ name: 'One' });
		const messages = await service.refusals(
			{ resource: 'case', operation: 'delete', caseId: by('name', '={{ $json.name }}') },
			[{ name }] as IDataObject[],
		);
		for (const message of messages) {
			expect(message).toMatch(/\((caseId)\) (is empty|must be the name)|No open case has the name/);
		}
		expect(await writes()).toEqual([]);
	},
);

test.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'a list that fails on its third page causes an error for every item, and nothing is sent (On Error %s)',
	async (onError) => {
		await service.handle.addCases({ count: 250, name: 'Case' });
		await service.handle.addFaults({
			kind: 'status',
			operationId: 'listCases',
			skip: 2,
			body: { message: 'The words of the service.' },
		});
		const { error, items, errors } = await run(
			'case',
			'pause',
			{ caseId: by('name', '={{ $json.name }}') },
			{ items: [{ name: 'Case 1' }, { name: 'Case 2' }], settings: { onError } },
		);
		const messages = error ? [error.message] : [...items, ...errors].map(({ json }) => json.error);
		expect(messages).toHaveLength(onError === undefined ? 1 : 2);
		for (const message of messages) {
			expect(message).toMatch('The words of the service (HTTP 500, Case: Pause');
		}
		expect(await lists()).toHaveLength(3);
		expect(await writes()).toEqual([]);
	},
);

test('a case that is deleted between the lookup and the call gets the message of the service', async () => {
	const [gone, there] = await service.handle.addCases({ count: 2, name: 'Case' });
	await service.handle.addFaults({
		kind: 'status',
		operationId: 'pauseCase',
		path: gone!,
		status: 404,
		body: { message: 'The process instance was not found.' },
	});
	const names = await Promise.all(
		[gone, there].map(async (uuid) => await service.handle.rawCase(uuid!)),
	);
	const { json } = await run(
		'case',
		'pause',
		{ caseId: by('name', '={{ $json.name }}') },
		{
			items: names.map((one) => ({ name: one!.name })),
			settings: { onError: 'continueRegularOutput' },
		},
	);
	expect(json[0]!.error).toBe('The process instance was not found (HTTP 404, Case: Pause, item 0)');
	expect(json[1]!.process_instance_uuid).toBe(there);
});

describe('a list that moves while it is read', () => {
	/** A deletion between two pages that are counted by entries hides one of the cases PO-1. */
	const hideOne = async (names: string[]) => {
		for (const name of names) await service.handle.addCases({ name, template: 'simple' });
		const all = { returnAll: true, sortBy: 'oldest', simplify: false };
		const { json: cases } = await run('case', 'getAll', all);
		await service.handle.clearRequests();
		const parts = { prev_cursor: null, limit: 3, page: 1 };
		const pages = [
			{ ...parts, processes: cases.slice(0, 3), total: names.length, next_cursor: '3' },
			{ ...parts, processes: cases.slice(4), total: names.length - 1, next_cursor: null },
		];
		const fault = { kind: 'status', operationId: 'listCases', status: 200 } as const;
		await service.handle.addFaults(...pages.map((body) => ({ ...fault, body })));
	};

	test.each(['delete', 'pause', 'resume', 'stop'])(
		'%s does not act on one of two cases',
		async (operation) => {
			await hideOne(['Old', 'Older', 'PO-1', 'PO-1', 'Last']);
			const { error } = await run('case', operation, { caseId: by('name', 'PO-1') });
			expect(error!.message).toMatch('2 open cases have the name "PO-1"');
			expect(await lists()).toHaveLength(3);
			expect(await writes()).toEqual([]);
		},
	);

	test('Create returns the existing case', async () => {
		await hideOne(['Old', 'Older', 'Oldest', 'PO-1', 'Last']);
		const { json } = await run('case', 'create', {
			templateId: service.fixtures.templates.simple,
			label: 'PO-1',
			ifNameTaken: 'return',
			inputMode: 'json',
		});
		expect(json).toMatchObject([{ created: false }]);
		expect(await writes()).toEqual([]);
	});
});

test('a case by its number, and its documents', async () => {
	await service.begin();
	const { sequentialId } = (await service.handle.rawCase(service.fixtures.waitingCase))!;
	for (const number of [sequentialId, `#${sequentialId}`, `={{ ${sequentialId} }}`]) {
		const { json } = await run('case', 'get', { caseId: by('number', number) });
		expect(json[0]!.uuid).toBe(service.fixtures.waitingCase);
	}
	// Completed cases can only be reached by ID.
	const { json } = await run('case', 'getDocuments', {
		caseId: service.fixtures.caseWithDocuments,
	});
	expect(json[0]!.process_instance_uuid).toBe(service.fixtures.caseWithDocuments);
});

describe('Create > If the Name Is Taken', () => {
	const create = (labels: string[], more: object = {}, rest: object = {}) =>
		run(
			'case',
			'create',
			{
				templateId: service.fixtures.templates.simple,
				label: '={{ $json.label }}',
				ifNameTaken: 'return',
				inputMode: 'json',
				...more,
			},
			{ items: labels.map((label) => ({ label })), ...rest },
		);

	const RETRY = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };

	test('a repeated start creates one case, whatever is lost', async () => {
		await service.handle.addFaults(
			{ kind: 'lostAnswer', operationId: 'createCase' },
			{ kind: 'reset', operationId: 'createCase', skip: 1 },
			{ kind: 'status', status: 500, operationId: 'listCases', skip: 1 },
		);
		const labels = Array.from({ length: 20 }, (_unused, n) => `PO-${n % 10}`);
		const { json, error } = await create(labels, {}, { settings: RETRY });
		expect(error).toBeUndefined();
		expect(json.filter(({ created }) => created === true)).toHaveLength(10);
		expect(new Set(json.map(({ uuid }) => uuid)).size).toBe(10);
		const stats = (await service.handle.stats()).byOperation;
		expect(stats.createCase!.effects).toBe(10);
		const again = await create(labels);
		expect(again.json.map(({ uuid }) => uuid)).toEqual(json.map(({ uuid }) => uuid));
		expect(again.json.every(({ created }) => created === false)).toBe(true);
	});

	test('Fail names the existing case', async () => {
		await service.handle.addCases({ name: 'PO-1', template: 'simple' });
		const { error } = await create(['PO-1'], { ifNameTaken: 'error' });
		expect(error!.message).toMatch(
			/has a case with the name "PO-1" already: #1 \(running, started 20/,
		);
		expect(await writes()).toEqual([]);
	});

	test('completed cases count within the days to look back', async () => {
		const [old] = await service.handle.addCases({
			name: 'PO-1',
			template: 'simple',
			status: 'completed',
			createdAt: new Date(Date.now() - 10 * 24 * 3_600_000).toISOString(),
		});
		const { json } = await create(['PO-1'], { lookBackDays: 11 });
		expect(json[0]).toMatchObject({ uuid: old, created: false });
		expect((await create(['PO-1'], { lookBackDays: 9 })).json[0]!.created).toBe(true);
	});

	test('a workflow saved by an earlier version runs as before', async () => {
		const { json } = await run('case', 'create', {
			templateId: service.fixtures.templates.simple,
			label: 'PO-1',
			inputMode: 'json',
		});
		expect(Object.keys(json[0]!)).toEqual(['message', 'process_instance_uuid', 'uuid']);
		expect(await lists()).toEqual([]);
	});
});

describe('Filters > Name Contains', () => {
	const names = ['PO Büro 1', 'po BU\u0308RO 2', 'Other', 'PO büro 3'];

	beforeEach(async () => {
		for (const name of names) await service.handle.addCases({ name, template: 'simple' });
		await service.handle.settings({ pageSize: 1 });
	});

	const list = async (parameters: object) =>
		(await run('case', 'getAll', { sortBy: 'oldest', ...parameters })).json.map(({ name }) => name);

	test('Limit counts matching cases, and no page is read without need', async () => {
		const filters = { nameContains: 'BÜRO' };
		expect(await list({ limit: 2, filters })).toEqual(names.slice(0, 2));
		expect(await lists()).toHaveLength(2);
		expect(await list({ returnAll: true, filters })).toEqual([names[0], names[1], names[3]]);
		expect(await list({ limit: 50, filters: { nameContains: 'nobody' } })).toEqual([]);
		expect((await lists()).every(({ url }) => !url.includes('ame'))).toBe(true);
		expect(await list({ returnAll: true, filters: { nameContains: '' } })).toEqual(names);
	});

	test('a list of many pages without a match is not an endless list', async () => {
		await service.handle.addCases({ count: 150, name: 'Filler' });
		await service.handle.addCases({ name: 'Last büro' });
		const found = await list({ returnAll: true, filters: { nameContains: 'last' } });
		expect(found).toEqual(['Last büro']);
	});

	const bulk = (parameters: object) =>
		run('case', 'bulkAction', { action: 'delete', dryRun: false, ...parameters });

	test('a bulk action acts on matching cases, and Max Cases counts those', async () => {
		const { json } = await bulk({ filters: { nameContains: 'büro' }, maxCases: 3 });
		expect(json.map(({ name, outcome }) => [name, outcome]).sort()).toEqual(
			[names[0], names[1], names[3]].map((name) => [name, 'done']).sort(),
		);
		await service.handle.addCases({ count: 4, name: 'Many' });
		const { error } = await bulk({ filters: { nameContains: 'many' }, maxCases: 3 });
		expect(error!.message).toMatch('More than 3 cases match, which is the limit set by Max Cases');
	});

	test('a blank filter is refused', async () => {
		for (const nameContains of ['', '={{ $json.nothing }}']) {
			const { error } = await bulk({ filters: { nameContains } });
			expect(error!.message).toMatch('The filter "Name Contains" is empty');
		}
		expect(await service.requests()).toEqual([]);
	});

	test.each(['delete', 'pause'])('a case renamed after it was listed: no %s', async (action) => {
		await service.handle.settings({ pageSize: 100 });
		const [uuid] = await service.handle.addCases({ name: 'Renamed', template: 'simple' });
		await service.handle.addFaults({ kind: 'latency', ms: 400, operationId: 'getCase' });
		const running = bulk({ action, filters: { nameContains: 'renamed' } });
		const until = Date.now() + 10_000;
		while ((await service.requests('getCase')).length === 0 && Date.now() < until) {
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		await service.handle.patchCase(uuid!, { name: 'Other' });
		const { json } = await running;
		expect(json[0]).toMatchObject({
			outcome: 'skipped',
			message:
				'It has changed since it was listed. Its name is "Other", which does not match the filter Name Contains',
		});
		expect(await writes()).toEqual([]);
	});
});
