/**
 * Each example as a person tries it: imported from its file in the editor, inspected, and executed
 * with the button, without changes. `test/e2e/examples.test.mts` runs them published.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, test } from 'node:test';

import { exampleFiles } from '../../../sandbox/runtime/paths.mts';
import { useEditor } from '../support/bench.mts';
import { CREDENTIAL } from '../support/realN8n.mts';
import type { Json, Workflow } from '../support/realN8n.mts';

const bench = useEditor('browser-examples');

const DAY = 24 * 3_600_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

/** Nodes that need the credential of another service. */
const NOT_OURS = ['Model'];

beforeEach(async () => {
	await bench.reset();
	// n8n's own nodes have no previews.
	bench.excuse(/schemas\/n8n-nodes-base\./);
});

const executeWorkflow = async (): Promise<void> =>
	await bench.editor.byTestId('execute-workflow-button').filter({ hasText: 'Execute' }).click();

/** Waits until a node has a green mark. */
const succeeded = async (node: string): Promise<void> =>
	await bench.editor
		.canvasNode(node)
		.locator('[data-test-id="canvas-node-status-success"]')
		.waitFor();

/** The requests that change something. */
const changes = async () =>
	(await bench.n8n.service.requests()).filter(({ method }) => method !== 'GET');

/** Calls a webhook of the running workflow as soon as it listens. */
const callTest = async (webhook: string, body: Json): Promise<Json> =>
	await bench.editor.until('The webhook listens', async () => {
		const response = await fetch(`${bench.n8n.url}/webhook-test/${webhook}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const answer = (await response.json()) as Json;
		// Until it listens, n8n itself answers.
		return 'ok' in answer && answer;
	});

/** An agent needs the person's own model. */
const NEED_MORE = ['ai-agent-looks-after-cases.json'];

/** How to execute each example that can run in the editor. */
const TRIED: Record<string, () => Promise<void>> = {
	async 'scheduled-clean-up.json'() {
		const { service } = bench.n8n;
		const old = await service.addCases({
			status: 'completed',
			createdAt: daysAgo(120),
			count: 12,
			name: 'Old',
		});
		await executeWorkflow();
		await succeeded('Report');
		assert.deepEqual(await changes(), []);
		for (const uuid of old) assert.equal((await service.rawCase(uuid))?.status, 'completed');
		await bench.editor.openNode('Report');
		await bench.editor.until('The report', async () =>
			/12/.test(await bench.editor.byTestId('output-panel').innerText()),
		);
		await bench.editor.closeNode();
	},

	async 'alert-on-cases-in-error.json'() {
		await executeWorkflow();
		await succeeded('Alert');
		assert.deepEqual(await changes(), []);
	},

	async 'webhook-sends-signal.json'() {
		const { n8n, fixtures } = bench;
		const waiting = await n8n.service.rawCase(fixtures.waitingCase);
		await executeWorkflow();
		const answer = await callTest('case-signal', {
			case: waiting?.name,
			signal: 'approval-received',
			data: { approved: true },
		});
		assert.equal(answer.ok, true, JSON.stringify(answer));
		await succeeded('Answer: Sent');
		const { status, signalData } = (await n8n.service.rawCase(fixtures.waitingCase))!;
		assert.equal(status, 'completed');
		assert.deepEqual(signalData, [{ name: 'approved', value: true }]);
	},

	async 'start-once.json'() {
		const { n8n, fixtures } = bench;
		const body = { template: fixtures.templates.simple, case: 'PO-4711' };
		const answers: Json[] = [];
		for (let time = 0; time < 2; time++) {
			await executeWorkflow();
			answers.push(await callTest('start-case', body));
			await succeeded('Answer: The Case');
		}
		assert.deepEqual(
			answers.map(({ created }) => created),
			[true, false],
		);
		assert.equal(answers[0]?.case, answers[1]?.case);
		assert.equal((await n8n.service.rawCase(String(answers[0]?.case)))?.name, 'PO-4711');
	},

	async 'form-starts-case-and-waits.json'() {
		const { editor, n8n, fixtures } = bench;
		// The editor opens the form in a separate window.
		const opened = editor.page.context().waitForEvent('page');
		await executeWorkflow();
		const form = await opened;
		await form.locator('input[type="text"]').fill('Laptops');
		await form.locator('button[type="submit"], #submit-btn').first().click();
		await succeeded('Start Case');
		const created = await bench.sent<Json>('createCase');
		assert.equal(created.label, 'Laptops');
		assert.equal(created.process_template_uuid, fixtures.templates.simple);
		const uuid = await editor.until('Waiting for the case', async () => {
			const asked = (await n8n.service.requests()).filter(
				({ operationId }) => operationId === 'getCase',
			);
			return asked[0]?.path.split('/').at(-1);
		});
		await n8n.service.patchCase(uuid, { status: 'completed' });
		await form.getByText('Your request was completed').waitFor();
		await form.close();
	},
};

test('every example is marked as executable here or not', () => {
	const all = exampleFiles().map((file) => path.basename(file));
	assert.deepEqual([...Object.keys(TRIED), ...NEED_MORE].sort(), all);
});

for (const file of exampleFiles()) {
	const name = path.basename(file);

	test(`${name}: imports completely, needs only the credential, and runs`, async () => {
		const { editor } = bench;
		const workflow = JSON.parse(readFileSync(file, 'utf8')) as Workflow;
		const nodes = workflow.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
		await editor.newWorkflow();
		await editor.byTestId('workflow-import-input').setInputFiles(file);
		for (const node of nodes) await editor.canvasNode(node.name).waitFor();
		// n8n chooses the credential because only one exists.
		await editor.until('The credential', async () => {
			const marked = await editor.page
				.locator('[data-test-id="canvas-node"]:has([data-test-id="node-issues"])')
				.evaluateAll((found) => found.map((node) => (node as HTMLElement).dataset.nodeName!));
			return marked.every((node) => NOT_OURS.includes(node));
		});
		await editor.byTestId('zoom-to-fit').click();
		for (const node of nodes) {
			if (!(CREDENTIAL in (node.credentials ?? {}))) continue;
			// A node unknown to n8n has no icon.
			await editor.canvasNode(node.name).locator('img').first().waitFor();
			await editor.openNode(node.name);
			await editor.settled();
			const issues = editor.byTestId('ndv').locator('[data-test-id="parameter-issues"]');
			assert.equal(await issues.count(), 0, `${node.name} is marked`);
			await editor.closeNode();
		}
		await TRIED[name]?.();
	});
}
