/** Case > Bulk Action: listed cases, changed cases, and the report. */
import type { RunOptions } from '../support/engine.mts';
import { eventually } from '../support/eventually.mts';
import { useService } from '../support/service.mts';

const service = useService();

beforeEach(() => service.begin());

const bulk = (parameters: object, rest: Partial<RunOptions> = {}) =>
	service.run({ resource: 'case', operation: 'bulkAction', ...parameters } as never, rest);

/** Cases of a separate template, so that no other test or seed matches. */
const cases = async (count: number, status = 'running') => {
	const uuids = await service.handle.addCases({
		count,
		status: status as never,
		template: 'umlauts',
		createdAt: '2026-01-02T03:04:05.000Z',
	});
	return uuids;
};

/** Filters that match exactly them. */
const ours = (rest: object = {}) => ({
	filters: {
		templateIds: [service.fixtures.templates.umlauts],
		createdAfter: '2026-01-01',
		...rest,
	},
	maxCases: 10_000,
});

const outcomes = (json: Array<{ outcome?: unknown }>) => {
	const counts: Record<string, number> = {};
	for (const { outcome } of json) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
	return counts;
};

const effects = async (operationId: string) =>
	(await service.handle.stats()).byOperation[operationId]?.effects ?? 0;

const writes = async () => (await service.requests()).filter(({ method }) => method !== 'GET');

test('5,000 deleted, 3 failing, 2 already gone: all are accounted for, within the limits', async () => {
	const uuids = await cases(5000, 'completed');
	const failing = [100, 2500, 4990].map((index) => uuids[index]!);
	await service.handle.addFaults(
		...failing.map((path) => ({
			kind: 'status' as const,
			operationId: 'deleteCase',
			path,
			body: { message: 'The words of the service.' },
			times: 'always' as const,
		})),
	);
	// Long enough that several are in flight.
	const slow = { kind: 'latency', ms: 2, times: 'always' } as const;
	await service.handle.addFaults(
		{ ...slow, operationId: 'getCase' },
		{ ...slow, operationId: 'deleteCase' },
	);
	await service.handle.clearStats();
	const running = bulk({
		...ours({ status: ['completed'] }),
		action: 'delete',
		dryRun: false,
		options: { requestsAtOnce: 8 },
	});
	// The list is complete once the first case is deleted; the oldest come last.
	await eventually('A deleted case', async () => (await effects('deleteCase')) > 0);
	const gone = [uuids[0]!, uuids[1]!];
	for (const uuid of gone) await service.handle.removeCase(uuid);
	const { json, items, error } = await running;
	expect(error).toBeUndefined();
	expect(outcomes(json)).toEqual({ done: 4995, skipped: 2, failed: 3 });
	expect(new Set(json.map(({ uuid }) => uuid))).toEqual(new Set(uuids));
	const of = (outcome: string) => json.filter((entry) => entry.outcome === outcome);
	expect(new Set(of('failed').map(({ uuid }) => uuid))).toEqual(new Set(failing));
	for (const { message } of of('failed')) {
		expect(message).toMatch(
			/^The words of the service \(HTTP 500\)\. The case may have been deleted/,
		);
	}
	expect(new Set(of('skipped').map(({ uuid }) => uuid))).toEqual(new Set(gone));
	expect(items.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
	expect(json.filter((entry) => 'error' in entry)).toEqual([]);
	const { maxInFlight, byOperation } = await service.handle.stats();
	expect(maxInFlight).toBeLessThanOrEqual(8);
	expect(maxInFlight).toBeGreaterThan(4);
	expect(byOperation.deleteCase!.effects).toBe(4995);
}, 300_000);

describe('a dry run', () => {
	test('is the default, requests only the list, and says what would be done', async () => {
		const [first] = await cases(3);
		await cases(1, 'paused');
		const { json } = await bulk({ ...ours(), action: 'pause' });
		expect(outcomes(json)).toEqual({ planned: 3, skipped: 1 });
		expect(json.find(({ uuid }) => uuid === first)).toMatchObject({
			status: 'running',
			template_uuid: service.fixtures.templates.umlauts,
			action: 'pause',
			outcome: 'planned',
			message: 'It would be paused',
		});
		expect((await service.requests()).map(({ operationId }) => operationId)).toEqual(['listCases']);
	});

	test.each(['={{ null }}', '={{ $json.nothing }}', '={{ "no" }}', 'true', 0])(
		'%p does not turn it off',
		async (dryRun) => {
			await cases(1);
			const { json } = await bulk({ ...ours(), action: 'stop', dryRun });
			expect(outcomes(json)).toEqual({ planned: 1 });
		},
	);
});

test.each([
	['pause', 'running', 'paused'],
	['stop', 'running', 'stopped'],
	['resume', 'stopped', 'running'],
	['resume', 'paused', 'running'],
])('%s takes each case from %s to %s', async (action, from, to) => {
	const uuids = await cases(3, from);
	const { json } = await bulk({ ...ours(), action, dryRun: false });
	expect(outcomes(json)).toEqual({ done: 3 });
	expect(json[0]!.message).toMatch(/^The process instance has been/);
	for (const uuid of uuids) {
		expect(await service.handle.rawCase(uuid)).toMatchObject({ status: to });
	}
});

test('an empty response is a success, as for a single delete', async () => {
	await cases(2);
	await service.handle.addFaults({
		kind: 'empty',
		status: 204,
		operationId: 'deleteCase',
		times: 'always',
	});
	const { json } = await bulk({ ...ours(), action: 'delete', dryRun: false });
	expect(json.map(({ outcome, message }) => [outcome, message])).toEqual([
		['done', null],
		['done', null],
	]);
	await service.handle.clearRequests();
});

test('a case whose status does not allow the action is skipped without a request', async () => {
	for (const status of ['running', 'error', 'stopped', 'completed', 'paused'])
		await cases(1, status);
	for (const action of ['pause', 'stop', 'resume']) {
		const { json } = await bulk({ ...ours(), action, dryRun: true });
		const from = json.filter(({ outcome }) => outcome === 'planned').map(({ status }) => status);
		expect(from.sort()).toEqual(action === 'resume' ? ['paused', 'stopped'] : ['running']);
		expect(json.find(({ status }) => status === 'completed')!.message).toMatch(
			/^Its status is completed; only a (running|stopped or paused) case can be/,
		);
	}
});

describe('a case that changed after it was listed', () => {
	test('is not deleted if the list was filtered by its status', async () => {
		const [changed, same] = await cases(2, 'completed');
		// While the list waits for its second page, the first case is resumed.
		await service.handle.settings({ pageSize: 1 });
		await service.handle.addFaults({
			kind: 'latency',
			ms: 400,
			operationId: 'getCase',
			times: 'always',
		});
		const running = bulk({ ...ours({ status: ['completed'] }), action: 'delete', dryRun: false });
		await eventually(
			'A look at a case',
			async () => (await service.requests('getCase')).length > 0,
		);
		await service.handle.patchCase(changed!, { status: 'running' });
		const { json } = await running;
		expect(outcomes(json)).toEqual({ done: 1, skipped: 1 });
		expect(json.find(({ uuid }) => uuid === changed)!.message).toBe(
			'It has changed since it was listed. Its status is running, which is not in the filter Status',
		);
		expect((await writes()).map(({ url }) => url)).toEqual([expect.stringContaining(same!)]);
	});

	test('is not resumed if the list was filtered by its status', async () => {
		const [changed] = await cases(2, 'paused');
		await service.handle.addFaults({
			kind: 'latency',
			ms: 400,
			operationId: 'getCase',
			times: 'always',
		});
		const running = bulk({ ...ours({ status: ['paused'] }), action: 'resume', dryRun: false });
		await eventually(
			'A look at a case',
			async () => (await service.requests('getCase')).length > 0,
		);
		// A stopped case can be resumed too, so that the service would not refuse.
		await service.handle.patchCase(changed!, { status: 'stopped' });
		const { json } = await running;
		expect(outcomes(json)).toEqual({ done: 1, skipped: 1 });
		expect(await service.handle.rawCase(changed!)).toMatchObject({ status: 'stopped' });
	});

	test('is skipped if its pause is refused for that; another refusal is a failure', async () => {
		const [changed, refused, gone] = await cases(3);
		const order = { operationId: 'pauseCase', kind: 'status', times: 'always' } as const;
		await service.handle.addFaults(
			{ ...order, path: refused!, status: 409, body: { message: 'Not today.' } },
			{ operationId: 'pauseCase', kind: 'latency', ms: 400, times: 'always' },
		);
		const running = bulk({ ...ours(), action: 'pause', dryRun: false });
		await eventually('Three writes', async () => (await writes()).length >= 3);
		await service.handle.patchCase(changed!, { status: 'completed' });
		await service.handle.removeCase(gone!);
		const { json } = await running;
		const told = Object.fromEntries(
			json.map(({ uuid, outcome, message }) => [uuid, [outcome, message]]),
		);
		expect(told).toEqual({
			[changed!]: ['skipped', expect.stringContaining('Its status is completed; only a running')],
			[refused!]: ['failed', expect.stringMatching(/^Not today \(HTTP 409\)\./)],
			[gone!]: ['skipped', 'It no longer exists'],
		});
	});
});

test('a case that the service lists although it does not match the filter is left alone', async () => {
	const real = await cases(1, 'completed');
	const { json: listed } = await service.run({
		resource: 'case',
		operation: 'getAll',
		simplify: false,
		...ours(),
	});
	const [entry] = listed;
	const variants = [
		{ ...entry, uuid: 'a', status: 'running' },
		{ ...entry, uuid: 'b', process_template: { uuid: 'other' } },
		{ ...entry, uuid: 'c', created_at: '2020-01-01 00:00:00 UTC' },
		{ ...entry, uuid: null },
		entry,
		entry,
	];
	await service.answer('listCases', { processes: variants, next_cursor: null });
	const { json } = await bulk({
		...ours({ status: ['completed'] }),
		action: 'delete',
		dryRun: false,
	});
	expect(json.map(({ uuid, outcome }) => [uuid, outcome])).toEqual([
		['a', 'skipped'],
		['b', 'skipped'],
		['c', 'skipped'],
		[null, 'skipped'],
		[real[0], 'done'],
	]);
	expect(await writes()).toHaveLength(1);
});

describe('refused before anything is sent', () => {
	const filters = { templateIds: ['={{ $json.nothing }}'] };
	test.each([
		['a delete without a filter', { action: 'delete' }, 'would delete every case'],
		[
			'an array format alone',
			{ action: 'delete', filters: { arrayFormat: 'comma' } },
			'would delete every case',
		],
		[
			'a filter that finds nothing',
			{ action: 'delete', filters: { ...filters, status: ['completed'] } },
			'Template Names or IDs',
		],
		[
			'a blank date',
			{ action: 'stop', filters: { createdBefore: '' } },
			'"Created Before" is empty',
		],
		['an unknown action', { action: 'archive' }, '"Action" does not accept the value "archive"'],
		[
			'no whole number of cases',
			{ action: 'stop', maxCases: 0 },
			'"Max Cases" must be a whole number of at least 1',
		],
		[
			'too many at once',
			{ action: 'stop', options: { requestsAtOnce: 21 } },
			'of at least 1 and at most 20, but is 21',
		],
		['no days', { action: 'stop', options: { olderThanDays: 0 } }, 'must be a number above 0'],
		[
			'days that are not found, with another filter',
			{
				action: 'delete',
				filters: { status: ['completed'] },
				options: { olderThanDays: '={{ $json.nothing }}' },
			},
			'The filter "Older Than (Days)" is empty',
		],
		[
			'days among the filters that are not found, with another filter',
			{
				action: 'delete',
				filters: { status: ['completed'], olderThanDays: '={{ $json.nothing }}' },
			},
			'The filter "Older Than (Days)" is empty',
		],
		...['', null].map((olderThanDays): [string, object, string] => [
			`days saved by 0.1.0 and emptied (${olderThanDays}), with another filter`,
			{ action: 'delete', filters: { status: ['completed'] }, options: { olderThanDays } },
			'The filter "Older Than (Days)" is empty',
		]),
		['no days among the filters', { filters: { olderThanDays: 0 } }, 'must be a number above 0'],
		[
			'a number at a time that is not found',
			{ action: 'stop', options: { requestsAtOnce: '={{ $json.nothing }}' } },
			'"Requests at a Time" must be',
		],
		[
			'a way of failing that is not found',
			{ action: 'stop', options: { onCaseError: '={{ $json.nothing }}' } },
			'"On Case Error" does not accept the value nothing',
		],
		[
			'an unknown array format',
			{ action: 'stop', filters: { status: ['running'] }, options: { arrayFormat: 'x' } },
			'"Array Format" does not accept the value "x"',
		],
		[
			'an odd way of failing',
			{ action: 'stop', options: { onCaseError: 'x' } },
			'"On Case Error" does not accept the value',
		],
	])('%s', async (_name, parameters, words) => {
		const messages = await service.refusals(
			{
				resource: 'case',
				operation: 'bulkAction',
				dryRun: false,
				maxCases: 10,
				...parameters,
			} as never,
			[{}],
		);
		for (const message of messages) expect(message).toContain(words);
		expect(await service.requests()).toEqual([]);
	});

	test('a failing expression, with its name', async () => {
		const { error } = await bulk({ ...ours(), action: '={{ $("Nowhere").item.json.action }}' });
		expect(error!.message).toMatch(/The expression in the parameter "action" failed: .*item 0/);
		expect(await service.requests()).toEqual([]);
	});
});

test('with the box ticked, a delete without filters deletes all cases', async () => {
	await service.begin({ cases: 30 });
	const { json } = await bulk({
		action: 'delete',
		maxCases: 100,
		dryRun: false,
		options: { deleteWithoutFilter: true },
	});
	expect(outcomes(json)).toEqual({ done: 30 });
});

test('more cases than Max Cases cause an error, and none is changed', async () => {
	await cases(12);
	const { error } = await bulk({ ...ours(), action: 'stop', dryRun: false, maxCases: 11 });
	expect(error!.message).toContain('More than 11 cases match');
	expect(error!.description).toContain('No case was changed');
	expect(await writes()).toEqual([]);
	expect(error!.message).toContain('(the service counts 12)');
	expect((await bulk({ ...ours(), action: 'stop', maxCases: 12 })).json).toHaveLength(12);
});

test('a case listed on two pages counts once', async () => {
	await cases(3);
	const { json: listed } = await service.run({
		resource: 'case',
		operation: 'getAll',
		simplify: false,
		...ours(),
	});
	const page = (processes: object[], next_cursor: string | null) => ({
		kind: 'status' as const,
		status: 200,
		operationId: 'listCases',
		body: { processes, next_cursor, total: 'many' },
	});
	const pages = () =>
		service.handle.addFaults(page(listed.slice(0, 2), 'next'), page(listed.slice(1), null));
	await pages();
	const { json } = await bulk({ ...ours(), action: 'stop', maxCases: 3 });
	expect(json.map(({ uuid }) => uuid)).toEqual(listed.map(({ uuid }) => uuid));
	await pages();
	const { error } = await bulk({ ...ours(), action: 'stop', maxCases: 2 });
	expect(error!.message).toMatch(/^More than 2 cases match, which/);
	await service.handle.clearRequests();
});

// Version 0.1.0 kept it among the options.
test.each(['filters', 'options'])(
	'with Older Than in %s and Created Before the earlier date is sent',
	async (place) => {
		const sent = async (createdBefore: string, olderThanDays: number) => {
			await service.handle.clearRequests();
			const given = { filters: { createdBefore }, options: {} };
			await bulk({
				action: 'stop',
				maxCases: 10,
				...given,
				[place]: { ...given[place as keyof typeof given], olderThanDays },
			});
			return String((await service.requests())[0]!.query.created_before);
		};
		expect(await sent('2020-01-01', 1)).toBe('2020-01-01');
		const before = Date.parse(await sent('2100-01-01T00:00:00Z', 1.5));
		expect(Math.abs(Date.now() - 1.5 * 86_400_000 - before)).toBeLessThan(60_000);
	},
);

describe('a case that fails', () => {
	const three = async (fault: object = {}) => {
		const uuids = await cases(6);
		// One at a time, newest first: the last added is changed first.
		const order = uuids.toReversed();
		await service.handle.addFaults({
			kind: 'status',
			status: 403,
			body: { message: 'You may not.' },
			operationId: 'stopCase',
			path: order[2]!,
			times: 'always',
			...fault,
		});
		return order;
	};
	const one = (onCaseError: string) => ({
		...ours(),
		action: 'stop',
		dryRun: false,
		options: { onCaseError, requestsAtOnce: 1 },
	});

	test('is reported among the others', async () => {
		await three();
		const { json } = await bulk(one('continue'));
		expect(outcomes(json)).toEqual({ done: 5, failed: 1 });
	});

	test('ends the action with On Case Error: Stop; the error says what was completed', async () => {
		const order = await three();
		const done = (await listedOrder()).slice(0, 2);
		const { json, error } = await bulk(one('stop'));
		expect(json).toEqual([]);
		expect(error!.message).toBe('You may not (HTTP 403, Case: Bulk Action, item 0)');
		expect(error!.description).toContain(`The action failed for the case`);
		expect(error!.description).toContain(order[2]);
		expect(error!.description).toContain(`2 of 6 cases were done (${done.join(', ')}), 1 failed.`);
		expect(error!.context!.data).toMatchObject({
			cases: [{ outcome: 'done' }, { outcome: 'done' }, { outcome: 'failed', uuid: order[2] }],
		});
		expect(await writes()).toHaveLength(3);
	});

	/** The order in which the service lists them. */
	const listedOrder = async () => {
		const { json } = await bulk({ ...ours(), action: 'stop' });
		await service.handle.clearRequests();
		return json.map(({ uuid }) => uuid);
	};

	test('does so in the error item too if the node continues', async () => {
		await three();
		const { errors, items } = await bulk(one('stop'), {
			settings: { onError: 'continueErrorOutput' },
			items: [{ number: 7 }],
		});
		expect(items).toEqual([]);
		expect(errors).toHaveLength(1);
		expect(errors[0]!.json).toMatchObject({
			number: 7,
			error: 'You may not (HTTP 403, Case: Bulk Action, item 0)',
			details: { cases: [{ outcome: 'done' }, { outcome: 'done' }, { outcome: 'failed' }] },
		});
	});

	test.each([
		['delete', 'It no longer exists'],
		['pause', 'Its status is paused; only a running case can be paused'],
	])('that may have succeeded is not hidden by Retry On Fail (%s)', async (action, words) => {
		await cases(1);
		await service.handle.addFaults({ kind: 'lostAnswer', operationId: `${action}Case` });
		const { json } = await bulk(
			{ ...one('stop'), action },
			{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect(outcomes(json)).toEqual({ skipped: 1 });
		expect(json[0]!.message).toContain(
			`${words}. An earlier attempt ended without a clear response. This may be the result of that attempt.`,
		);
	});

	test('is tried again by Retry On Fail, the others are not', async () => {
		const order = await three({ times: 1 });
		const { json, error } = await bulk(one('stop'), {
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(outcomes(json)).toEqual({ done: 6 });
		const urls = (await writes()).map(({ url }) => url);
		expect(urls).toHaveLength(7);
		for (const uuid of order) {
			expect(urls.filter((url) => url.includes(uuid))).toHaveLength(uuid === order[2] ? 2 : 1);
		}
		expect(await service.requests('listCases')).toHaveLength(1);
	});
});

describe('several input items', () => {
	test('have separate lists, and no case is changed twice', async () => {
		const uuids = await cases(4);
		const { json, items } = await bulk(
			{ ...ours(), action: '={{ $json.action }}', dryRun: false },
			{ items: [{ action: 'pause' }, { action: 'stop' }] },
		);
		expect(outcomes(json)).toEqual({ done: 4, skipped: 4 });
		expect(items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
			0, 0, 0, 0, 1, 1, 1, 1,
		]);
		const urls = (await writes()).map(({ url }) => url.split('/').at(-2));
		expect(urls.sort()).toEqual([...uuids].sort());
	});

	test('a dry run of one does not prevent the action of another', async () => {
		await cases(2);
		const { json } = await bulk(
			{ ...ours(), action: 'stop', dryRun: '={{ $json.dry }}' },
			{ items: [{ dry: true }, { dry: false }] },
		);
		expect(json.map(({ outcome }) => outcome)).toEqual(
			['planned', 'done'].flatMap((outcome) => [outcome, outcome]),
		);
		expect(await writes()).toHaveLength(2);
	});

	test('with the same parameters are combined: one list, one result for each case', async () => {
		await cases(3);
		// Older Than counts from the same moment for all of them.
		const { json, items } = await bulk(
			{ ...ours({ olderThanDays: 1 }), action: '={{ $json.action }}', dryRun: true },
			{ items: ['stop', 'stop', 'pause', 'stop'].map((action) => ({ action })) },
		);
		expect(outcomes(json)).toEqual({ planned: 3, skipped: 3 });
		expect(items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
			0, 0, 0, 2, 2, 2,
		]);
		expect(await service.requests('listCases')).toHaveLength(2);
	});

	test('with the same parameters that fail: the first one carries the error', async () => {
		await service.handle.addFaults({ kind: 'status', status: 403, operationId: 'listCases' });
		const { items, errors } = await bulk(
			{ ...ours(), action: 'stop', dryRun: false },
			{ items: [{}, {}, {}], settings: { onError: 'continueErrorOutput' } },
		);
		expect([items.length, errors.length]).toEqual([0, 1]);
		expect(await service.requests()).toHaveLength(1);
	});

	test('Retry On Fail repeats the same parameters once, not once for each item', async () => {
		await cases(2);
		await service.handle.addFaults({ kind: 'status', status: 403, operationId: 'listCases' });
		const { json } = await bulk(
			{ ...ours(), action: 'stop', dryRun: false },
			{
				items: [{}, {}],
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			},
		);
		expect(outcomes(json)).toEqual({ done: 2 });
		expect(await service.requests('listCases')).toHaveLength(2);
	});

	const byTemplate = {
		filters: { templateIds: '={{ [$json.template] }}' },
		maxCases: 1000,
		action: 'stop',
		dryRun: false,
	};

	/** The first item with cases of ours, the second with others. */
	const twoTemplates = () => [
		{ template: service.fixtures.templates.umlauts },
		{ template: service.fixtures.templates.simple },
	];

	test('all read their lists before the first of them acts', async () => {
		await cases(4);
		const items = twoTemplates();
		// The first has its list long before the second has asked for its last page.
		await service.handle.settings({ pageSize: 5 });
		await service.handle.addFaults({
			kind: 'latency',
			ms: 50,
			operationId: 'listCases',
			path: items[1]!.template,
			times: 'always',
		});
		await bulk(byTemplate, { items });
		const methods = (await service.requests()).map(({ method }) => method);
		expect(methods).toContain('PUT');
		expect(methods.lastIndexOf('GET')).toBeLessThan(methods.indexOf('PUT'));
	});

	test('share the limit of concurrent requests; the smallest number applies', async () => {
		await cases(20);
		await service.handle.addFaults({
			kind: 'latency',
			ms: 10,
			operationId: 'stopCase',
			times: 'always',
		});
		await service.handle.clearStats();
		await bulk(
			{ ...byTemplate, options: { requestsAtOnce: '={{ $json.most }}' } },
			{ items: twoTemplates().map((item, index) => ({ ...item, most: 2 + index })) },
		);
		expect((await service.handle.stats()).maxInFlight).toBe(2);
	});

	test('with On Error: Continue the error of an item covers only its own cases', async () => {
		const uuids = await cases(3);
		await service.handle.addFaults({
			kind: 'status',
			status: 403,
			operationId: 'stopCase',
			path: uuids[0]!,
			times: 'always',
		});
		const { items, errors } = await bulk(
			{ ...byTemplate, options: { onCaseError: 'stop', requestsAtOnce: 2 } },
			{ items: twoTemplates(), settings: { onError: 'continueErrorOutput' } },
		);
		expect(items.some(({ json }) => json.outcome === 'done')).toBe(true);
		expect(errors).toHaveLength(1);
		const told = (errors[0]!.json.details as { cases: Array<{ uuid: string }> }).cases;
		expect(told.length).toBeGreaterThan(0);
		for (const { uuid } of told) expect(uuids).toContain(uuid);
		expect(JSON.stringify(errors[0]!.json)).toMatch(/of 3 cases were done/);
	});

	test('Retry On Fail for the failed item does not repeat the other', async () => {
		const [refused] = await cases(2);
		await service.handle.addFaults({
			kind: 'status',
			status: 403,
			operationId: 'stopCase',
			path: refused!,
			times: 'always',
		});
		const { json } = await bulk(byTemplate, {
			items: [{ template: null }, { template: service.fixtures.templates.umlauts }],
			settings: {
				onError: 'continueRegularOutput',
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 1,
			},
		});
		expect(json.slice(1).map(({ outcome }) => outcome)).toEqual(
			expect.arrayContaining(['done', 'failed']),
		);
		expect(await writes()).toHaveLength(2);
	});

	test('in stop mode the error of one item reports what all had done', async () => {
		const [, , third] = (await cases(3)).toReversed();
		await service.handle.addFaults({
			kind: 'status',
			status: 403,
			operationId: 'stopCase',
			path: third!,
			times: 'always',
		});
		const { error } = await bulk(
			{ ...byTemplate, options: { onCaseError: 'stop', requestsAtOnce: 2 } },
			{ items: twoTemplates() },
		);
		expect(error!.message).toContain('HTTP 403');
		const told = (error!.context!.data as { cases: Array<{ outcome: string }> }).cases;
		expect(told.filter(({ outcome }) => outcome === 'done')).toHaveLength(
			await effects('stopCase'),
		);
	});

	test('if a list fails, no case is changed, in stop mode by any item', async () => {
		await cases(4);
		await service.handle.addFaults({
			kind: 'status',
			status: 400,
			operationId: 'listCases',
			path: 'sand',
			times: 'always',
		});
		const items = [{ template: service.fixtures.templates.umlauts }, { template: 'sand' }];
		await service.handle.addFaults({ kind: 'latency', ms: 50, operationId: 'listCases' });
		const { error } = await bulk(byTemplate, { items });
		expect(error!.message).toContain('item 1');
		expect(error!.description).toContain('No case was changed');
		expect(await writes()).toEqual([]);
		await service.handle.clearRequests();
	});
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'Stop ends it promptly, and nothing that was sent gets lost (%s)',
	async (onError) => {
		await cases(300);
		await service.handle.addFaults({
			kind: 'latency',
			ms: 100,
			operationId: 'stopCase',
			times: 'always',
		});
		let cancel = () => {};
		const running = bulk(
			{ ...ours(), action: 'stop', dryRun: false },
			{ settings: { onError }, onStart: (execution) => (cancel = () => execution.cancel()) },
		);
		const REQUESTS_AT_A_TIME = 5;
		await eventually('Eight writes', async () => (await writes()).length >= 8);
		cancel();
		const { json, error } = await running;
		await new Promise((done) => setTimeout(done, 300));
		const sent = (await writes()).map(({ url }) => url.split('/').at(-2));
		await new Promise((done) => setTimeout(done, 500));
		expect(await writes()).toHaveLength(sent.length);
		expect(sent.length).toBeLessThan(50);
		const told = (onError === 'stopWorkflow' ? error!.context!.data : json[0]!.details) as {
			cases: Array<{ uuid: string; outcome: string; message: string }>;
		};
		// Every sent case is listed, even those without a response. A busy machine may stop a request
		// on its way to the service, which the node cannot know: it says that it may have been done.
		expect(told.cases.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(sent));
		for (const { uuid, outcome, message } of told.cases) {
			if (outcome === 'done') expect(sent).toContain(uuid);
			else expect([outcome, message]).toEqual(['failed', expect.stringContaining('may have been')]);
		}
		expect(told.cases.length - sent.length).toBeLessThanOrEqual(REQUESTS_AT_A_TIME);
	},
);

test('an expression for all filters at once, from which n8n reads nothing, does not count as a filter', async () => {
	const { error } = await service.run({
		resource: 'case',
		operation: 'bulkAction',
		action: 'pause',
		filters: '={{ { status: ["running"] } }}',
	} as never);
	expect(error!.message).toContain('Without a filter this would pause every case');
	expect(await service.requests()).toEqual([]);
});

test.each(['pause', 'resume', 'stop', 'delete'])(
	'%s without any filter is refused',
	async (action) => {
		const { error } = await service.run({
			resource: 'case',
			operation: 'bulkAction',
			action,
			filters: {},
			options: {},
		} as never);
		expect(error!.message).toContain(`Without a filter this would ${action} every case`);
		expect(error!.description).toContain('turn on Allow Without Filter under Options');
		expect(await service.requests()).toEqual([]);
	},
);
