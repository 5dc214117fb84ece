/**
 * For the browser tests: one n8n and one browser per test file. After each test it checks for
 * complaints in the browser and in n8n's log; a failed test leaves a picture.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before } from 'node:test';

import { makeFolder, repository } from '../../../sandbox/runtime/paths.mts';
import type { Fixtures } from '../../../sandbox/service/client.mts';
import { Editor } from './editor.mts';
import { major, RealN8n } from './realN8n.mts';
import type { WorkflowNode } from './realN8n.mts';

/**
 * Complaints that the editor of n8n 1.x causes itself: it requests licensed features, and the last
 * successful run of a workflow that has none.
 */
const OF_N8N_1 = [/\/rest\/ai\/sessions\/metadata\b/, /sessions metadata/, /\/last-successful\b/];

/** What a test file works with; filled before its tests. */
export class Bench {
	n8n!: RealN8n;
	editor!: Editor;
	fixtures!: Fixtures;
	/** Complaints that the running test causes on purpose. */
	private excused: RegExp[] = [];
	/** How many lines of n8n's log have been checked. */
	private seen = 0;

	/** A test that causes a failure announces n8n's complaint here. */
	excuse(...complaints: RegExp[]): void {
		this.excused.push(...complaints);
	}

	/** Unexpected complaints since the last call. */
	complaints(): string[] {
		const traces = this.editor.stackTraces();
		const all = [...this.editor.complaints(), ...traces.slice(this.seen)];
		this.seen = traces.length;
		const excused = [...this.excused, ...(major === '1' ? OF_N8N_1 : [])];
		this.excused = [];
		return all.filter((complaint) => !excused.some((pattern) => pattern.test(complaint)));
	}

	/** Resets the service, with an empty log. */
	async reset(options: Parameters<RealN8n['service']['reset']>[0] = {}): Promise<Fixtures> {
		this.fixtures = await this.n8n.service.reset(options);
		return this.fixtures;
	}

	/** Opens a workflow of unconnected nodes in the editor; returns its ID. */
	async open(name: string, ...nodes: WorkflowNode[]): Promise<string> {
		const { id } = await this.n8n.add({
			name,
			nodes: nodes.map((node, at) => ({
				...node,
				id: `c0000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
				position: [at * 240, 0],
			})),
			connections: {},
			settings: { executionOrder: 'v1' },
		});
		await this.editor.openWorkflow(id);
		return id;
	}

	/** The body of the last accepted request of an operation. */
	async sent<T = Record<string, unknown>>(operationId: string): Promise<T> {
		const taken = (await this.n8n.service.requests()).filter(
			(request) => request.operationId === operationId && request.status === 200,
		);
		assert.notEqual(taken.length, 0, `The service has taken no ${operationId}`);
		return taken.at(-1)!.body as T;
	}
}

/**
 * Starts n8n and a browser for the tests of a file, and ends them after it.
 *
 * @param name of the folders below .sandbox, one for each file: data, and pictures of failures
 * @param prepare further setup before the tests; a second "before" would not wait for this one
 */
export function useEditor(
	name: string,
	prepare: (bench: Bench) => Promise<void> = async () => {},
): Bench {
	const bench = new Bench();
	const pictures = path.join(repository, '.sandbox', 'failures', name);
	let failed = 0;
	before(async () => {
		rmSync(pictures, { recursive: true, force: true });
		bench.n8n = await RealN8n.start(name);
		bench.fixtures = await bench.n8n.service.fixtures();
		bench.editor = await Editor.open(bench.n8n);
		await prepare(bench);
	});
	afterEach(async (context) => {
		// Node.js itself reports why they did not start.
		if (bench.editor === undefined) return;
		if ('passed' in context && context.passed === false) {
			makeFolder(pictures);
			const file = path.join(pictures, `${String(++failed).padStart(2, '0')}.png`);
			await bench.editor.page.screenshot({ path: file });
			console.error(`What the browser showed when "${context.name}" failed: ${file}`);
			// The next test starts fresh; each complaint is reported once.
			bench.complaints();
			return;
		}
		assert.deepEqual(bench.complaints(), []);
	});
	after(async () => {
		await bench.editor?.close();
		await bench.n8n?.stop();
	});
	return bench;
}
