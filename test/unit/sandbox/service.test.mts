import type { Fixtures, SandboxHandle } from '../../../sandbox/service/client.mts';
import type { Reply } from './call.mts';
import { startSandboxService } from '../../../sandbox/service/client.mts';
import { caller } from './call.mts';

const CASES = '/process_monitor/process_instances';

let sandbox: SandboxHandle;
let fixtures: Fixtures;
let call: ReturnType<typeof caller>;

beforeAll(async () => {
	sandbox = await startSandboxService();
	call = caller(sandbox);
}, 120_000);
afterAll(() => sandbox.stop());
beforeEach(async () => {
	fixtures = await sandbox.reset();
});

const ok = (reply: Reply): Reply['body'] => {
	expect(reply).toMatchObject({ status: 200 });
	return reply.body;
};
const refused = (reply: Reply, status: number, message: RegExp): void => {
	expect(reply).toEqual({ status, body: { message: expect.stringMatching(message) } });
};
const noViolations = async (): Promise<void> => {
	for (const entry of await sandbox.requests()) {
		expect(entry).not.toHaveProperty('contractViolation');
		expect(entry).not.toHaveProperty('answerViolation');
	}
};

describe('all 19 operations', () => {
	it('answers each according to the contract', async () => {
		const { templates, elements, signals, waitingCase, caseWithDocuments } = fixtures;
		const purchase = templates.purchaseApproval;
		const page = ok(await call('GET', CASES));
		expect(page).toMatchObject({ total: 60, limit: 100, page: 1, next_cursor: null });
		const shown = ok(await call('GET', `${CASES}/${waitingCase}`));
		expect(shown.process_instance).toMatchObject({ status: 'running', uuid: waitingCase });
		expect(shown.permissions).toContain('Delete instance');
		const docs = ok(await call('GET', `${CASES}/${caseWithDocuments}/documents`)).docs;
		expect(docs).toHaveLength(3);

		const all = ok(await call('GET', '/process_templates/basic')).process_templates as unknown[];
		expect(all.length).toBeGreaterThan(130);
		const some = ok(await call('GET', '/process_templates/basic?launchable=true'));
		expect((some.process_templates as unknown[]).length).toBeLessThan(all.length);
		expect(ok(await call('GET', '/process_templates/basic/launchables'))).toEqual(some);
		const automated = ok(await call('GET', '/process_templates/basic/automated_processes'));
		expect(automated.process_templates).toContainEqual(
			expect.objectContaining({ uuid: templates.automated, automated: true }),
		);
		expect(ok(await call('GET', `/process_templates/basic/${purchase}`))).toEqual({
			process_template: { name: 'Purchase Approval', uuid: purchase, automated: false },
			can_launch: true,
		});

		const start = `/process_templates/automation/${purchase}`;
		const definition = ok(await call('GET', `${start}/start_definition`));
		expect(definition).toMatchObject({ manual_label: true });
		const approvers = elements.purchaseApprovalApprovers;
		const found = ok(await call('GET', `${start}/definition_element/${approvers}/members`));
		const members = found.members as { uuid: string; deleted: boolean }[];
		expect(members.length).toBeGreaterThan(120);
		expect(members.some(({ deleted }) => deleted)).toBe(true);

		const created = ok(
			await call('POST', '/process_instances', {
				body: {
					label: 'Chairs',
					process_template_uuid: purchase,
					submission_elements: {
						needed_by: '2026-01-31',
						approvers: fixtures.members.selectable.slice(0, 2),
					},
				},
			}),
		);
		const id = created.process_instance_uuid as unknown as string;
		for (const [verb, status] of [
			['pause', 'paused'],
			['resume', 'running'],
			['stop', 'stopped'],
			['resume', 'running'],
		]) {
			expect(ok(await call('PUT', `${CASES}/${id}/${verb}`)).message).toMatch(/has been/);
			expect(await sandbox.rawCase(id)).toMatchObject({ status });
		}

		const query = `template_uuid=${purchase}`;
		expect(ok(await call('GET', `/signals?${query}`)).signals).toEqual([
			signals.purchaseApproval,
			signals.purchaseApprovalOther,
		]);
		const signal = ok(await call('GET', `/signals/${signals.purchaseApproval}?${query}`));
		expect(signal.submission_elements).toHaveLength(3);
		const event = {
			signal_id: signals.purchaseApproval,
			process_instance_uuid: id,
			submission_elements: [{ name: 'approved', value: true }],
		};
		ok(await call('POST', '/signals', { body: event }));
		const after = ok(await call('GET', `${CASES}/${id}`)).process_instance;
		expect(after).toMatchObject({
			status: 'completed',
			completed_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
		});
		refused(await call('POST', '/signals', { body: event }), 409, /completed/);

		ok(await call('DELETE', `${CASES}/${id}`));
		refused(await call('GET', `${CASES}/${id}`), 404, /not found/);
		const rename = { body: { name: 'Größer' } };
		ok(await call('PUT', `/process_templates/basic/${templates.simple}`, rename));
		ok(await call('DELETE', `/process_templates/directory/${templates.sameNameA}`));
		refused(await call('GET', `/process_templates/basic/${templates.sameNameA}`), 404, /not/);
		await noViolations();
		expect(Object.keys((await sandbox.stats()).byOperation)).toHaveLength(19);
	});

	it('keeps a Signal ID with special characters in one path segment', async () => {
		const { signals, templates, waitingCaseEverySignal } = fixtures;
		const path = `/signals/${encodeURIComponent(signals.everySignal)}`;
		const shown = ok(await call('GET', `${path}?template_uuid=${templates.everySignal}`));
		expect(shown.submission_elements).toHaveLength(8);
		ok(
			await call('POST', '/signals', {
				body: {
					signal_id: signals.everySignal,
					process_instance_uuid: waitingCaseEverySignal,
					submission_elements: [
						{ name: 'text', value: 'a' },
						{ name: '__proto__', value: 'b' },
					],
				},
			}),
		);
	});

	it('keeps element keys with dots, brackets and __proto__ unchanged', async () => {
		const submission = JSON.parse(
			`{"title":"a","amount[net]":1.5,"due.date":"2026-02-28","reviewers":["${
				fixtures.members.selectable[0]
			}"],"terms.accepted[0]":true,"__proto__":"p","projection":{"any":1}}`,
		) as Record<string, unknown>;
		const body = {
			label: 'x',
			process_template_uuid: fixtures.templates.everyElement,
			submission_elements: submission,
		};
		const created = ok(await call('POST', '/process_instances', { body }));
		const raw = await sandbox.rawCase(created.process_instance_uuid as unknown as string);
		expect(JSON.stringify(raw?.submission)).toBe(JSON.stringify(submission));
		expect(raw?.status).toBe('running');
	});
});

describe('errors', () => {
	const create = (template: string, more: object = {}, token = sandbox.token): Promise<Reply> =>
		call('POST', '/process_instances', {
			token,
			body: { process_template_uuid: template, submission_elements: {}, ...more },
		});

	it('match those that the interface shows for getCase and createCase', async () => {
		const { users, forbiddenCase, unknownUuid, templates } = fixtures;
		const viewer = { token: users.viewer.token };
		refused(await call('GET', `${CASES}/${forbiddenCase}`, viewer), 403, /permission to view/);
		refused(await call('GET', `${CASES}/${unknownUuid}`), 404, /was not found/);
		refused(await create(templates.simple), 400, /^Please provide a label/);
		refused(await create(templates.simple, { label: ' ' }), 400, /^Please provide a label/);
		refused(await create(templates.notLaunchable), 401, /permission to launch/);
		refused(await create(templates.simple, {}, users.viewer.token), 401, /permission to launch/);
		ok(await create(templates.automated));
	});

	it('distinguish tokens, organizations and permissions', async () => {
		const { users, cases, forbiddenCase, templates } = fixtures;
		refused(await call('GET', CASES, { token: null }), 401, /Authorization/);
		refused(await call('GET', CASES, { token: 'Bearer nobody' }), 401, /Authorization/);
		refused(await call('GET', CASES, { organization: 'org-other' }), 403, /organization/);
		const { viewer, member, outsider } = users;
		const listed = ok(await call('GET', CASES, { token: viewer.token }));
		expect(JSON.stringify(listed)).not.toContain(forbiddenCase);
		refused(
			await call('PUT', `${CASES}/${cases.running}/pause`, { token: viewer.token }),
			403,
			/permission/,
		);
		refused(
			await call('DELETE', `${CASES}/${cases.running}`, { token: member.token }),
			403,
			/permission/,
		);
		const automated = '/process_templates/basic/automated_processes';
		refused(await call('GET', automated, { token: member.token }), 403, /EDIT_PROCESSES/);
		const { token, organization } = outsider;
		expect(ok(await call('GET', CASES, { token, organization }))).toMatchObject({
			processes: [],
			total: 0,
			next_cursor: null,
		});
		const path = `/process_templates/basic/${templates.simple}`;
		refused(await call('GET', path, { token, organization }), 404, /not found/);
	});

	it('reject invalid transitions and signals', async () => {
		const { cases, waitingCase, signals, unknownUuid } = fixtures;
		for (const status of ['paused', 'stopped', 'completed', 'error'] as const) {
			refused(await call('PUT', `${CASES}/${cases[status]}/pause`), 409, new RegExp(status));
			refused(await call('PUT', `${CASES}/${cases[status]}/stop`), 409, new RegExp(status));
		}
		for (const status of ['running', 'completed', 'error'] as const) {
			refused(await call('PUT', `${CASES}/${cases[status]}/resume`), 409, new RegExp(status));
		}
		const trigger = (uuid: string, id: string, elements: unknown[] = []): Promise<Reply> =>
			call('POST', '/signals', {
				body: { process_instance_uuid: uuid, signal_id: id, submission_elements: elements },
			});
		const { purchaseApproval, purchaseApprovalOther } = signals;
		refused(await trigger(unknownUuid, purchaseApproval), 404, /not found/);
		refused(await trigger(waitingCase, 'nonsense'), 404, /no signal/);
		refused(await trigger(waitingCase, purchaseApprovalOther), 409, /not waiting/);
		refused(await trigger(waitingCase, purchaseApproval), 422, /Approved/);
		const wrong = [{ name: 'approved', value: 'yes' }];
		refused(await trigger(waitingCase, purchaseApproval, wrong), 422, /true or false/);
		expect(await sandbox.rawCase(waitingCase)).toMatchObject({ status: 'running' });
	});

	it('reject values that do not fit the start form', async () => {
		const { templates, members } = fixtures;
		const purchase = (elements: object): Promise<Reply> =>
			create(templates.purchaseApproval, { label: 'x', submission_elements: elements });
		const approvers = members.selectable.slice(0, 1);
		refused(await purchase({ approvers }), 422, /Needed by/);
		refused(await purchase({ approvers, needed_by: '' }), 422, /Needed by/);
		refused(await purchase({ approvers, needed_by: '2026-02-30' }), 422, /date/);
		refused(await purchase({ needed_by: '2026-01-01', approvers: [] }), 422, /Approvers/);
		refused(await purchase({ needed_by: '2026-01-01', approvers, more: 1 }), 422, /"more"/);
		for (const id of [members.deleted, members.pending, fixtures.unknownUuid]) {
			refused(await purchase({ needed_by: '2026-01-01', approvers: [id] }), 422, /selec/);
		}
	});

	it('report and log what breaks the contract', async () => {
		const broken: [string, string, unknown?][] = [
			['GET', `${CASES}?status[]=done`],
			['GET', `${CASES}?sort_by=`],
			['GET', `${CASES}?process_type[]=undefined`],
			['GET', `${CASES}?created_after=06/07/2026`],
			['GET', '/signals'],
			['POST', '/process_instances', { label: 'x', submission_elements: {} }],
			['POST', '/process_instances', []],
			['POST', '/signals', { submission_elements: {}, process_instance_uuid: 'x', signal_id: 'y' }],
			['PUT', `/process_templates/basic/${fixtures.templates.simple}`, { nam: 'x' }],
			['DELETE', `${CASES}/${fixtures.cases.running}`, {}],
		];
		for (const [method, path, body] of broken) {
			refused(await call(method, path, { body }), 400, /breaks the contract/);
		}
		refused(await call('DELETE', CASES), 405, /DELETE/);
		refused(await call('GET', `${CASES}/`), 404, /no such path/);
		const log = await sandbox.requests();
		expect(log).toHaveLength(broken.length + 2);
		for (const entry of log) expect(entry.contractViolation).toEqual(expect.any(String));
		expect(log[0]).toMatchObject({
			url: `${CASES}?status[]=done`,
			query: { 'status[]': 'done' },
			operationId: 'listCases',
			status: 400,
		});
		refused(await call('GET', `${CASES}?created_after=2026-02-31`), 400, /created_after/);
	});

	it.each([
		['GET', `${CASES}/%zz`],
		['PUT', `${CASES}/%zz/pause`],
		['DELETE', '/process_templates/directory/%'],
		['GET', '/signals/%E0%A4?template_uuid=x'],
		['GET', '/process_templates/automation/x/definition_element/%f/members'],
	])('report an invalid escape: %s %s', async (method, path) => {
		refused(await call(method, path), 400, /breaks the contract: the path holds a broken escape/);
		const [entry] = await sandbox.requests();
		expect(entry).toMatchObject({ status: 400, contractViolation: expect.any(String) });
		refused(await call(method, path, { token: null }), 401, /Authorization/);
		refused(await call('GET', '/%zz'), 404, /no such path/);
	});

	it.each([
		['DELETE', CASES, 'GET'],
		['PATCH', `${CASES}/x`, 'GET, DELETE'],
		['GET', `${CASES}/x/pause`, 'PUT'],
		['PUT', '/signals', 'GET, POST'],
	])('name the methods allowed for a path: %s %s', async (method, path, allow) => {
		const response = await fetch(sandbox.url + path, { method });
		expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
		expect(Object.keys((await response.json()) as object)).toEqual(['message']);
		const other = await fetch(`${sandbox.url}/nowhere`, { method });
		expect([other.status, other.headers.get('allow')]).toEqual([404, null]);
	});

	it('leave the log and the case readable, however deeply a body is nested', async () => {
		const deep = '['.repeat(100_000) + ']'.repeat(100_000);
		const template = fixtures.templates.everyElement;
		const [reviewer] = fixtures.members.selectable;
		const send = async (elements: string): Promise<Response> =>
			await fetch(`${sandbox.url}/process_instances`, {
				method: 'POST',
				headers: {
					authorization: sandbox.token,
					'x-organization': sandbox.organization,
					'content-type': 'application/json',
				},
				body: `{"label":"x","process_template_uuid":"${template}","submission_elements":${elements}}`,
			});
		const rest = `"title":"x","amount[net]":1,"due.date":"2026-01-31"`;
		expect((await send(deep)).status).toBe(400);
		expect((await send(`{"reviewers":[${deep}],${rest}}`)).status).toBe(422);
		const created = await send(`{"reviewers":["${reviewer}"],"projection":${deep},${rest}}`);
		expect(created.status).toBe(200);
		const log = await sandbox.requests();
		expect(log.map(({ body }) => (body as { label: string }).label)).toEqual(['x', 'x', 'x']);
		expect(JSON.stringify(log[2])).toContain('nested too deep to be shown');
		const { process_instance_uuid: uuid } = (await created.json()) as Record<string, string>;
		const raw = await sandbox.rawCase(uuid);
		expect(raw!.submission).toMatchObject({ title: 'x', reviewers: [reviewer] });
	});
});

describe('the clock and the control interface', () => {
	it('sets and moves the clock, and creates cases at any time', async () => {
		await sandbox.clock({ now: '2030-01-01T00:00:00.900Z' });
		const [first = ''] = await sandbox.addCases({ name: 'one' });
		await sandbox.clock({ advanceMs: 60_000 });
		await sandbox.addCases({ template: 'purchaseApproval', count: 3, name: 'more' });
		expect(await sandbox.rawCase(first)).toMatchObject({ createdAt: '2030-01-01T00:00:00.000Z' });
		const names = async (query: string): Promise<string[]> =>
			(ok(await call('GET', `${CASES}?${query}`)).processes as unknown as { name: string }[]).map(
				({ name }) => name,
			);
		expect(await names('created_after=2030-01-01')).toEqual(['more 3', 'more 2', 'more 1']);
		expect(await names('created_after=2030-01-01&sort_by=oldest&status=running,paused')).toEqual([
			'more 1',
			'more 2',
			'more 3',
		]);
		await sandbox.settings({ dateFilter: 'inclusive' });
		expect(await names('created_after=2030-01-01T00:00:00Z')).toHaveLength(4);
		await sandbox.patchCase(first, { status: 'completed' });
		expect(await names('status[0]=completed&created_after=2030-01-01')).toEqual(['one']);
	});

	it('seeds the same data at every start', async () => {
		expect(await sandbox.reset({ cases: 70 })).toEqual(fixtures);
		await expect(sandbox.addCases({ template: 'nope' })).rejects.toThrow(/no template/);
		expect(await sandbox.rawCase(fixtures.unknownUuid)).toBeNull();
	});

	it('refuses a case that no service could have', async () => {
		const wrong = (value: unknown): never => value as never;
		for (const name of [5, null, ['x'], { x: 1 }, true]) {
			await expect(sandbox.addCases({ name: wrong(name) })).rejects.toThrow(/must be text/);
			const patch = sandbox.patchCase(fixtures.cases.running, { name: wrong(name) });
			await expect(patch).rejects.toThrow(/must be text/);
		}
		await expect(sandbox.addCases({ restricted: wrong('no') })).rejects.toThrow(/restricted/);
		await expect(sandbox.addCases({ createdAt: wrong(5) })).rejects.toThrow(/no.* ISO instant/);
		expect(ok(await call('GET', CASES)).total).toBe(60);
		expect((await sandbox.addCases({ name: '' })).length).toBe(1);
	});

	it('reports that the port is in use', async () => {
		const port = Number(new URL(sandbox.url).port);
		await expect(startSandboxService({ port })).rejects.toThrow(`Port ${port} is taken`);
	});
});
