/** The trigger through n8n's PollContext, over HTTP, against the sandbox service. */
import { PublishedTrigger } from '../support/trigger.mts';
import { useService } from '../support/service.mts';

const bench = useService();

const published = (parameters = {}) =>
	new PublishedTrigger(bench.credential(), parameters as never);

/** A trigger that has recorded the existing cases. */
async function begun(parameters: object): Promise<PublishedTrigger> {
	const trigger = published(parameters);
	expect(await trigger.poll()).toEqual([]);
	await bench.handle.clearRequests();
	return trigger;
}

const uuidsOf = (items: Array<{ json: object }>): unknown[] =>
	items.map(({ json }) => (json as { uuid?: unknown }).uuid);

// n8n 1.x has neither a time for a poll nor durable cursors.
const ifNewer = process.env.N8N_MAJOR === '1' ? test.skip : test;

describe('events', () => {
	beforeAll(async () => {
		await bench.begin({ cases: 300, pageSize: 50 });
	});

	test('a poll reads the credential once, however many requests it makes', async () => {
		const trigger = await begun({ event: 'caseCompleted' });
		trigger.credentialReads = 0;
		expect(await trigger.poll()).toEqual([]);
		expect((await bench.requests()).length).toBeGreaterThan(2);
		expect(trigger.credentialReads).toBe(1);
	});

	test('reports a created case once', async () => {
		const trigger = await begun({ event: 'caseCreated' });
		const made = await bench.handle.addCases({ name: 'Fresh' });
		const [item, ...others] = await trigger.poll();
		expect(others).toEqual([]);
		expect(item?.json).toEqual({
			uuid: made[0],
			name: 'Fresh',
			status: 'running',
			sequential_id: expect.any(Number),
			created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.000Z$/),
			completed_date: null,
			template_uuid: bench.fixtures.templates.simple,
			template_name: expect.any(String),
			launcher_uuid: expect.any(String),
			launcher_name: expect.any(String),
			event: 'caseCreated',
			previous_status: null,
			detected_at: expect.stringMatching(/Z$/),
		});
		expect(await trigger.poll()).toEqual([]);
	});

	test('reports a completed case once, whether it was known or not', async () => {
		const trigger = await begun({ event: 'caseCompleted' });
		await bench.handle.patchCase(bench.fixtures.cases.running, { status: 'completed' });
		const [made] = await bench.handle.addCases({ status: 'completed' });
		const items = await trigger.poll();
		expect(uuidsOf(items)).toEqual([bench.fixtures.cases.running, made]);
		expect(items.map(({ json }) => json.previous_status)).toEqual(['running', null]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('reports a change to the chosen statuses', async () => {
		const [first, second] = await bench.handle.addCases({ count: 2 });
		const filters = { statuses: ['error'] };
		const trigger = await begun({ event: 'caseStatusChanged', filters });
		await bench.handle.patchCase(first!, { status: 'paused' });
		await bench.handle.patchCase(second!, { status: 'error' });
		const items = await trigger.poll();
		expect(items.map(({ json }) => [json.uuid, json.status, json.previous_status])).toEqual([
			[second, 'error', 'running'],
		]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('reports a deleted case with its last known data', async () => {
		const [made] = await bench.handle.addCases({ name: 'Short-lived' });
		const trigger = await begun({ event: 'caseDeleted' });
		await bench.handle.removeCase(made!);
		expect(await trigger.poll()).toEqual([]);
		const items = await trigger.poll();
		expect(items.map(({ json }) => json)).toMatchObject([
			{ uuid: made, name: 'Short-lived', previous_status: 'running', event: 'caseDeleted' },
		]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('reports only cases of the chosen templates', async () => {
		const { simple, purchaseApproval } = bench.fixtures.templates;
		const filters = { templateIds: [purchaseApproval] };
		const trigger = await begun({ event: 'caseCreated', filters });
		await bench.handle.addCases({ template: simple });
		const [wanted] = await bench.handle.addCases({ template: purchaseApproval });
		expect(uuidsOf(await trigger.poll())).toEqual([wanted]);
	});

	test('returns the response unchanged if not simplified', async () => {
		const trigger = await begun({ event: 'caseCreated', simplify: false });
		const [made] = await bench.handle.addCases();
		const [item] = await trigger.poll();
		expect(item?.json).toMatchObject({
			uuid: made,
			created_at: expect.stringMatching(/ UTC$/),
			process_template: { uuid: bench.fixtures.templates.simple },
			launcher: { uuid: expect.any(String) },
			event: 'caseCreated',
		});
		expect(item?.json).not.toHaveProperty('permissions');
	});

	test('fields of a case never hide those of the event, and a case without a template may be of any', async () => {
		const filters = { templateIds: [bench.fixtures.templates.simple.toUpperCase()] };
		const trigger = await begun({ event: 'caseCreated', filters, simplify: false });
		const later = '2099-01-01 10:00:00 UTC';
		const own = { event: 'own', previous_status: 'own', detected_at: 'own' };
		const entry = { uuid: 'of no template', status: 'running', created_at: later, ...own };
		await bench.answer('listCases', { processes: [entry], next_cursor: null });
		const [item] = await trigger.poll();
		expect(item?.json).toMatchObject({ uuid: 'of no template', event: 'caseCreated' });
		expect(item?.json.previous_status).toBeNull();
		expect(item?.json.detected_at).toMatch(/Z$/);
		await bench.handle.clearFaults();
	});

	test('another organization or other templates start anew and report nothing as deleted', async () => {
		const trigger = await begun({ event: 'caseDeleted' });
		trigger.credential = bench.credential('outsider');
		expect(await trigger.poll()).toEqual([]);
		trigger.credential = bench.credential();
		trigger.parameters = {
			event: 'caseDeleted',
			filters: { templateIds: [bench.fixtures.templates.simple] },
		};
		expect(await trigger.poll()).toEqual([]);
	});

	test('with other templates, earlier events are not reported', async () => {
		const { simple, purchaseApproval } = bench.fixtures.templates;
		const choose = (uuid: string) => ({ event: 'caseCreated', filters: { templateIds: [uuid] } });
		const trigger = await begun(choose(simple));
		await bench.handle.addCases({ template: purchaseApproval });
		trigger.parameters = choose(purchaseApproval);
		expect(await trigger.poll()).toEqual([]);
		const made = await bench.handle.addCases({ template: purchaseApproval });
		expect(uuidsOf(await trigger.poll())).toEqual(made);
	});

	test('two events that need the same data continue from each other, others start anew', async () => {
		const trigger = await begun({ event: 'caseStatusChanged', filters: { statuses: ['error'] } });
		const made = await bench.handle.addCases({ status: 'completed' });
		trigger.parameters = { event: 'caseCompleted' };
		expect(uuidsOf(await trigger.poll())).toEqual(made);
		const [next] = await bench.handle.addCases();
		for (const event of ['caseCreated', 'caseDeleted', 'caseCompleted', 'caseCreated']) {
			trigger.parameters = { event };
			expect([event, await trigger.poll()]).toEqual([event, []]);
		}
		trigger.parameters = { event: 'caseStatusChanged' };
		expect(await trigger.poll()).toEqual([]);
		trigger.parameters = { event: 'caseDeleted' };
		expect(await trigger.poll()).toEqual([]);
		await bench.handle.removeCase(next!);
		await trigger.poll();
		expect((await trigger.poll())[0]?.json).toMatchObject({
			uuid: next,
			name: expect.any(String),
			template_name: expect.any(String),
		});
	});

	test('a case that may no longer be read is not reported as deleted', async () => {
		const trigger = new PublishedTrigger(bench.credential(), { event: 'caseDeleted' });
		await trigger.poll();
		// The same user with fewer permissions.
		trigger.credential = { ...bench.credential('viewer') };
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('cost', () => {
	beforeAll(async () => {
		await bench.begin({ cases: 5_000, pageSize: 100 });
	});

	test('the first poll on 5,000 cases emits nothing', async () => {
		for (const event of ['caseCreated', 'caseCompleted', 'caseDeleted', 'caseStatusChanged']) {
			expect(await published({ event }).poll()).toEqual([]);
		}
	});

	test('350 new cases between two polls, some in one second, are reported oldest first', async () => {
		const trigger = await begun({ event: 'caseCreated' });
		const made = await bench.handle.addCases({ count: 350 });
		expect(uuidsOf(await trigger.poll())).toEqual(made);
		const requests = await bench.handle.requests();
		expect(requests.length).toBeLessThanOrEqual(6);
	});

	test('many cases to check never flood the service, least of all one in trouble', async () => {
		const open = await bench.handle.addCases({ count: 80 });
		const trigger = await begun({ event: 'caseDeleted' });
		await bench.handle.addFaults({ kind: 'latency', ms: 5, times: 'always' });
		const removed = open.slice(0, 40);
		for (const uuid of removed) await bench.handle.removeCase(uuid);
		expect(await trigger.poll()).toEqual([]);
		expect(uuidsOf(await trigger.poll()).sort()).toEqual([...removed].sort());
		const most = (await bench.requests()).map((entry) => entry.inFlightAtArrival);
		expect(Math.max(...most)).toBe(5);
		for (const uuid of open.slice(40)) await bench.handle.removeCase(uuid);
		await bench.handle.clearRequests();
		await bench.handle.clearFaults();
		await bench.answer('getCase', { message: 'Broken' }, 500);
		await expect(trigger.poll()).rejects.toThrow('Broken');
		expect((await bench.requests('getCase')).length).toBeLessThan(10);
	});

	test.each(['second', 'inclusive'] as const)(
		'whatever the date filter includes: %s',
		async (kind) => {
			await bench.handle.settings({ dateFilter: kind === 'second' ? 'exclusive' : 'inclusive' });
			const trigger = await begun({ event: 'caseCreated' });
			const made = await bench.handle.addCases({ count: 3 });
			expect(uuidsOf(await trigger.poll())).toEqual(made);
		},
	);
});

describe('a list that takes several polls', () => {
	beforeEach(async () => {
		await bench.begin({ cases: 300, pageSize: 5 });
	});

	ifNewer(
		"n8n's time for a poll ends it after a page of each list, and the next one goes on",
		async () => {
			const trigger = published({ event: 'caseCompleted' });
			trigger.budget = 1;
			await bench.handle.addFaults({ kind: 'latency', ms: 5, times: 'always' });
			await bench.handle.clearRequests();
			expect(await trigger.poll()).toEqual([]);
			expect((await bench.requests()).length).toBe(2);
			await bench.handle.clearFaults();
			trigger.budget = undefined;
			expect(await trigger.poll()).toEqual([]);
			await bench.handle.patchCase(bench.fixtures.cases.running, { status: 'completed' });
			expect(uuidsOf(await trigger.poll())).toEqual([bench.fixtures.cases.running]);
		},
	);

	ifNewer('a list that comes to no end is reported, also behind events', async () => {
		await bench.handle.addFaults({ kind: 'latency', ms: 5, times: 'always' });
		const trigger = published({ event: 'caseCompleted' });
		trigger.budget = 1;
		expect(await trigger.poll()).toEqual([]);
		const noEnd = 'the trigger gets no further in it';
		await expect(trigger.poll()).rejects.toThrow(noEnd);
		const made = await bench.handle.addCases({ status: 'completed' });
		expect(uuidsOf(await trigger.poll())).toEqual(made);
		await bench.handle.clearRequests();
		await expect(trigger.poll()).rejects.toThrow(noEnd);
		expect(await bench.handle.requests()).toEqual([]);
		trigger.budget = undefined;
		expect(await trigger.poll()).toEqual([]);
	});

	test('the stored state is read only if it is not the one that this process wrote last', async () => {
		const trigger = await begun({ event: 'caseStatusChanged' });
		const older = trigger.state;
		await bench.handle.patchCase(bench.fixtures.cases.running, { status: 'error' });
		expect(uuidsOf(await trigger.poll())).toEqual([bench.fixtures.cases.running]);
		// From a backup, or by an import: n8n has no other state.
		trigger.state = older;
		expect(uuidsOf(await trigger.poll())).toEqual([bench.fixtures.cases.running]);
		// Another state of the same shape, written by another process.
		trigger.state = older.replace(/"id":"[^"]*"/g, '"id":"other"');
		expect(uuidsOf(await trigger.poll())).toEqual([bench.fixtures.cases.running]);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('a workflow that continues', () => {
	beforeAll(async () => {
		await bench.begin({ cases: 300, pageSize: 50 });
	});

	test('under a new name of the node, and under the old one again', async () => {
		const trigger = await begun({ event: 'caseCreated' });
		for (const name of ['Renamed', 'Renamed again', 'Case Management Trigger']) {
			const made = await bench.handle.addCases();
			trigger.rename(name);
			expect(uuidsOf(await trigger.poll())).toEqual(made);
			expect(await trigger.poll()).toEqual([]);
		}
	});

	test('from what version 0.1.0 stored for the node, once', async () => {
		const trigger = await begun({ event: 'caseStatusChanged' });
		const { global } = JSON.parse(trigger.state) as { global: Record<string, object> };
		const [state] = Object.values(global);
		trigger.state = JSON.stringify({ 'node:Case Management Trigger': { cases: state } });
		const [made] = await bench.handle.addCases({ status: 'error' });
		expect(uuidsOf(await trigger.poll())).toEqual([made]);
		const after = JSON.parse(trigger.state) as object;
		expect(after).toHaveProperty(['global', 'caseManagementTrigger:trigger', 'version'], 2);
		expect(after).toHaveProperty(['node:Case Management Trigger'], {});
		trigger.rename('Renamed');
		expect(await trigger.poll()).toEqual([]);
	});

	ifNewer("with n8n's durable cursors, which take over what was stored", async () => {
		const trigger = await begun({ event: 'caseCreated' });
		trigger.useDurableCursor();
		for (const name of ['Case Management Trigger', 'Renamed']) {
			const made = await bench.handle.addCases();
			trigger.rename(name);
			expect(uuidsOf(await trigger.poll())).toEqual(made);
			expect(JSON.parse(trigger.state)).toHaveProperty('cases.version', 2);
			expect(trigger.workflowState).not.toContain('version');
		}
	});

	test("with n8n's durable scheduler, which keeps no state of a poll without events", async () => {
		const [made] = await bench.handle.addCases();
		const trigger = await begun({ event: 'caseDeleted' });
		const stored = trigger.state;
		await bench.handle.removeCase(made!);
		expect(await trigger.poll()).toEqual([]);
		trigger.state = stored;
		expect(uuidsOf(await trigger.poll())).toEqual([made]);
		expect(await trigger.poll()).toEqual([]);
	});

	test.each([
		['the same settings', { event: 'caseCreated' }],
		['other settings', { event: 'caseStatusChanged' }],
	])('published with %s while a poll is running', async (_name, parameters) => {
		const trigger = await begun({ event: 'caseCreated' });
		await bench.handle.addFaults({ kind: 'latency', ms: 500, times: 1 });
		const old = trigger.poll();
		for (let look = 0; look < 500 && (await bench.handle.requests()).length === 0; look += 1);
		trigger.parameters = parameters;
		trigger.publish();
		expect(await trigger.poll()).toEqual([]);
		// From now on.
		const [made] = await bench.handle.addCases({ status: 'error' });
		await old;
		expect(uuidsOf(await trigger.poll())).toEqual([made]);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('someone who builds a workflow', () => {
	beforeAll(async () => {
		await bench.begin({ cases: 300 });
	});

	test('sees one recent sample, and leaves the state unchanged', async () => {
		const trigger = await begun({ event: 'caseCompleted' });
		const before = trigger.state;
		const [item, ...others] = await trigger.sample();
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({ status: 'completed', event: 'caseCompleted' });
		expect(trigger.state).toBe(before);
		expect((await bench.handle.requests()).length).toBe(1);
	});

	test('gets a message if there is no sample', async () => {
		await bench.begin({ cases: 0 });
		await expect(published({ event: 'caseCompleted' }).sample()).rejects.toMatchObject({
			message: expect.stringContaining('There is no completed case to show as a sample yet'),
			description: expect.stringContaining('publish the workflow'),
		});
	});
});

describe('trouble', () => {
	beforeEach(async () => {
		await bench.begin({ cases: 300, pageSize: 50 });
	});

	test.each([
		[429, { 'Retry-After': '120' }, { cause: 'rate-limited', retryAfterMs: 120_000 }],
		[503, {}, { cause: 'temporarily-unavailable' }],
		[408, {}, { cause: 'temporarily-unavailable' }],
		[401, {}, { cause: 'credential-invalid' }],
	] as const)(
		'%i is thrown in a form that the scheduler understands',
		async (status, headers, failure) => {
			const trigger = await begun({ event: 'caseCompleted' });
			const before = trigger.state;
			// Less time than the service asks for, so that the test does not wait.
			trigger.budget = 10;
			await bench.handle.patchCase(bench.fixtures.cases.running, { status: 'completed' });
			await bench.handle.addFaults({
				kind: 'status',
				status,
				headers,
				times: 'always',
				body: { message: 'Not now' },
			});
			await expect(trigger.poll()).rejects.toMatchObject({
				message: `Not now (HTTP ${status}, Trigger)`,
				httpCode: String(status),
				failure,
			});
			expect(trigger.state).toBe(before);
			await bench.handle.clearFaults();
			trigger.budget = undefined;
			expect(uuidsOf(await trigger.poll())).toEqual([bench.fixtures.cases.running]);
		},
	);

	test('a list that fails after others were read leaves the state unchanged', async () => {
		const trigger = await begun({ event: 'caseStatusChanged' });
		const before = trigger.state;
		const [made] = await bench.handle.addCases({ status: 'error' });
		// Only the list of open cases is requested by status.
		await bench.handle.addFaults({
			kind: 'status',
			status: 400,
			operationId: 'listCases',
			path: 'status',
			times: 'always',
		});
		await expect(trigger.poll()).rejects.toThrow('HTTP 400');
		expect(trigger.state).toBe(before);
		await bench.handle.clearFaults();
		expect(uuidsOf(await trigger.poll())).toEqual([made]);
	});

	test('a temporary failure is retried within the poll', async () => {
		const trigger = await begun({ event: 'caseCompleted' });
		await bench.handle.patchCase(bench.fixtures.cases.running, { status: 'completed' });
		await bench.handle.addFaults({ kind: 'status', status: 503, times: 1 });
		expect(uuidsOf(await trigger.poll())).toEqual([bench.fixtures.cases.running]);
	});

	test("a proxy's HTML page with 404 is not a deletion", async () => {
		const trigger = await begun({ event: 'caseDeleted' });
		await bench.handle.patchCase(bench.fixtures.cases.running, { status: 'completed' });
		await bench.handle.addFaults({
			kind: 'html',
			status: 404,
			operationId: 'getCase',
			times: 'always',
		});
		await expect(trigger.poll()).rejects.toThrow('a web page instead of data');
		await bench.handle.clearFaults();
		expect(await trigger.poll()).toEqual([]);
	});

	test.each([
		['no message', { error: 'no such route' }],
		['another message', { message: { text: 'no such route' } }],
	])('JSON of a proxy with 404 and %s is not a deletion', async (_name, body) => {
		const trigger = await begun({ event: 'caseDeleted' });
		await bench.handle.patchCase(bench.fixtures.cases.running, { status: 'completed' });
		await bench.answer('getCase', body, 404);
		await expect(trigger.poll()).rejects.toMatchObject({
			httpCode: '404',
			description: expect.stringContaining(bench.fixtures.cases.running),
		});
		await bench.handle.clearFaults();
		expect(await trigger.poll()).toEqual([]);
	});

	test('a gateway that finds no case for a moment causes no deletions and hides no completion', async () => {
		const { running, paused } = bench.fixtures.cases;
		for (const event of ['caseDeleted', 'caseCompleted']) {
			const trigger = await begun({ event });
			await bench.handle.patchCase(running, { status: 'completed' });
			await bench.answer('getCase', { message: 'no Route matched with those values' }, 404);
			expect(await trigger.poll()).toEqual([]);
			await bench.handle.clearFaults();
			expect(uuidsOf(await trigger.poll())).toEqual(event === 'caseDeleted' ? [] : [running]);
			expect(await trigger.poll()).toEqual([]);
			await bench.handle.patchCase(running, { status: 'running' });
		}
		expect(paused).toBeDefined();
	});

	test.each([39, 50])('Retry-After: %i is left to the scheduler', async (seconds) => {
		const trigger = await begun({ event: 'caseCreated' });
		await bench.handle.addFaults({
			kind: 'status',
			status: 429,
			headers: { 'Retry-After': String(seconds) },
			times: 'always',
		});
		const before = Date.now();
		await expect(trigger.poll()).rejects.toMatchObject({
			failure: { retryAfterMs: seconds * 1000 },
		});
		expect(Date.now() - before).toBeLessThan(5_000);
		expect((await bench.handle.requests()).length).toBe(1);
	});

	test('a service that ignores the template filter is detected, also by a sample', async () => {
		const { simple, purchaseApproval } = bench.fixtures.templates;
		const filters = { templateIds: [purchaseApproval.toUpperCase()] };
		const trigger = await begun({ event: 'caseCreated', filters });
		const processes = (await bench.run({ resource: 'case', operation: 'getAll', simplify: false }))
			.json as Array<{ process_template: { uuid: string } }>;
		const others = processes.filter(({ process_template: { uuid } }) => uuid === simple);
		const wanted = processes.filter(({ process_template: { uuid } }) => uuid === purchaseApproval);
		const answer = async (list: object[]) => {
			await bench.handle.clearFaults();
			await bench.answer('listCases', {
				processes: list,
				next_cursor: null,
				prev_cursor: null,
				total: 9,
				limit: 50,
				page: 1,
			});
		};
		await answer(others);
		await expect(trigger.poll()).rejects.toThrow('cases of templates that were not requested');
		await expect(trigger.sample()).rejects.toThrow('cases of templates that were not requested');
		await answer([...others.slice(0, 1), ...wanted.slice(0, 2)]);
		expect((await trigger.sample())[0]?.json.template_uuid).toBe(purchaseApproval);
	});

	test('a failing expression loses no event', async () => {
		const trigger = await begun({ event: 'caseCreated' });
		const made = await bench.handle.addCases();
		const before = trigger.state;
		trigger.parameters = { event: 'caseCreated', simplify: '={{ $json.simplify }}' };
		await expect(trigger.poll()).rejects.toMatchObject({
			message: expect.stringContaining("hasn't been executed"),
			description: expect.stringContaining('Correct the expression'),
			failure: { cause: 'configuration-invalid' },
		});
		expect(trigger.state).toBe(before);
		trigger.parameters = { event: 'caseCreated', simplify: '={{ "true" }}' };
		const items = await trigger.poll();
		expect(uuidsOf(items)).toEqual(made);
		expect(items[0]?.json).toHaveProperty('template_uuid');
	});

	test('a missing credential is reported with advice', async () => {
		const trigger = await begun({ event: 'caseCreated' });
		trigger.credentialError = new Error('Credential with ID "7" does not exist.');
		for (const poll of [trigger.poll(), trigger.sample()]) {
			await expect(poll).rejects.toMatchObject({
				message: expect.stringContaining('Credential with ID "7" does not exist'),
				description: expect.stringContaining('Select an existing credential'),
				failure: { cause: 'configuration-invalid' },
			});
		}
	});

	test('the domains allowed by the credential apply to a poll too', async () => {
		const allowed = { allowedHttpRequestDomains: 'domains', allowedDomains: 'elsewhere.example' };
		const trigger = new PublishedTrigger({ ...bench.credential(), ...allowed }, {
			event: 'caseCreated',
		} as never);
		await bench.handle.clearRequests();
		for (const poll of [trigger.poll(), trigger.sample()]) {
			await expect(poll).rejects.toThrow(/not allowed/);
		}
		expect(await bench.requests()).toEqual([]);
	});

	test('neither an error nor the state contains a secret', async () => {
		const trigger = await begun({ event: 'caseCreated' });
		await bench.handle.addFaults({ kind: 'status', status: 403, times: 'always', echo: true });
		const error = await trigger.poll().catch((thrown: unknown) => thrown as Error);
		const { token, organization } = bench.credential();
		const bare = String(token).split(' ').at(-1)!;
		for (const text of [JSON.stringify(error), String(error), trigger.state]) {
			expect(text).not.toContain(bare);
			expect(text).not.toContain(organization);
		}
	});

	test('a poll that starts before the last one has ended does nothing', async () => {
		const trigger = await begun({ event: 'caseCreated' });
		await bench.handle.addCases();
		await bench.handle.addFaults({ kind: 'latency', ms: 300, times: 1 });
		const [first, second] = await Promise.all([trigger.poll(), trigger.poll()]);
		expect([first.length, second.length]).toEqual([1, 0]);
	});

	test('an unknown event is refused, and nothing is sent', async () => {
		await bench.handle.clearRequests();
		await expect(published({ event: 'caseMoved' }).poll()).rejects.toThrow(
			'"Event" does not accept the value "caseMoved"',
		);
		expect(await bench.handle.requests()).toEqual([]);
	});

	test('an unreadable state starts anew', async () => {
		const trigger = await begun({ event: 'caseCreated' });
		for (const cases of [null, 7, 'x', [], { version: 99 }, { version: 1, scope: 3 }]) {
			trigger.state = JSON.stringify({ global: { 'caseManagementTrigger:trigger': cases } });
			expect(await trigger.poll()).toEqual([]);
			trigger.state = JSON.stringify({ 'node:Case Management Trigger': { cases } });
			expect(await trigger.poll()).toEqual([]);
		}
	});
});

test('two triggers in one workflow do not starve each other, and statuses may be given as text', async () => {
	await bench.begin({ cases: 20 });
	const trigger = published({ event: 'caseCreated' });
	const second = { event: 'caseStatusChanged', filters: { statuses: '["Paused", "STOPPED"]' } };
	expect(await trigger.pollBoth(second)).toEqual([[], []]);
	const { running } = bench.fixtures.cases;
	for (const status of ['paused', 'stopped'] as const) {
		const [made] = await bench.handle.addCases({});
		await bench.handle.patchCase(running, { status });
		const [created, changed] = await trigger.pollBoth(second);
		expect(uuidsOf(created!)).toEqual([made]);
		expect(changed!.map(({ json }) => [json.uuid, json.status])).toEqual([[running, status]]);
	}
});

test('a cursor that is a number is followed to the last page', async () => {
	const trigger = await begun({ event: 'caseCreated' });
	const page = (uuid: string, next_cursor: unknown) => ({
		kind: 'status' as const,
		status: 200,
		operationId: 'listCases',
		body: {
			processes: [{ uuid, name: uuid, status: 'running', created_at: '2099-01-01 10:00:00 UTC' }],
			next_cursor,
		},
	});
	await bench.handle.addFaults(page('one', 2), page('two', 3), page('three', null));
	expect(uuidsOf(await trigger.poll()).sort()).toEqual(['one', 'three', 'two']);
	expect((await bench.requests()).map(({ query }) => query.cursor)).toEqual([undefined, '2', '3']);
	await bench.handle.clearRequests();
});
