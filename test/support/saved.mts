/** Reads the workflows of `test/saved` and runs them unchanged. */
import { begin, CREDENTIAL, expectNoSecret, nodeTypes, outputOf, surroundings } from './engine.mts';
import type { Bench } from './service.mts';

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { WorkflowExecute } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type {
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeProperties,
	IPinData,
	IWorkflowSettings,
} from 'n8n-workflow';

import type { CasePatch, LoggedRequest, NewCases } from '../../sandbox/service/client.mts';

/** As n8n exports it. */
export interface SavedWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	pinData: IPinData;
	settings: IWorkflowSettings;
}

/** A request: method and URL, and its body if it has one. */
export type SentRequest = string | [string, unknown];

/** The expected result of a node. Items may contain more than is written here. */
export interface ExpectedNode {
	requests: SentRequest[];
	items: IDataObject[];
	/** Of the error output. */
	errors?: IDataObject[];
	/** The number of items, if not all are written down. */
	count?: number;
}

/** What happens to the cases between two polls. */
type Happening =
	| ({ patch: string } & CasePatch)
	| { remove: string }
	| ({ add: string } & NewCases);

/** The expectations stored with a workflow. */
export interface Expected {
	/** The initial number of cases of the service. */
	seeded: number;
	/** More cases, one of each, in this order. */
	made?: Record<string, NewCases>;
	/** What a trigger should see. */
	happens?: Happening[];
	nodes: Record<string, ExpectedNode>;
}

const root = join(process.cwd(), 'test', 'saved');

/** The releases with saved workflows. */
export const RELEASES = readdirSync(root, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name)
	.sort();

const read = (release: string, file: string): string =>
	readFileSync(join(root, release, `${file}.json`), 'utf8');

/** The file names of a release's workflows, without extension. */
export const workflowsOf = (release: string): string[] =>
	readdirSync(join(root, release))
		.map((file) => file.replace(/\.json$/, ''))
		.filter((name) => name !== 'description' && !name.endsWith('.expected'));

/** A stored workflow, with placeholders such as <cases.running> for IDs. */
export const storedWorkflow = (release: string, name: string): SavedWorkflow =>
	JSON.parse(read(release, name)) as SavedWorkflow;

/** The parameters that the panels of a release had, by node. */
export const descriptionOf = (release: string): Record<string, INodeProperties[]> =>
	JSON.parse(read(release, 'description')) as Record<string, INodeProperties[]>;

/** Placeholders kept for the comparison: any value, and a time some days ago. */
const LEFT_AS_IT_IS = /^(any|daysAgo\.\d+)$/;

/** Inserts IDs: <templates.simple> stands for the one in `known`. */
function filledIn<T>(json: string, known: object): T {
	const text = json.replace(/<([a-z]\w*(?:\.\w+)*)>/gi, (word, path: string) => {
		if (LEFT_AS_IT_IS.test(path)) return word;
		const value = path
			.split('.')
			.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], known);
		if (typeof value !== 'string') throw new Error(`Nothing is known as ${word}.`);
		return JSON.stringify(value).slice(1, -1);
	});
	return JSON.parse(text) as T;
}

/** Creates the cases that a workflow should find, and assigns its placeholders. */
export class Stage {
	readonly known: Record<string, unknown> & { made: Record<string, string> };
	private readonly bench: Bench;
	private readonly files: [workflow: string, expected: string];

	private constructor(bench: Bench, files: [string, string]) {
		this.bench = bench;
		this.files = files;
		this.known = { ...bench.fixtures, made: {}, given: {} };
	}

	static async set(bench: Bench, release: string, name: string): Promise<Stage> {
		const files: [string, string] = [read(release, name), read(release, `${name}.expected`)];
		const { seeded, made = {} } = JSON.parse(files[1]) as Expected;
		await bench.begin({ cases: seeded });
		const stage = new Stage(bench, files);
		for (const [key, order] of Object.entries(made)) await stage.make(key, order);
		await bench.handle.clearRequests();
		return stage;
	}

	get workflow(): SavedWorkflow {
		return filledIn(this.files[0], this.known);
	}

	/** Call it at the end: it may contain IDs from the run. */
	get expected(): Expected {
		return filledIn(this.files[1], this.known);
	}

	/** Causes the events that the triggers should see. */
	async letHappen(): Promise<void> {
		const { handle } = this.bench;
		const { happens = [] } = JSON.parse(this.files[1]) as Expected;
		for (const raw of happens) {
			const one = filledIn<Happening>(JSON.stringify(raw), this.known);
			if ('add' in one) {
				const { add, ...order } = one;
				await this.make(add, order);
			} else if ('remove' in one) await handle.removeCase(one.remove);
			else {
				const { patch, ...rest } = one;
				await handle.patchCase(patch, rest);
			}
		}
	}

	private async make(key: string, order: NewCases): Promise<void> {
		this.known.made[key] = (await this.bench.handle.addCases(order))[0]!;
	}
}

/**
 * A workflow as n8n loads it: with the current panel's defaults for parameters that are not stored.
 */
export const loaded = async ({ pinData: _, ...saved }: SavedWorkflow): Promise<Workflow> =>
	new Workflow({ ...saved, id: 'saved', active: false, nodeTypes: await nodeTypes() });

/** What a node of a workflow did. */
export interface NodeOutcome {
	requests: LoggedRequest[];
	items: INodeExecutionData[];
	errors: INodeExecutionData[];
}

/** Runs a workflow from its Manual Trigger, as the button in the editor does. */
export async function runSaved(bench: Bench, stage: Stage): Promise<Record<string, NodeOutcome>> {
	const { nodes, pinData } = stage.workflow;
	const credential = bench.credential();
	const additionalData = await surroundings(credential);
	const requests: Record<string, LoggedRequest[]> = {};
	additionalData.hooks!.addHandler('nodeExecuteBefore', async () => {
		await bench.handle.clearRequests();
	});
	additionalData.hooks!.addHandler('nodeExecuteAfter', async (node) => {
		requests[node] = await bench.handle.requests();
	});
	const workflow = await loaded(stage.workflow);
	const start = nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger')!;
	const execution = new WorkflowExecute(additionalData, 'manual');
	const run = await begin(execution, workflow, workflow.getNode(start.name)!, pinData);
	expectNoSecret(run, credential);
	const { runData, error } = run.data.resultData;
	if (error !== undefined) throw error;
	return Object.fromEntries(
		nodes
			.filter(({ credentials }) => credentials?.[CREDENTIAL] !== undefined)
			.map(({ name: node }) => [
				node,
				{
					requests: requests[node] ?? [],
					items: outputOf(runData[node]?.[0], 0),
					errors: outputOf(runData[node]?.[0], 1),
				},
			]),
	);
}
