/** One execution of the node as n8n runs it, without n8n: of the whole node, or of one item. */
import type { IExecuteFunctions, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { executionOfNode } from '../../../nodes/CaseManagement/execution/execution.ts';
import { runItems } from '../../../nodes/CaseManagement/execution/runner.ts';
import type { ItemTask } from '../../../nodes/CaseManagement/execution/task.ts';
import { makeResource } from '../../../nodes/CaseManagement/operation/resource.ts';
import type { Operation } from '../../../nodes/CaseManagement/operation/spec.ts';
import { readObject } from '../../../nodes/CaseManagement/transport/response.ts';
import { answered } from '../faking.mts';
import type { Reply, Sent } from '../faking.mts';

export type Mode = 'continueErrorOutput' | 'continueRegularOutput' | 'stopWorkflow';

/** How n8n runs the node. */
export interface Setup {
	/** Input items; pass the same ones to run the node again, as Retry On Fail does. */
	items: object[];
	/** Parameters of an item by its index; an Error is a failing expression. */
	parameters?: (index: number) => Record<string, unknown>;
	mode?: Mode;
	reply?: (request: Sent) => Reply | Promise<Reply>;
	/** What n8n keeps for one execution of the node. Default: a new one. */
	executeData?: object;
	signal?: AbortSignal;
	type?: string;
	/** The decrypted credential, or why it is missing. */
	credential?: object | Error;
}

/** The parts that all contexts of one execution share, and what was sent. */
function shared(setup: Setup) {
	const { mode = 'stopWorkflow', reply = () => ({}), credential = {} } = setup;
	const executeData = setup.executeData ?? { data: { main: [setup.items] } };
	const requests: Sent[] = [];
	const base = {
		getExecuteData: () => executeData,
		getExecutionCancelSignal: () => setup.signal,
		getNode: () => ({
			id: '1',
			name: 'Cases',
			type: setup.type ?? 'caseManagement',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			onError: mode,
		}),
		getTimezone: () => 'UTC',
		continueOnFail: () => mode !== 'stopWorkflow',
		getCredentials: async () => {
			if (credential instanceof Error) throw credential;
			return credential;
		},
		helpers: {
			httpRequestWithAuthentication: async (_credential: string, request: Sent) => {
				requests.push(request);
				return answered(await reply(request));
			},
		},
	};
	return { base, requests };
}

function parameterOf(setup: Setup, name: string, index: number, fallback: unknown): unknown {
	const values = setup.parameters?.(index) ?? {};
	const value = name in values ? values[name] : fallback;
	if (value instanceof Error) throw value;
	return value;
}

/** n8n's context of the whole node, as a function under `customOperations` gets it. */
export function nodeContext(setup: Setup) {
	const { base, requests } = shared(setup);
	const context = {
		...base,
		getInputData: () => setup.items,
		getNodeParameter: (name: string, index: number, fallback: unknown) =>
			parameterOf(setup, name, index, fallback),
	};
	return { context: context as unknown as IExecuteFunctions, requests };
}

/** n8n's context of one item, as the routing hook gets it. */
export function itemContext(setup: Setup, index = 0) {
	const { base, requests } = shared(setup);
	const context = {
		...base,
		getItemIndex: () => index,
		getInputData: () => setup.items[index],
		getNodeParameter: (name: string, fallback: unknown) =>
			parameterOf(setup, name, index, fallback),
	};
	return { context: context as unknown as IExecuteSingleFunctions, requests };
}

/** Input items with their number. */
export const itemsOf = (count: number): Array<{ json: { n: number } }> =>
	Array.from({ length: count }, (_unused, n) => ({ json: { n } }));

/** The result of an execution, and the requests it sent. */
export interface Ended {
	output: INodeExecutionData[];
	error?: Error & { description?: string };
	requests: Sent[];
	/** Method and URL of each request. */
	sent: string[];
}

export async function ended(work: Promise<INodeExecutionData[]>, requests: Sent[]): Promise<Ended> {
	const [outcome] = await Promise.allSettled([work]);
	return {
		requests,
		sent: requests.map(({ method, url }) => `${method} ${url}`),
		...(outcome.status === 'fulfilled'
			? { output: outcome.value }
			: { output: [], error: outcome.reason as Error }),
	};
}

type CustomOperation = (this: unknown) => Promise<INodeExecutionData[][]>;

type Hook = (this: unknown, requestData: object) => Promise<INodeExecutionData[]>;

/** Runs an operation on all items, through the function that n8n calls. */
export async function runNode(operation: Operation, setup: Setup): Promise<Ended> {
	const { context, requests } = nodeContext(setup);
	const { customOperations } = makeResource('case', 'Case', [operation]);
	const run = customOperations[operation.value] as CustomOperation;
	return await ended(
		run.call(context).then(([output]) => output!),
		requests,
	);
}

/** Runs an operation on one item, through the routing hook. */
export async function runHook(operation: Operation, setup: Setup, index = 0): Promise<Ended> {
	const { context, requests } = itemContext(setup, index);
	const [parameter] = makeResource('case', 'Case', [operation]).properties;
	const [option] = parameter!.options as Array<{ routing: { operations: { pagination: Hook } } }>;
	return await ended(
		option!.routing.operations.pagination.call(context, { options: {} }),
		requests,
	);
}

/** A task that sends one request to the path of its item, `/0` and so on. */
export const taskOf = (task: Partial<ItemTask<number>> = {}): ItemTask<number> => ({
	operationId: 'stopCase',
	effect: 'idempotent',
	itemsAtOnce: 10,
	failsWithRequest: true,
	prepare: (parameters) => (parameters.source.getInputData().json as { n: number }).n,
	run: async (n, { send }) => [
		await send(
			{ operationId: task.operationId ?? 'stopCase', path: `/${n}` },
			readObject(task.operationId ?? 'stopCase', (body) => body),
		),
	],
	...task,
});

/** Runs a task on all items. */
export async function runTask(setup: Setup, task?: Partial<ItemTask<number>>): Promise<Ended> {
	const { context, requests } = nodeContext(setup);
	return await ended(runItems(taskOf(task), executionOfNode(context), 'Case: Stop'), requests);
}

/** The number of the item in the URL of its request. */
export const numberIn = ({ url }: Sent): number => Number(url.slice(1));

/** One turn of the event loop. */
export const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Counts the requests in flight at a slow service. */
export function crowd() {
	let inFlight = 0;
	const seen = { most: 0 };
	const reply = async (): Promise<Reply> => {
		inFlight += 1;
		seen.most = Math.max(seen.most, inFlight);
		for (let ticks = 0; ticks < 5; ticks += 1) await tick();
		inFlight -= 1;
		return {};
	};
	return { seen, reply };
}
