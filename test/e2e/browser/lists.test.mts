/**
 * The lists of the editor: long ones, failing ones, and those that depend on another choice. Also
 * how n8n shows an error of a run, which is complete only if it recognizes our errors as its own.
 */
import assert from 'node:assert/strict';
import { lstatSync } from 'node:fs';
import { afterEach, test } from 'node:test';

import { packageFolder } from '../../../sandbox/runtime/n8n-package.mts';
import { useEditor } from '../support/bench.mts';
import { caseManagement } from '../support/realN8n.mts';
import type { Json } from '../support/realN8n.mts';

const bench = useEditor('lists');

const byId = (value: string): Json => ({ __rl: true, mode: 'id', value });

const WORDS = 'The archive is closed today';

/** n8n's text for a failed list or form, whatever the reason. */
const FAILED_LIST = [/dynamic-node-parameters/, new RegExp(WORDS)];

/** The service refuses everything with its own message. */
async function closeArchive(): Promise<void> {
	bench.excuse(...FAILED_LIST);
	await bench.n8n.service.addFaults({
		kind: 'status',
		status: 403,
		times: 'always',
		body: { message: `${WORDS}.` },
	});
}

afterEach(async () => {
	await bench.n8n.service.clearFaults();
});

test('a picker with many cases: scrolling requests the next page', async () => {
	const { editor, n8n } = bench;
	await bench.reset({ cases: 0 });
	await n8n.service.addCases({ count: 240, name: 'Of the archive' });
	await bench.open('Many cases', caseManagement({ resource: 'case', operation: 'get' }));
	await editor.openNode('Case Management');
	const entries = await editor.openList('caseId');
	const pages = async () =>
		(await n8n.service.requests()).filter(({ operationId }) => operationId === 'listCases');
	assert.equal((await pages()).length, 1);
	const atFirst = await entries.count();
	assert.equal(atFirst, 100);
	const last = editor.listEntries().filter({ hasText: /^\s*Of the archive 1 · / });
	await editor.until('The oldest of 240 cases', async () => {
		await entries.last().hover();
		await editor.page.mouse.wheel(0, 2000);
		return (await last.count()) > 0;
	});
	assert.equal((await pages()).length, 3);
	assert.equal(await entries.count(), 240);
	await last.click();
	await editor.execute(/Of the archive 1\b/);
	await editor.closeNode();
});

test('a picker whose list fails shows the message of the service and the advice', async () => {
	const { editor, fixtures } = bench;
	const { purchaseApproval } = fixtures.templates;
	await bench.open(
		'Pickers',
		caseManagement({
			resource: 'signal',
			operation: 'trigger',
			templateId: byId(purchaseApproval),
			inputMode: 'json',
		}),
		caseManagement({ resource: 'template', operation: 'get' }, 'Template'),
	);
	await closeArchive();
	const failsInWords = async (picker: string): Promise<void> => {
		await editor.settled();
		await editor
			.byTestId('ndv')
			.locator(`[data-test-id="resource-locator-${picker}"] [data-test-id="rlc-input"]`)
			.click();
		const shown = editor.page.locator('[data-test-id="rlc-error-container"]:visible');
		await shown.waitFor();
		const text = await shown.innerText();
		assert.ok(text.includes(`${WORDS} (HTTP 403, List: `), text);
		const advice = text.split('By ID works without this permission').length - 1;
		assert.equal(advice, 1, `The advice is there ${advice} times: ${text}`);
		// A click outside closes the list.
		await editor.byTestId('ndv').locator('[data-test-id="tab-params"]').click();
		await shown.waitFor({ state: 'hidden' });
	};
	await editor.openNode('Case Management');
	await failsInWords('signalId');
	await failsInWords('caseId');
	await editor.closeNode();
	await editor.openNode('Template');
	await failsInWords('templateId');
	await editor.closeNode();
});

test('a dropdown whose list fails shows the message of the service', async () => {
	const { editor, fixtures } = bench;
	const templateId = byId(fixtures.templates.everyElement);
	const element = fixtures.elements.everyElementRequiredMembers;
	const lists: Array<[parameter: string, parameters: Json]> = [
		['templateIds', { resource: 'case', operation: 'getAll', filters: { templateIds: [] } }],
		['definitionElementId', { resource: 'template', operation: 'getTeamMembers', templateId }],
		[
			'memberIds',
			{
				resource: 'case',
				operation: 'create',
				templateId,
				teamMembers: { element: [{ definitionElementId: element, memberIds: [] }] },
			},
		],
	];
	await bench.open(
		'Dropdowns',
		...lists.map(([parameter, parameters]) => caseManagement(parameters, parameter)),
	);
	await closeArchive();
	for (const [parameter] of lists) {
		await editor.openNode(parameter);
		await editor.settled();
		await editor.field(parameter).locator('[data-test-id="parameter-issues"]').hover();
		const words = new RegExp(`${WORDS} \\(HTTP 403, List: .*An ID from an expression works`, 's');
		await editor.page.getByText(words).filter({ visible: true }).first().waitFor();
		await editor.closeNode();
	}
});

test('a form that fails shows the message of the service instead of fields', async () => {
	const { editor, fixtures } = bench;
	const templateId = byId(fixtures.templates.everyElement);
	await bench.open('Form', caseManagement({ resource: 'case', operation: 'create', templateId }));
	await closeArchive();
	await editor.openNode('Case Management');
	await editor.byTestId('ndv').getByText(WORDS).waitFor();
	await editor.closeNode();
});

test('lists that depend on another choice say so, and nothing is red', async () => {
	const { editor } = bench;
	await bench.open(
		'Waiting',
		caseManagement({ resource: 'template', operation: 'getTeamMembers' }, 'Element'),
		caseManagement({ resource: 'signal', operation: 'get' }, 'Signal'),
	);
	await editor.openNode('Element');
	await editor.settled();
	await editor.field('definitionElementId').locator('input').first().click();
	await editor.page
		.locator('.el-select-dropdown__item:visible')
		.filter({ hasText: 'Choose a template first' })
		.waitFor();
	assert.equal(await editor.byTestId('parameter-issues').count(), 0);
	await editor.page.keyboard.press('Tab');
	await editor.closeNode();
	await editor.openNode('Signal');
	await editor.openList('signalId');
	await editor.listEntry('Choose a template first').waitFor();
	await editor.closeNode();
});

test('an error of a run shows message, advice, status and item as n8n shows its own errors', async () => {
	const { editor, fixtures } = bench;
	const caseId = byId(fixtures.unknownUuid);
	await bench.open('404', caseManagement({ resource: 'case', operation: 'get', caseId }));
	await editor.openNode('Case Management');
	const text = await editor.execute(/HTTP 404/);
	assert.match(text, /The process instance was not found \(HTTP 404, Case: Get, item 0\)/);
	assert.match(text, /Check the ID/);
	const output = editor.byTestId('output-panel');
	for (const part of await output.locator('details > summary').all()) await part.click();
	const facts = (await output.locator('.node-error-view__details-row').allInnerTexts()).map((row) =>
		row.split(/\s*\n\s*/),
	);
	const fact = (name: string) => facts.find(([label]) => label === name)?.[1];
	assert.equal(fact('Error code'), '404');
	assert.equal(fact('Item Index'), '0');
	await editor.closeNode();
});

test('n8n has loaded a copy of the package, not this repository', () => {
	assert.ok(!lstatSync(packageFolder(bench.n8n.data)).isSymbolicLink());
});
