/**
 * Each example, imported into a real n8n and run without changes except the credential; its effect
 * is checked in the service.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';

import { exampleFiles, repository } from '../../sandbox/runtime/paths.mts';
import type { Fixtures } from '../../sandbox/service/client.mts';
import { eventually } from '../support/eventually.mts';
import { major, RealN8n } from './support/realN8n.mts';
import type { Json, Workflow } from './support/realN8n.mts';
import { startScriptedModel } from './support/scriptedModel.mts';

const folder = path.join(repository, 'examples');

/** Examples that a test below has run. */
const tried = new Set<string>();

function example(file: string): Workflow {
	tried.add(file);
	return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow;
}

let n8n: RealN8n;
let fixtures: Fixtures;

before(async () => {
	n8n = await RealN8n.start('examples');
});

beforeEach(async () => {
	fixtures = await n8n.service.reset();
});

after(async () => {
	await n8n?.stop();
});

const DAY = 24 * 3_600_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

test('scheduled clean-up: deletes nothing as imported; turned on, it deletes old completed cases and nothing else', async () => {
	const { service } = n8n;
	fixtures = await service.reset({ cases: 0 });
	const old = { status: 'completed' as const, createdAt: daysAgo(120) };
	const wanted = await service.addCases({ ...old, count: 12, name: 'Old' });
	const kept = [
		...(await service.addCases({ ...old, createdAt: daysAgo(30), name: 'Young' })),
		...(await service.addCases({ ...old, status: 'running', name: 'Running' })),
	];
	const workflow = example('scheduled-clean-up.json');
	const report = async (): Promise<Json | undefined> => {
		const { id } = await n8n.add(workflow);
		const { status, nodes } = await n8n.run(id, 'Every Night');
		assert.equal(status, 'success');
		return nodes.Report?.outputs[0]?.[0];
	};
	const { planned, deleted, text } = (await report()) ?? {};
	assert.deepEqual([planned, deleted], [12, 0]);
	assert.match(String(text), /^A dry run: 12 completed cases were created more than 90 days ago/);
	assert.deepEqual(
		(await service.requests()).filter(({ method }) => method !== 'GET'),
		[],
	);
	for (const node of workflow.nodes) {
		if (node.name === 'Delete Old Cases') node.parameters!.dryRun = false;
	}
	const done = (await report()) ?? {};
	assert.deepEqual([done.planned, done.deleted, done.skipped, done.failed], [0, 12, 0, []]);
	assert.match(String(done.text), /^12 of 12 completed cases/);
	for (const uuid of wanted) assert.equal(await service.rawCase(uuid), null);
	for (const uuid of kept) assert.notEqual(await service.rawCase(uuid), null);
});

/** Calls a webhook of n8n, as another system does. */
async function call(webhook: string, body: object) {
	const began = performance.now();
	const response = await fetch(`${n8n.url}/webhook/${webhook}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const answer = (await response.json()) as Json;
	return { status: response.status, answer, took: performance.now() - began };
}

/** Maximum time that a caller waits for the response, in milliseconds. */
const PROMPT = 2_000;

test('webhook: the caller gets an answer in time, the case continues, and a second call does no harm', async () => {
	const { service } = n8n;
	const waiting = await service.rawCase(fixtures.waitingCase);
	const workflow = await n8n.add(example('webhook-sends-signal.json'));
	await n8n.publish(workflow);
	const body = { case: waiting?.name, signal: 'approval-received', data: { approved: true } };

	const first = await call('case-signal', body);
	assert.equal(first.status, 200, JSON.stringify(first.answer));
	assert.equal(first.answer.case, fixtures.waitingCase);
	assert.ok(first.took < PROMPT, `answered after ${first.took} ms`);
	const after = await service.rawCase(fixtures.waitingCase);
	assert.equal(after?.status, 'completed');
	assert.deepEqual(after?.signalData, [{ name: 'approved', value: true }]);

	const second = await call('case-signal', body);
	assert.equal(second.status, 404);
	assert.match(String(second.answer.message), /^No open case has the name ".*Signal: Trigger/);
	assert.match(String(second.answer.what_to_do), /Nothing was sent.*choose By ID/);
	assert.ok(second.took < PROMPT, `answered after ${second.took} ms`);
	const { byOperation } = await service.stats();
	assert.equal(byOperation.triggerSignal?.effects, 1);

	// A running case that is not waiting: the service refuses, and the caller gets the reason.
	const running = await service.rawCase(fixtures.cases.running);
	const third = await call('case-signal', { ...body, case: running?.name });
	assert.equal(third.status, 409, JSON.stringify(third));
	assert.match(String(third.answer.message), /HTTP 4\d\d, Signal: Trigger/);

	const nobody = await call('case-signal', { ...body, case: 'There is no such case' });
	assert.equal(nobody.status, 404);
	const nameless = await call('case-signal', { signal: body.signal });
	assert.equal(nameless.status, 400);
	assert.match(String(nameless.answer.message), /"Case" \(caseId\) is empty/);
	await service.addCases({ name: 'Same name' });
	await service.addCases({ name: 'Same name' });
	const twins = await call('case-signal', { ...body, case: 'Same name' });
	assert.equal(twins.status, 409);
	assert.match(
		String(twins.answer.message),
		/^2 open cases have the name "Same name": #\d+ \(running/,
	);

	await service.addFaults({ kind: 'html', operationId: 'listCases' });
	assert.equal((await call('case-signal', body)).status, 502);
	await service.addFaults({
		kind: 'status',
		status: 403,
		operationId: 'listCases',
		times: 'always',
	});
	const trouble = await call('case-signal', body);
	assert.equal(trouble.status, 502);
	assert.match(String(trouble.answer.message), /HTTP 403, Signal: Trigger/);
	await n8n.unpublish(workflow.id);
});

test('start once: calling twice, even after a lost response, creates one case', async () => {
	const { service } = n8n;
	const workflow = await n8n.add(example('start-once.json'));
	await n8n.publish(workflow);
	const effects = async () => (await service.stats()).byOperation.createCase?.effects ?? 0;
	const body = { template: fixtures.templates.simple, case: 'PO-4711' };

	const first = await call('start-case', body);
	assert.equal(first.status, 200, JSON.stringify(first.answer));
	assert.equal(first.answer.created, true);
	assert.equal((await service.rawCase(String(first.answer.case)))?.name, 'PO-4711');
	const second = await call('start-case', body);
	assert.deepEqual([second.status, second.answer.case], [200, first.answer.case]);
	assert.equal(second.answer.created, false);
	assert.equal(await effects(), 1);
	assert.ok(second.took < PROMPT, `answered after ${second.took} ms`);

	await service.addFaults({ kind: 'lostAnswer', operationId: 'createCase' });
	const lost = await call('start-case', { ...body, case: 'PO-4712' });
	assert.equal(lost.status, 200, JSON.stringify(lost.answer));
	assert.equal(lost.answer.created, true);
	assert.equal(await effects(), 2);

	// The case completed meanwhile was started nevertheless.
	await service.patchCase(String(first.answer.case), { status: 'completed' });
	const completed = await call('start-case', body);
	assert.deepEqual([completed.answer.case, completed.answer.created], [first.answer.case, false]);

	const nameless = await call('start-case', { ...body, case: '' });
	assert.equal(nameless.status, 400);
	assert.match(String(nameless.answer.message), /"Case Name" is empty/);
	assert.equal(await effects(), 2);
	await n8n.unpublish(workflow.id);
});

/**
 * Sends the form of an example.
 *
 * @returns the page that the person gets; n8n delays it while the execution runs
 */
async function submitForm(definition: Workflow): Promise<() => Promise<string>> {
	const { webhookId } = definition.nodes.find(({ name }) => name === 'Form')!;
	const form = new FormData();
	form.set('field-0', 'Laptops');
	const sent = await fetch(`${n8n.url}/form/${String(webhookId)}`, { method: 'POST', body: form });
	assert.equal(sent.status, 200, await sent.clone().text());
	const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
	const page = formWaitingUrl.replace(/^https?:\/\/[^/]+/, n8n.url);
	return async () =>
		await fetch(page, { signal: AbortSignal.timeout(5_000) }).then(
			async (response) => await response.text(),
			() => '',
		);
}

test('form: starts a case, waits for its outcome, and shows it', async () => {
	const { service } = n8n;
	const definition = example('form-starts-case-and-waits.json');
	const workflow = await n8n.add(definition);
	await n8n.publish(workflow);
	const outcome = await submitForm(definition);
	const created = await eventually('The case', async () => {
		const requests = await service.requests();
		const found = requests.find(
			({ operationId, status }) => operationId === 'createCase' && status === 200,
		);
		return found?.body as Json | undefined;
	});
	assert.equal(created.label, 'Laptops');
	assert.equal(created.process_template_uuid, fixtures.templates.simple);
	const uuid = await eventually('Waiting for the case', async () => {
		const asked = (await service.requests()).find(({ operationId }) => operationId === 'getCase');
		return asked?.path.split('/').at(-1);
	});
	await service.patchCase(uuid, { status: 'completed' });
	const page = await eventually('The outcome', async () => {
		const shown = await outcome();
		return shown.includes('Your request was completed') ? shown : undefined;
	});
	assert.match(page, /Laptops \(case \d+\)/);
	await n8n.unpublish(workflow.id);
});

test('form: without a template of that name the person reads that nothing was started', async () => {
	const { service } = n8n;
	const definition = example('form-starts-case-and-waits.json');
	const settings = definition.nodes.find(({ name }) => name === 'Settings')!;
	settings.parameters = JSON.parse(
		JSON.stringify(settings.parameters).replace('Simple Request', 'No Such Template'),
	) as Json;
	const workflow = await n8n.add(definition);
	await n8n.publish(workflow);
	const outcome = await submitForm(definition);
	await eventually('What the person reads', async () =>
		(await outcome()).includes('Your request could not be started'),
	);
	const created = (await service.requests()).filter(
		({ operationId }) => operationId === 'createCase',
	);
	assert.deepEqual(created, []);
	await n8n.unpublish(workflow.id);
});

test('alert: one alert for each case that changes to error, none for those already there', async () => {
	const { service } = n8n;
	const definition = example('alert-on-cases-in-error.json');
	const trigger = definition.nodes.find(({ name }) => name === 'Case Went Into Error')!;
	// A test cannot wait five minutes.
	trigger.parameters.pollTimes = {
		item: [0, 10, 20, 30, 40, 50].map((second) => ({
			mode: 'custom',
			cronExpression: `${second} * * * * *`,
		})),
	};
	const workflow = await n8n.add(definition);
	await n8n.publish(workflow);
	const { name } = await service.patchCase(fixtures.cases.running, { status: 'error' });
	const id = await eventually('The alert', async () => (await n8n.executions(workflow.id))[0]);
	const { status, nodes } = await n8n.ended(id);
	assert.equal(status, 'success');
	const alerts = nodes.Alert?.outputs[0] ?? [];
	assert.equal(alerts.length, 1);
	assert.equal(alerts[0]?.uuid, fixtures.cases.running);
	assert.ok(String(alerts[0]?.text).includes(`The case "${name}"`));
	assert.match(String(alerts[0]?.text), /from running to error/);
	await n8n.unpublish(workflow.id);
});

/** A tool error ends the whole execution of an agent in n8n 1.x; n8n 2.x passes it to the model. */
const endsByTool = major === '1';

test('agent: lists, gets and signals with its tools, and has no others', async () => {
	const { service } = n8n;
	fixtures = await service.reset({ cases: 30 });
	const waiting = (await service.rawCase(fixtures.waitingCase))!;
	const model = await startScriptedModel([
		() => ({ tool: 'List_Cases', args: { status: 'running' } }),
		({ messages }) => {
			assert.ok(
				JSON.stringify(messages).includes(fixtures.waitingCase),
				JSON.stringify(messages.at(-1)),
			);
			return { tool: 'Get_Case', args: { caseId: fixtures.waitingCase } };
		},
		() => ({
			tool: 'Send_Signal',
			args: {
				templateId: waiting.templateUuid,
				signalId: 'approval-received',
				caseId: fixtures.waitingCase,
				data: '[{"name":"approved","value":true}]',
			},
		}),
		...(endsByTool ? [] : [() => ({ tool: 'Get_Case', args: { caseId: fixtures.unknownUuid } })]),
		({ messages }) => ({ text: `Done. ${String(messages.at(-1)?.content)}` }),
	]);
	try {
		await n8n.addCredential('openAiApi', 'OpenAI', { apiKey: 'scripted', url: model.url });
		const { id } = await n8n.add(example('ai-agent-looks-after-cases.json'));
		const { status, nodes, error } = await n8n.run(id, 'Chat', {
			sessionId: 'one',
			action: 'sendMessage',
			chatInput: 'The laptops were approved, let the case go on.',
		});
		assert.equal(status, 'success', error?.message);
		const names = model.requests[0]?.tools?.map((tool) => tool.function.name).sort();
		assert.deepEqual(names, ['Get_Case', 'List_Cases', 'Send_Signal']);
		const after = await service.rawCase(fixtures.waitingCase);
		assert.equal(after?.status, 'completed');
		if (endsByTool) return;
		// Failures reach the model in words that it can act on.
		const said = String(nodes.Agent?.outputs[0]?.[0]?.output);
		assert.match(said, /HTTP 404, Case: Get/);
		assert.match(said, /No case has this ID/);
	} finally {
		await model.stop();
	}
});

test(
	'agent: a case by its name; no match and several matches tell the model what to do',
	{ skip: endsByTool },
	async () => {
		const { service } = n8n;
		fixtures = await service.reset({ cases: 30 });
		await service.addCases({ count: 1, name: 'Twin', template: 'purchaseApproval' });
		await service.addCases({ count: 1, name: 'Twin', template: 'purchaseApproval' });
		const waiting = (await service.rawCase(fixtures.waitingCase))!;
		const signal = (name: string) => ({
			tool: 'Send_Signal',
			args: {
				templateId: waiting.templateUuid,
				signalId: 'approval-received',
				case: name,
				data: '[{"name":"approved","value":true}]',
			},
		});
		const model = await startScriptedModel([
			() => signal('Nobody'),
			() => signal('Twin'),
			() => signal(waiting.name),
			({ messages }) => ({ text: messages.map(({ content }) => String(content)).join(' | ') }),
		]);
		try {
			await n8n.addCredential('openAiApi', 'OpenAI', { apiKey: 'scripted', url: model.url });
			const definition = example('ai-agent-looks-after-cases.json');
			const tool = definition.nodes.find(({ name }) => name === 'Send Signal')!;
			tool.parameters.caseId = {
				__rl: true,
				mode: 'name',
				value: "={{ $fromAI('case', 'Name of the case') }}",
			};
			const { id } = await n8n.add(definition);
			const { status, nodes, error } = await n8n.run(id, 'Chat', {
				sessionId: 'two',
				action: 'sendMessage',
				chatInput: 'The laptops were approved, let the case go on.',
			});
			assert.equal(status, 'success', error?.message);
			const said = String(nodes.Agent?.outputs[0]?.[0]?.output);
			assert.match(
				said,
				/No open case of the template .* has the name \\?"Nobody.*filter Name Contains/,
			);
			assert.match(
				said,
				/2 open cases of the template .* have the name \\?"Twin.*#\d+ \(running, started [^)]*, [\da-f-]{36}\).*call again with the UUID/,
			);
			assert.equal((await service.rawCase(fixtures.waitingCase))?.status, 'completed');
		} finally {
			await model.stop();
		}
	},
);

test('every example was run', () => {
	const all = exampleFiles().map((file) => path.basename(file));
	assert.deepEqual([...tried].sort(), all);
});
