/**
 * The first half hour with the node in the editor: finding it, setting it up, starting a case from
 * a form, a signal, a dry-run clean-up, and the trigger.
 *
 * `npm run screenshots` runs it and takes the pictures of README along the way.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';

import { repository } from '../../../sandbox/runtime/paths.mts';
import { useEditor } from '../support/bench.mts';
import { exactly } from '../support/editor.mts';
import { caseManagement, CREDENTIAL, major, START, TRIGGER } from '../support/realN8n.mts';
import type { Json } from '../support/realN8n.mts';

const bench = useEditor('basics');

/** A picture of the panel for README, if requested; a form needs a taller window. */
async function picture(name: string, height = 1000): Promise<void> {
	if (process.env.SCREENSHOTS !== '1') return;
	const { editor } = bench;
	await editor.page.setViewportSize({ width: 1400, height });
	await editor.page.mouse.move(0, 0);
	// n8n's notices and tooltips would hide parts of the panel; one appears without a pointer over
	// it.
	const hidden = '.el-notification, [data-reka-popper-content-wrapper]:has([role="tooltip"])';
	await editor.page.addStyleTag({ content: `${hidden} { display: none !important }` });
	await editor.frames(2);
	const file = path.join(repository, 'docs', 'screenshots', `${name}.png`);
	await editor.byTestId('ndv').screenshot({ path: file });
}

const byId = (value: string): Json => ({ __rl: true, mode: 'id', value });

test('a click adds an action of the node to a workflow', async () => {
	const { editor } = bench;
	await bench.open('Found', START);
	await editor.byTestId('node-creator-plus-button').click();
	await editor.byTestId('node-creator-search-bar').fill('case management');
	const names = editor.byTestId('node-creator-item-name');
	await names
		.filter({ hasText: exactly('Case Management') })
		.first()
		.click();
	await names.filter({ hasText: exactly('Create a case') }).click();
	await editor.panelReady();
});

test('its credential is created in the editor: a wrong token is reported, the right one accepted', async () => {
	const { editor, n8n } = bench;
	// n8n itself logs the service's response to a failed credential test.
	bench.excuse(/status code 401$/);
	const dialog = editor.byTestId('credential-edit-dialog');
	const fill = async (name: string, value: string): Promise<void> => {
		await dialog.locator(`[data-test-id="parameter-input-${name}"] input`).first().fill(value);
	};
	const save = async (token: string): Promise<void> => {
		await fill('baseUrl', n8n.service.url);
		await fill('token', token);
		await fill('organization', n8n.service.organization);
		await editor.byTestId('credential-save-button').click();
	};
	await editor.byTestId('node-credentials-select').first().click();
	await editor.byTestId('node-credentials-select-item-new').click();
	// While the dialog loads, n8n may empty what has been filled in, and then it tests nothing.
	let tries = 0;
	const refusal = dialog.getByText('Couldn’t connect with these settings');
	do {
		await save(`Bearer wrong ${(tries += 1)}`);
		await refusal.waitFor({ timeout: tries < 3 ? 20_000 : 60_000 }).catch(() => {});
	} while (tries < 3 && !(await refusal.isVisible()));
	await refusal.waitFor({ timeout: 1_000 });
	await save(n8n.service.token);
	// n8n 1.x reports this and lets the person continue.
	if (major === '1') {
		await dialog.getByText('Connection tested successfully').waitFor();
		await editor.page.locator('.el-dialog__headerbtn:visible').click();
	}
	await dialog.waitFor({ state: 'hidden' });
	await editor.closeNode();
});

test('a template is found by scrolling and by searching, and its form can be filled', async () => {
	const { editor, n8n } = bench;
	await bench.open('Start a case', caseManagement({ resource: 'case', operation: 'create' }));
	await editor.openNode('Case Management');
	const entries = await editor.openList('templateId');
	await editor.searchList('einkauf');
	await editor.until('Only what was searched', async () => {
		const found = await entries.allInnerTexts();
		return found.length > 0 && found.every((text) => text.includes('Einkauf'));
	});
	// Without a search text: by scrolling down to the last entry.
	await editor.searchList('');
	const last = editor.listEntry('Überprüfung der Größe – Änderungsanträge');
	await editor.until('The last template', async () => {
		await entries.last().hover();
		await editor.page.mouse.wheel(0, 2000);
		return await last.isVisible();
	});
	await last.click();
	await editor.formField('straße').waitFor();
	await editor.openList('templateId');
	await editor.searchList('purchase');
	await editor.listEntry('Purchase Approval').click();
	await editor.formField('needed_by').waitFor();

	const error = await editor.execute(/required/);
	assert.match(error, /"Needed by", "Approvers"/);
	await picture('error', 1120);
	await editor.type(editor.field('label'), 'Order 4711');
	await editor.type(editor.formField('needed_by'), '2030-01-31 00:00:00');
	const approvers = editor.formField('approvers');
	await approvers.click();
	await editor.page.locator('.el-select-dropdown__item:visible').first().click();
	await editor.type(editor.formField('comment'), 'By Friday, please');
	await editor.execute(/process_instance_uuid/);
	await picture('form', 1120);
	assert.equal((await bench.sent<Json>('createCase')).label, 'Order 4711');
	assert.equal((await n8n.service.stats()).byOperation.createCase?.effects, 1);
	await editor.closeNode();
});

test('a signal is sent', async () => {
	const { editor, fixtures } = bench;
	await bench.open(
		'Signal',
		caseManagement({
			resource: 'signal',
			operation: 'trigger',
			templateId: byId(fixtures.templates.purchaseApproval),
			signalId: byId(fixtures.signals.purchaseApproval),
			caseId: byId(fixtures.waitingCase),
			inputMode: 'json',
			elementsJson: '[{"name": "approved", "value": true}]',
		}),
	);
	await editor.openNode('Case Management');
	await editor.execute(/signal_id/);
	await editor.closeNode();
});

test('a bulk action says what it would do; with Dry Run off it does that and nothing else', async () => {
	const { editor, n8n } = bench;
	const { service } = n8n;
	const ofStatus = async (status: 'completed' | 'running' | 'stopped', count: number) =>
		await service.addCases({ status, count, name: `Clean up: ${status}` });
	await bench.reset({ cases: 0 });
	const wanted = await ofStatus('completed', 7);
	const kept = [...(await ofStatus('running', 4)), ...(await ofStatus('stopped', 3))];
	const there = async (uuids: string[]): Promise<number> => {
		const found = await Promise.all(uuids.map(async (uuid) => await service.rawCase(uuid)));
		return found.filter((one) => one !== null).length;
	};
	await bench.open('Clean up', caseManagement({ resource: 'case', operation: 'bulkAction' }));
	await editor.openNode('Case Management');
	await editor.choose('action', 'Delete');
	await editor.addTo('Filters', 'Status');
	await editor.pick(editor.field('status'), 'Completed');
	await editor.execute(/planned/);
	await picture('bulk-action');
	const changes = (await service.requests()).filter(({ method }) => method !== 'GET');
	assert.deepEqual(changes, []);

	await editor.field('dryRun').locator('.el-switch, [role="switch"]').first().click();
	await editor.execute(/\bdone\b/);
	assert.equal(await there(wanted), 0);
	assert.equal(await there(kept), kept.length);
	await editor.closeNode();
});

test('the trigger shows a sample', async () => {
	const { editor, n8n } = bench;
	await n8n.service.addCases({ name: 'Just come' });
	await bench.open('Watching', {
		name: 'Watching',
		type: TRIGGER,
		typeVersion: 1,
		parameters: { event: 'caseCreated', pollTimes: { item: [{ mode: 'everyMinute' }] } },
		credentials: { [CREDENTIAL]: { id: '', name: '' } },
	});
	await editor.openNode('Watching');
	await editor.execute(/detected_at/);
	await picture('trigger');
	await editor.closeNode();
});
