/** Case > Get Many: paging, limits, filters, sorting. */
import { runNode } from '../support/engine.mts';
import { useService } from '../support/service.mts';

const service = useService();

const list = (parameters: object, timezone?: string) =>
	runNode({
		credential: service.credential(),
		parameters: { resource: 'case', operation: 'getAll', ...parameters },
		timezone,
	});

describe('with 730 cases', () => {
	beforeAll(async () => {
		await service.begin({ cases: 730 });
	});

	test.each([
		[1, 1],
		[100, 1],
		[101, 2],
		[250, 3],
	])('Limit %i returns exactly that many in %i requests', async (limit, requests) => {
		const { json } = await list({ limit });
		expect(json).toHaveLength(limit);
		expect(new Set(json.map((entry) => entry.uuid)).size).toBe(limit);
		expect(await service.requests()).toHaveLength(requests);
	});

	test('the default limit is 50', async () => {
		expect((await list({})).json).toHaveLength(50);
	});

	test('Return All returns each case once, with the same filters on every page', async () => {
		const { json, items } = await list({
			returnAll: true,
			sortBy: 'oldest',
			filters: { status: ['running', 'completed', 'paused', 'stopped', 'error'] },
		});
		expect(json).toHaveLength(730);
		expect(new Set(json.map((entry) => entry.uuid)).size).toBe(730);
		expect(items.every((item) => (item.pairedItem as { item: number }).item === 0)).toBe(true);
		const requests = await service.requests();
		expect(requests).toHaveLength(8);
		const filters = requests.map(({ query }) => ({ ...query, cursor: undefined }));
		expect(new Set(filters.map((query) => JSON.stringify(query))).size).toBe(1);
		expect(requests.filter(({ query }) => query.cursor === undefined)).toHaveLength(1);
	});

	test('Limit may be given as text', async () => {
		const { json } = await list({ limit: '={{ " 10 " }}' });
		expect(json).toHaveLength(10);
	});

	test.each([0, -1, 1.5, '={{ "many" }}', '={{ null }}', '={{ "1e1" }}'])(
		'Limit %p is refused before anything is sent',
		async (limit) => {
			const { error, json } = await list({ limit });
			expect(error!.message).toContain('"Limit" must be a whole number of at least 1');
			expect(json).toEqual([]);
			expect(await service.requests()).toEqual([]);
		},
	);

	test('an error on the third page fails the whole list', async () => {
		await service.handle.addFaults({ kind: 'status', status: 500, skip: 2, times: 'always' });
		const { error, json } = await list({ returnAll: true });
		expect(error!.message).toContain('HTTP 500');
		expect(json).toEqual([]);
	});

	test('repeated cursors end with an error', async () => {
		await service.handle.addFaults({
			kind: 'status',
			status: 200,
			times: 'always',
			body: { processes: [], next_cursor: 'again', prev_cursor: null, total: 0, limit: 1, page: 1 },
		});
		const { error } = await list({ returnAll: true });
		expect(error!.message).toContain('never ends');
	});

	test.each([[null], [''], [undefined]])('next_cursor %p is the end', async (next_cursor) => {
		await service.handle.addFaults({
			kind: 'status',
			status: 200,
			body: { processes: [{ uuid: 'only' }], ...(next_cursor !== undefined && { next_cursor }) },
		});
		expect((await list({ returnAll: true })).json).toHaveLength(1);
	});
});

describe('filters', () => {
	beforeAll(async () => {
		await service.begin({ cases: 60 });
	});

	test.each([
		['brackets', 'status%5B%5D=running&status%5B%5D=error'],
		['repeat', 'status=running&status=error'],
		['comma', 'status=running,error'],
		['indices', 'status%5B0%5D=running&status%5B1%5D=error'],
	])('statuses as %s reach the service', async (arrayFormat, query) => {
		const { json } = await list({
			returnAll: true,
			filters: { status: ['running', 'error'], arrayFormat },
		});
		expect((await service.requests())[0]!.url.split('?')[1]).toBe(query);
		expect(new Set(json.map((entry) => entry.status))).toEqual(new Set(['running', 'error']));
	});

	test('templates', async () => {
		const { simple } = service.fixtures.templates;
		const { json } = await list({ returnAll: true, filters: { templateIds: [simple] } });
		expect(json.length).toBeGreaterThan(0);
		expect(new Set(json.map((entry) => entry.template_uuid))).toEqual(new Set([simple]));
	});

	test('a single status from an expression', async () => {
		const { json } = await list({ returnAll: true, filters: { status: '={{ "paused" }}' } });
		expect(new Set(json.map((entry) => entry.status))).toEqual(new Set(['paused']));
	});

	test("created before and after, in the workflow's time zone", async () => {
		await list(
			{ filters: { createdAfter: '2025-01-02', createdBefore: '2025-03-01T10:00:00' } },
			'America/Los_Angeles',
		);
		expect((await service.requests())[0]!.query).toEqual({
			created_after: '2025-01-02',
			created_before: '2025-03-01T18:00:00.000Z',
		});
	});

	test('an ambiguous date is refused', async () => {
		const { error } = await list({ filters: { createdAfter: '06/07/2026' } });
		expect(error!.message).toContain('"Created After" is not an unambiguous date');
		expect(await service.requests()).toEqual([]);
	});

	test('blank filters are not sent', async () => {
		await list({
			sortBy: '',
			filters: { createdAfter: '', createdBefore: '={{ null }}', status: [], templateIds: [''] },
		});
		expect((await service.requests())[0]!.url).toBe('/process_monitor/process_instances');
	});

	test.each(['newest', 'oldest', 'status'])('sorted by %s', async (sortBy) => {
		const { json } = await list({ returnAll: true, sortBy });
		expect((await service.requests())[0]!.query).toEqual({ sort_by: sortBy });
		const dates = json.map((entry) => String(entry.created_at));
		if (sortBy === 'oldest') expect(dates).toEqual([...dates].sort());
		if (sortBy === 'newest') expect(dates).toEqual([...dates].sort().reverse());
	});

	test('returns the response unchanged', async () => {
		const { json } = await list({ limit: 1, simplify: false });
		expect(json[0]).toHaveProperty('process_template.uuid');
		expect(json[0]).toHaveProperty('launcher.first_name');
	});
});
