/** One execution of the node as n8n's RoutingNode makes it, without n8n. */
import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { answered } from '../faking.mts';
import type { Reply, Sent } from '../faking.mts';

export type Mode = 'continueErrorOutput' | 'continueRegularOutput' | 'stopWorkflow';

export interface Execution {
	/** Input items; hand the same ones over to run the node again, as Retry On Fail does. */
	items: object[];
	/** Parameters of an item; `index` of it for expressions. */
	parameters?: (index: number) => Record<string, unknown>;
	mode?: Mode;
	reply?: (request: Sent, index: number) => Reply | Promise<Reply>;
	/** What n8n shares among the items of one execution; another one by default. */
	executeData?: object;
	executeOnce?: boolean;
	signal?: AbortSignal;
	type?: string;
}

/** The contexts of all items, and what was sent. */
export function contextsOf(execution: Execution) {
	const { items, mode = 'stopWorkflow', reply = () => ({}) } = execution;
	const parameters = execution.parameters ?? ((): Record<string, unknown> => ({}));
	const executeData = execution.executeData ?? { data: { main: [items] } };
	const node = {
		id: '1',
		name: 'Cases',
		type: execution.type ?? 'caseManagement',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		onError: mode,
		executeOnce: execution.executeOnce,
	};
	const requests: Sent[] = [];
	const contexts = items.map((item, index) => ({
		getItemIndex: () => index,
		getInputData: () => item,
		getExecuteData: () => executeData,
		getExecutionCancelSignal: () => execution.signal,
		getNode: () => node,
		getTimezone: () => 'UTC',
		continueOnFail: () => mode !== 'stopWorkflow',
		getNodeParameter: (name: string, fallback: unknown) =>
			name in parameters(index) ? parameters(index)[name] : fallback,
		helpers: {
			httpRequestWithAuthentication: async (_credential: string, request: Sent) => {
				requests.push(request);
				return answered(await reply(request, index));
			},
		},
	}));
	return { contexts: contexts as unknown as IExecuteSingleFunctions[], requests, executeData };
}

/** Input items with their number. */
export const itemsOf = (count: number): Array<{ json: { n: number } }> =>
	Array.from({ length: count }, (_unused, n) => ({ json: { n } }));

/** Results and reasons, in the order of the items. */
export async function settled<T>(work: Array<Promise<T>>): Promise<Array<T | Error>> {
	const outcomes = await Promise.allSettled(work);
	return outcomes.map((outcome) =>
		outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error),
	);
}
