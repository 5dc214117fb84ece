/**
 * How a person finds the node: by searching n8n's node creator, dragging it onto the canvas, and
 * recognizing its icon.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Locator } from 'playwright-core';

import { useEditor } from '../support/bench.mts';
import { exactly } from '../support/editor.mts';
import { caseManagement, START, TRIGGER } from '../support/realN8n.mts';

const bench = useEditor('creator');

/** What people who work with cases may type. */
const WORDS = [
	'case management',
	'process',
	'bpm',
	'signal',
	'cleanup',
	'bulk',
	'cases',
	'document',
	'create case',
	'pause case',
];

/** The node in the node creator. */
const found = () =>
	bench.editor
		.byTestId('item-iterator-item')
		.filter({ has: bench.editor.byTestId('node-creator-item-name') })
		.filter({ hasText: 'Case Management' })
		.first();

/** Opens the node creator in a workflow that already has a start node. */
async function openCreator(): Promise<void> {
	await bench.open('Found', START);
	await bench.editor.byTestId('node-creator-plus-button').click();
	await bench.editor.byTestId('node-creator-search-bar').waitFor();
}

const search = async (words: string): Promise<void> =>
	await bench.editor.byTestId('node-creator-search-bar').fill(words);

/** Waits until the icon in an element has loaded; returns its URL. */
async function icon(within: Locator): Promise<string> {
	const image = within.locator('img').first();
	await image.waitFor();
	const { loaded, address } = await image.evaluate(async (element) => {
		const one = element as HTMLImageElement;
		// Rejects an image that is broken.
		const decoded = await one.decode().then(
			() => true,
			() => false,
		);
		return { loaded: decoded && one.naturalWidth > 0, address: one.src };
	});
	assert.ok(loaded, `The icon ${address} does not load`);
	return address;
}

/** Drags something with the mouse. */
async function drag(what: Locator, to: { x: number; y: number }): Promise<void> {
	const { mouse } = bench.editor.page;
	await what.hover();
	await mouse.down();
	await mouse.move(to.x + 50, to.y + 50, { steps: 10 });
	await mouse.move(to.x, to.y, { steps: 10 });
	await mouse.up();
}

test('the node is found by the words people use for it', async () => {
	await openCreator();
	const missed: string[] = [];
	for (const words of WORDS) {
		await search(words);
		// The results of the previous search stay for a moment.
		await bench.editor.frames(2);
		await found()
			.waitFor({ timeout: 5_000 })
			.catch(() => missed.push(words));
		await search('there is no such node');
		await found().waitFor({ state: 'hidden' });
	}
	assert.deepEqual(missed, []);
});

test('the node is dragged onto the canvas, and its icon appears in the list and on the canvas', async () => {
	const { editor } = bench;
	await openCreator();
	await search('case management');
	await icon(found());
	await found().click();
	const action = editor
		.byTestId('item-iterator-item')
		.filter({ has: editor.page.locator('[draggable]') })
		.filter({ hasText: exactly('Get many cases') });
	await icon(action);
	await drag(action, { x: 500, y: 650 });
	// n8n opens the panel of the dropped node.
	await editor.panelReady();
	await editor.field('returnAll').waitFor();
	await icon(editor.byTestId('ndv'));
	await editor.closeNode();
	await icon(editor.canvasNode('Get many cases'));
});

test('the trigger is found in an empty workflow and dragged onto the canvas', async () => {
	const { editor } = bench;
	await editor.newWorkflow();
	await editor.byTestId('canvas-plus-button').click();
	await search('case management');
	await found().click();
	const trigger = editor
		.byTestId('item-iterator-item')
		.filter({ has: editor.page.locator('[draggable]') })
		.filter({ hasText: /case created/i })
		.first();
	await drag(trigger, { x: 400, y: 500 });
	await editor.panelReady();
	await editor.closeNode();
	await icon(editor.page.locator(`[data-test-id="canvas-node"][data-node-type="${TRIGGER}"]`));
});

test('on a dark canvas the node has its dark icon', async () => {
	const { editor } = bench;
	await editor.page.evaluate(() => localStorage.setItem('N8N_THEME', 'dark'));
	try {
		await bench.open('Dark', START, caseManagement({ resource: 'case', operation: 'getAll' }));
		const address = await icon(editor.canvasNode('Case Management'));
		assert.match(address, /caseManagement\.dark\.svg$/);
	} finally {
		await editor.page.evaluate(() => localStorage.removeItem('N8N_THEME'));
	}
});
