/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * n8n's editor in a real browser, as a person uses it: panels, lists, the canvas.
 *
 * The browser is the machine's own Chromium; nothing is downloaded for it.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';

import { owner } from '../../../sandbox/runtime/n8n-setup.mts';
import { eventually } from '../../support/eventually.mts';
import { major } from './realN8n.mts';
import type { RealN8n } from './realN8n.mts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const FLAGS = [
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// Chromium refuses to run as root inside its sandbox.
	...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Generous, since the machine may be busy. */
const PATIENCE = 60_000;

/** Escapes text for a regular expression. */
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const exactly = (text: string): RegExp => new RegExp(`^\\s*${literal(text)}\\s*$`);

/** The content of a node's panel at one moment. */
export interface Panel {
	/** Labels of the fields, from top to bottom, without Resource and Operation. */
	fields: string[];
	/** Texts outside fields. */
	notices: string[];
}

export class Editor {
	readonly page: Page;
	/** Problems in the browser since the last check: see `complaints`. */
	private found: string[] = [];
	/** Lists and forms that the editor has requested from n8n and not yet received. */
	private readonly loading = new Set<Request>();
	private readonly browser: Browser;
	private readonly n8n: RealN8n;

	private constructor(browser: Browser, page: Page, n8n: RealN8n) {
		this.browser = browser;
		this.page = page;
		this.n8n = n8n;
		page.on('console', (message) => {
			// Requests to other hosts do not concern this package.
			if (message.type() === 'error' && message.location().url.startsWith(n8n.url)) {
				this.found.push(`console: ${message.text()} (${message.location().url})`);
			}
		});
		page.on('pageerror', (error) => this.found.push(`page: ${error.message}`));
		page.on('response', (response) => {
			if (response.status() >= 400) this.found.push(`${response.status()} ${response.url()}`);
		});
		page.on('request', (request) => {
			if (request.url().includes('/dynamic-node-parameters/')) this.loading.add(request);
		});
		page.on('requestfinished', (request) => this.loading.delete(request));
		page.on('requestfailed', (request) => this.loading.delete(request));
	}

	/** Opens a browser with the owner of this n8n logged in. */
	static async open(n8n: RealN8n, viewport = { width: 1400, height: 1000 }): Promise<Editor> {
		if (!existsSync(CHROMIUM))
			throw new Error(
				`There is no browser at ${CHROMIUM}: apt-get install chromium, or name one in CHROMIUM.`,
			);
		const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
		try {
			const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
			context.setDefaultTimeout(PATIENCE);
			// The editor asks the npm registry for the newest version of a package; the request is
			// blocked. Forms and webhooks use the public URL of n8n.
			const { host, port } = new URL(n8n.url);
			await context.route(
				(url) => url.host !== host && url.host !== `localhost:${port}`,
				async (route) => await route.abort(),
			);
			await logInto(context, n8n.url);
			return new Editor(browser, await context.newPage(), n8n);
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** What the browser complained about since the last call. */
	complaints(): string[] {
		const found = this.found;
		this.found = [];
		return found;
	}

	/** Stack traces in n8n's log so far: the first line of each. */
	stackTraces(): string[] {
		const lines = readFileSync(this.n8n.data.n8nLog, 'utf8').split('\n');
		return lines.filter(
			(line, at) => /^\s+at .*:\d+:\d+\)?$/.test(lines[at + 1] ?? '') && !/^\s+at /.test(line),
		);
	}

	byTestId(id: string): Locator {
		return this.page.locator(`[data-test-id="${id}"]`);
	}

	/** Opens a page of n8n by its URL. */
	async visit(path: string): Promise<void> {
		this.loading.clear();
		await this.page.goto(`${this.n8n.url}${path}`);
	}

	/** Opens a workflow, and waits for its nodes. */
	async openWorkflow(id: string): Promise<void> {
		await this.visit(`/workflow/${id}`);
		await this.byTestId('canvas-node').first().waitFor();
		await this.byTestId('zoom-to-fit').click();
	}

	/** A new, empty workflow. */
	async newWorkflow(): Promise<void> {
		await this.visit('/workflow/new');
		await this.byTestId('canvas-plus-button').waitFor();
	}

	/** A node on the canvas. */
	canvasNode(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Opens the panel of a node in the open workflow. */
	async openNode(name: string): Promise<void> {
		await this.canvasNode(name).dblclick({ position: { x: 30, y: 30 } });
		await this.panelReady();
	}

	/** Waits until the panel can be used: its selects are disabled until then. */
	async panelReady(): Promise<void> {
		await this.page
			.locator('[data-test-id="node-parameters"] .el-select:not(.el-select--disabled)')
			.first()
			.waitFor();
	}

	async closeNode(): Promise<void> {
		// n8n 1.x closes its panel differently.
		await this.byTestId('ndv-close-button').or(this.byTestId('back-to-canvas')).click();
		await this.byTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** A field of the panel by the name of its parameter. */
	field(name: string): Locator {
		return this.byTestId('ndv').locator(`[data-test-id="parameter-input-${name}"]:visible`);
	}

	/** Chooses an option of a select in the panel. */
	async choose(name: string, option: string): Promise<void> {
		await this.pick(this.field(name), option);
	}

	/** A field of the form, by the id of its element. */
	formField(id: string): Locator {
		return this.byTestId('ndv').locator(
			`[data-parameter-path='parameters.elements.value["${id}"]']`,
		);
	}

	/** Fills a field as a person does; n8n reads it on Enter or when the field loses focus. */
	async type(field: Locator, text: string): Promise<void> {
		const input = field.locator('input, textarea').first();
		await input.fill(text);
		await input.press('Tab');
	}

	/** Chooses an option of a dropdown by its text; several if the dropdown allows it. */
	async pick(dropdown: Locator, ...options: string[]): Promise<void> {
		const input = dropdown.locator('input[role="combobox"]:enabled').first();
		await input.click();
		// Its own list: that of another dropdown may still be closing.
		const list = this.page.locator(`[id="${await input.getAttribute('aria-controls')}"]`);
		for (const option of options) {
			await list
				.locator('.el-select-dropdown__item')
				.filter({ has: this.page.locator('span, .option-headline', { hasText: exactly(option) }) })
				.first()
				.click();
		}
		// A list with multiple choices stays open.
		await input.press('Tab');
		await list.waitFor({ state: 'hidden' });
	}

	/**
	 * Adds an entry to a collection in the panel. It can be found in the page only by its label.
	 */
	async addTo(label: string, part: string): Promise<void> {
		const collection = this.byTestId('node-parameters')
			.locator('[data-test-id="parameter-item"]')
			.filter({ hasText: new RegExp(`^\\s*${literal(label)}`) });
		const add = '[data-test-id="collection-parameter-add"]';
		await this.pick(collection.locator(major === '1' ? '.param-options' : add), part);
	}

	/** Waits until all lists and forms in the panel have loaded. */
	async settled(): Promise<void> {
		await this.until('Lists and forms', async () => {
			await this.frames(2);
			return this.loading.size === 0;
		});
	}

	/** Opens the list of a picker, and waits until it shows its first entries. */
	async openList(name: string): Promise<Locator> {
		// A form that loads meanwhile changes the parameters, and n8n then requests the list again.
		await this.settled();
		await this.byTestId('ndv')
			.locator(`[data-test-id="resource-locator-${name}"] [data-test-id="rlc-input"]`)
			.click();
		const entries = this.listEntries();
		await entries.first().waitFor();
		return entries;
	}

	/** The entries of the open list. */
	listEntries(): Locator {
		return this.page.locator('[data-test-id="rlc-item"]:visible');
	}

	/** One entry, by its full text. */
	listEntry(text: string): Locator {
		return this.listEntries().filter({ hasText: exactly(text) });
	}

	/** Searches in the open list. */
	async searchList(text: string): Promise<void> {
		await this.page.locator('[data-test-id="rlc-search"]:visible').fill(text);
	}

	/** Waits until the open node can be executed: while it runs, its button shows a spinner. */
	async executable(): Promise<void> {
		await this.page
			.locator('[data-test-id="node-execute-button"]:enabled:not([aria-busy="true"])')
			.waitFor();
	}

	/** Executes the open node, and returns its output once that contains a text. */
	async execute(shows: RegExp): Promise<string> {
		await this.executable();
		await this.byTestId('node-execute-button').click();
		const output = this.byTestId('output-panel');
		const found = await this.until(`Output ${shows}`, async () => {
			const text = await output.innerText();
			return shows.test(text) && text;
		});
		await this.executable();
		return found;
	}

	/** What the panel shows now. */
	async panel(): Promise<Panel> {
		return await this.page.evaluate(readPanel);
	}

	/** Like `choose`, without the pauses for opening and closing lists. */
	async chooseFast(name: string, option: string): Promise<void> {
		const select = this.field(name).locator('input:enabled');
		await this.until(`${name}: ${option}`, async () => {
			await select.click({ force: true });
			return await this.page.evaluate(clickOption, option);
		});
		await this.until(`${name} is ${option}`, async () => (await select.inputValue()) === option);
	}

	/** The panel once it is as expected, or as it is after a while. */
	async panelOnce(wanted: (panel: Panel) => boolean, patience = 3000): Promise<Panel> {
		const deadline = performance.now() + patience;
		for (;;) {
			const panel = await this.panel();
			if (!wanted(panel) && performance.now() < deadline) continue;
			// Something that appears late counts as shown.
			await this.frames(2);
			const later = await this.panel();
			if (wanted(later) || performance.now() >= deadline) return later;
		}
	}

	/** Waits until the page has been rendered several times. */
	async frames(count: number): Promise<void> {
		await this.page.evaluate(async (left) => {
			for (; left > 0; left--) await new Promise((done) => requestAnimationFrame(done));
		}, count);
	}

	/**
	 * Sets the parameters of a node in the open workflow, in the editor's store: as if the workflow
	 * had been imported again. Its panel must be closed.
	 */
	async putBack(workflowId: string, node: string, parameters: object): Promise<void> {
		await this.page.evaluate(putBackInPage, { workflowId, node, parameters });
		const now = await this.parametersOf(workflowId, node);
		assert.deepEqual(now, JSON.parse(JSON.stringify(parameters)));
	}

	/** The parameters of a node as the editor now has them. */
	async parametersOf(workflowId: string, node: string): Promise<Record<string, unknown>> {
		return await this.page.evaluate(parametersInPage, { workflowId, node });
	}

	/** Waits until something is true in the page. */
	async until<T>(what: string, find: () => Promise<T | undefined | false>): Promise<T> {
		return await eventually(what, find, PATIENCE);
	}
}

/** n8n binds a login to the browser's ID, which the editor keeps in the browser's storage. */
async function logInto(context: BrowserContext, url: string): Promise<void> {
	const id = 'case-management-browser';
	await context.addInitScript((browserId) => {
		localStorage.setItem('n8n-browserId', browserId);
	}, id);
	const answer = await context.request.post(`${url}/rest/login`, {
		headers: { 'browser-id': id },
		data: { emailOrLdapLoginId: owner.email, password: owner.password },
	});
	if (!answer.ok()) throw new Error(`n8n refused the login: ${await answer.text()}`);
}

// The following runs in the page and cannot use outer names.

function readPanel(): Panel {
	const shown = (element: Element) => element.getClientRects().length > 0;
	const text = (element: Element | null) => (element?.textContent ?? '').trim();
	const lists = document.querySelectorAll(
		'[data-test-id="node-parameters"] > div > .parameter-input-list-wrapper',
	);
	const panel: Panel = { fields: [], notices: [] };
	for (const item of [...lists].filter(shown).flatMap(({ children }) => [...children])) {
		if (!shown(item)) continue;
		const path = item.querySelector('[data-parameter-path]')?.getAttribute('data-parameter-path');
		if (path === 'parameters.resource' || path === 'parameters.operation') continue;
		// A mapper has a separate field for the mapping mode; its own label comes with its form.
		const mapper = item.querySelector('[data-test-id="resource-mapper-container"]');
		// The label is followed by the choices (Fixed, Expression) and marks.
		const label = item.querySelector<HTMLElement>('[data-test-id="input-label"]');
		if (mapper !== null) panel.fields.push('(form)');
		else if (label !== null) panel.fields.push(label.innerText.split('\n')[0]!.trim());
		else panel.notices.push(text(item));
	}
	return panel;
}

/** Clicks an option of the opening list; false if no list opens. */
async function clickOption(name: string): Promise<boolean> {
	const deadline = performance.now() + 1000;
	while (performance.now() < deadline) {
		const options = [...document.querySelectorAll<HTMLElement>('.el-select-dropdown__item')];
		const wanted = options.find(
			(item) =>
				item.getClientRects().length > 0 &&
				(item.querySelector('.option-headline') ?? item).textContent?.trim() === name,
		);
		if (wanted !== undefined) {
			wanted.click();
			return true;
		}
		await new Promise((done) => requestAnimationFrame(done));
	}
	return false;
}

/** The part of the editor with the open workflow. */
interface EditorPage {
	__vue_app__: {
		config: {
			globalProperties: {
				$pinia: {
					_s: Map<
						string,
						{
							getNodeByName(name: string): { parameters: Record<string, unknown> } | null;
							setNodeParameters?(update: { name: string; value: object }): void;
						}
					>;
				};
			};
		};
	};
}

async function putBackInPage({
	workflowId,
	node,
	parameters,
}: {
	workflowId: string;
	node: string;
	parameters: object;
}): Promise<void> {
	const app = document.querySelector('#app') as unknown as EditorPage;
	const stores = app.__vue_app__.config.globalProperties.$pinia._s;
	// The latter is for n8n 1.x.
	const store = stores.get(`workflowDocuments/${workflowId}@latest`) ?? stores.get('workflows');
	if (store === undefined) throw new Error('The editor keeps its workflow in another place.');
	const value = structuredClone(parameters) as Record<string, unknown>;
	if (store.setNodeParameters !== undefined) store.setNodeParameters({ name: node, value });
	// n8n 1.x sets them on the node itself.
	else store.getNodeByName(node)!.parameters = value;
	for (let left = 2; left > 0; left--) await new Promise((done) => requestAnimationFrame(done));
}

function parametersInPage({
	workflowId,
	node,
}: {
	workflowId: string;
	node: string;
}): Record<string, unknown> {
	const app = document.querySelector('#app') as unknown as EditorPage;
	const stores = app.__vue_app__.config.globalProperties.$pinia._s;
	const store = stores.get(`workflowDocuments/${workflowId}@latest`) ?? stores.get('workflows');
	const found = store?.getNodeByName(node);
	return JSON.parse(JSON.stringify(found?.parameters ?? {})) as Record<string, unknown>;
}
