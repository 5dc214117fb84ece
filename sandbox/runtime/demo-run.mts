import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nApi } from './n8n-api.mts';
import type { N8nRuntime } from './n8n-install.mts';
import type { Demo } from './n8n-setup.mts';
import { PlainError } from './say.mts';

const patience = 60_000;
const running = ['new', 'running', 'waiting'];

/** The data of one item. */
export type Json = Record<string, unknown>;

interface Failure {
	message?: string;
	description?: string | null;
}

interface NodeRun {
	startTime: number;
	executionIndex?: number;
	executionTime: number;
	error?: Failure;
	data?: { main?: Array<Array<{ json: Json }> | null> };
}

interface RunData {
	resultData: { error?: Failure & { node?: { name: string } }; runData: Record<string, NodeRun[]> };
}

/** The output of one node. */
export interface NodeOutcome {
	node: string;
	items: Json[];
	error?: string;
}

/** The output of one execution of the workflow, with nodes in the order they ran. */
export interface Outcome {
	executionId: string;
	status: string;
	milliseconds: number;
	nodes: NodeOutcome[];
	error?: string;
}

function sentence(error: Failure | undefined): string | undefined {
	if (error === undefined) return undefined;
	return [error.message, error.description].filter(Boolean).join(' - ');
}

/** Runs the demo workflow like a click on "Execute workflow", and waits for its end. */
export async function runDemo(
	api: N8nApi,
	demo: Demo,
	runtime: N8nRuntime,
	signal: AbortSignal,
): Promise<Outcome> {
	const start = demo.workflow.nodes.find((node) => node.type.endsWith('.manualTrigger'));
	const { executionId } = await api.must<{ executionId: string }>(
		'POST',
		`/workflows/${demo.workflowId}/run`,
		{
			triggerToStartFrom: { name: start?.name },
			// n8n 1.x runs the workflow in the request, not the stored one.
			...(runtime.major === '1' && { workflowData: demo.workflow }),
		},
	);
	// n8n stores execution data in the format of the package flatted, which it includes.
	const require = createRequire(path.join(runtime.folder, 'node_modules', 'n8n', 'package.json'));
	const flatted: { parse(text: string): RunData } = require('flatted');

	const deadline = performance.now() + patience;
	for (;;) {
		signal.throwIfAborted();
		const execution = await api.call<{ status: string; finished: boolean; data: string }>(
			'GET',
			`/executions/${executionId}`,
		);
		const isOver = execution !== undefined && !running.includes(execution.status);
		// n8n 1.x reports the end of an execution shortly before its data is available.
		if (isOver && execution.data !== '[]') {
			return outcome(executionId, execution.status, flatted.parse(execution.data));
		}
		if (performance.now() > deadline) {
			throw new PlainError(
				`The demo workflow did not end in ${patience / 1000} s (execution ${executionId}); ` +
					'look at it in n8n under Executions.',
			);
		}
		await sleep(100);
	}
}

function outcome(executionId: string, status: string, data: RunData): Outcome {
	const { runData, error } = data.resultData;
	const runs = Object.entries(runData).flatMap(([node, all]) => all.map((run) => ({ node, run })));
	runs.sort((a, b) => (a.run.executionIndex ?? 0) - (b.run.executionIndex ?? 0));
	const ends = runs.map(({ run }) => run.startTime + run.executionTime);
	return {
		executionId,
		status,
		milliseconds: runs[0] ? Math.max(...ends) - runs[0].run.startTime : 0,
		nodes: runs.map(({ node, run }) => ({
			node,
			// The first output: the second output of a filter has the rejected items.
			items: (run.data?.main?.[0] ?? []).map((item) => item.json),
			error: sentence(run.error),
		})),
		error: sentence(error),
	};
}
