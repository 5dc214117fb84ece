/**
 * The first half hour with the node, in the editor: found, set up, a case started from a form, a
 * signal, a clean-up that only says what it would do, and what the trigger shows.
 *
 * `npm run screenshots` runs it, and makes the pictures of README on the way.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { repository } from '../../../sandbox/runtime/paths.mts';
import { Editor, exactly } from '../support/editor.mts';
import { caseManagement, CREDENTIAL, RealN8n, START, TRIGGER } from '../support/realN8n.mts';
import type { Json } from '../support/realN8n.mts';

let n8n: RealN8n;
let editor: Editor;

before(async () => {
	n8n = await RealN8n.start('basics');
	editor = await Editor.open(n8n);
});

after(async () => {
	await editor?.close();
	await n8n?.stop();
});

/** A picture for README, if pictures are wanted. */
async function picture(name: string): Promise<void> {
	if (process.env.SCREENSHOTS !== '1') return;
	await editor.page.mouse.move(0, 0);
	// A notice of n8n would hide a corner.
	await editor.page.addStyleTag({ content: '.el-notification { display: none !important }' });
	// While a node runs, its button says nothing.
	await editor.byTestId('node-execute-button').filter({ hasText: /\w/ }).waitFor();
	const file = path.join(repository, 'docs', 'screenshots', `${name}.png`);
	await editor.byTestId('ndv').screenshot({ path: file });
}

/** A workflow of nodes side by side, opened in the editor. */
async function open(name: string, nodes: Array<ReturnType<typeof caseManagement>>): Promise<void> {
	const { id } = await n8n.add({
		name,
		nodes: nodes.map((node, at) => ({
			...node,
			id: `c0000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
			position: [at * 240, 0],
		})),
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	await editor.openWorkflow(id);
}

const byId = (value: string): Json => ({ __rl: true, mode: 'id', value });

/** Opens the list of a picker. */
async function openList(name: string): Promise<void> {
	await editor
		.byTestId('ndv')
		.locator(`[data-test-id="resource-locator-${name}"] [data-test-id="rlc-input"]`)
		.click();
	await editor.page.locator('[data-test-id="rlc-item"]:visible').first().waitFor();
}

const entry = (text: string) =>
	editor.page.locator('[data-test-id="rlc-item"]:visible').filter({ hasText: exactly(text) });

/** Executes the node whose panel is open, and waits until its output holds a text. */
async function execute(shows: RegExp): Promise<string> {
	await editor.byTestId('node-execute-button').click();
	const output = editor.byTestId('output-panel');
	return await editor.until(`Output ${shows}`, async () => {
		const text = await output.innerText();
		return shows.test(text) && text;
	});
}

/** A field of the form, by the key of its element. */
const formField = (key: string) =>
	editor
		.byTestId('ndv')
		.locator(`[data-parameter-path='parameters.elements.value["${key}"]'] input`)
		.first();

const WORDS = ['case management', 'process', 'bpm', 'signal'];

test('the node is found by the words for it, and an action of it is put into the workflow', async () => {
	await open('Found', [START]);
	await editor.byTestId('node-creator-plus-button').click();
	const found = editor.page
		.locator('[data-test-id="node-creator-item-name"]')
		.filter({ hasText: exactly('Case Management') });
	for (const word of WORDS) {
		await editor.byTestId('node-creator-search-bar').fill(word);
		await found.first().waitFor();
	}
	const icon = editor.page.locator('img[src*="caseManagement"]').first();
	assert.ok(await icon.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0));
	await found.first().click();
	await editor.page
		.locator('[data-test-id="node-creator-item-name"]')
		.filter({ hasText: exactly('Create a case') })
		.click();
	await editor.panelReady();
});

test('its credential is made in the editor: a wrong token is told, the right one is taken', async () => {
	const dialog = editor.byTestId('credential-edit-dialog');
	const fill = async (name: string, value: string): Promise<void> => {
		await dialog.locator(`[data-test-id="parameter-input-${name}"] input`).first().fill(value);
	};
	await editor.byTestId('node-credentials-select').first().click();
	await editor.byTestId('node-credentials-select-item-new').click();
	await fill('baseUrl', n8n.service.url);
	await fill('token', 'Bearer wrong');
	await fill('organization', n8n.service.organization);
	await editor.byTestId('credential-save-button').click();
	await dialog.getByText('Couldn’t connect with these settings').waitFor();
	await fill('token', n8n.service.token);
	await editor.byTestId('credential-save-button').click();
	await dialog.waitFor({ state: 'hidden' });
});

test('a template is found by scrolling and by searching, and its form can be filled', async () => {
	await openList('templateId');
	const entries = editor.page.locator('[data-test-id="rlc-item"]:visible');
	const first = await entries.count();
	await editor.until('The next page of templates', async () => {
		await entries.last().scrollIntoViewIfNeeded();
		await editor.page.mouse.wheel(0, 2000);
		return (await entries.count()) > first || (await entry('Simple Request').count()) > 0;
	});
	await editor.page.locator('[data-test-id="rlc-search"]:visible').fill('simple re');
	await entry('Simple Request').click();
	// Another template: its form takes the place of the first.
	await openList('templateId');
	await editor.page.locator('[data-test-id="rlc-search"]:visible').fill('einkauf');
	await editor.page
		.locator('[data-test-id="rlc-item"]:visible')
		.filter({ hasText: 'Einkauf' })
		.first()
		.waitFor();
	await picture('list');
	await editor.page.locator('[data-test-id="rlc-search"]:visible').fill('purchase');
	await entry('Purchase Approval').click();
	await formField('needed_by').waitFor();
	const error = await execute(/required/);
	assert.match(error, /"Needed by", "Approvers"/);
	await picture('error');
	await editor.field('label').locator('input').fill('Order 4711');
	await formField('needed_by').fill('2030-01-31 00:00:00');
	await formField('needed_by').press('Enter');
	await formField('approvers').click();
	await editor.page.locator('.el-select-dropdown__item:visible').first().click();
	await formField('comment').fill('By Friday, please');
	await execute(/process_instance_uuid/);
	await picture('form');
	const sent = (await n8n.service.requests()).find(
		({ operationId, status }) => operationId === 'createCase' && status === 200,
	);
	assert.equal((sent?.body as Json).label, 'Order 4711');
	await editor.closeNode();
});

test('a signal is sent', async () => {
	const { templates, signals, waitingCase } = await n8n.service.fixtures();
	await open('Signal', [
		caseManagement({
			resource: 'signal',
			operation: 'trigger',
			templateId: byId(templates.purchaseApproval),
			signalId: byId(signals.purchaseApproval),
			caseId: byId(waitingCase),
			inputMode: 'json',
			elementsJson: '[{"name": "approved", "value": true}]',
		}),
	]);
	await editor.openNode('Case Management');
	await execute(/signal_id/);
	await editor.closeNode();
});

test('a bulk action says what it would do, and does nothing', async () => {
	await open('Clean up', [
		caseManagement({
			resource: 'case',
			operation: 'bulkAction',
			action: 'delete',
			filters: { status: ['completed'] },
			dryRun: true,
			maxCases: 1000,
			options: {},
		}),
	]);
	await editor.openNode('Case Management');
	await execute(/planned/);
	await picture('bulk-action');
	await editor.closeNode();
	const deleted = (await n8n.service.requests()).filter(({ method }) => method === 'DELETE');
	assert.deepEqual(deleted, []);
});

test('the trigger shows a sample', async () => {
	await open('Watching', [
		{
			name: 'Watching',
			type: TRIGGER,
			typeVersion: 1,
			parameters: { event: 'caseCreated', pollTimes: { item: [{ mode: 'everyMinute' }] } },
			credentials: { [CREDENTIAL]: { id: '', name: '' } },
		},
	]);
	await editor.openNode('Watching');
	await execute(/detected_at/);
	await picture('trigger');
	await editor.closeNode();
});

test('neither the browser nor the log of n8n has anything to complain about', () => {
	assert.deepEqual(editor.complaints(), []);
	// n8n itself logs what the service answered to a test of a credential that failed.
	const refused = /status code 401$/;
	assert.deepEqual(
		editor.stackTraces().filter((line) => !refused.test(line)),
		[],
	);
});
