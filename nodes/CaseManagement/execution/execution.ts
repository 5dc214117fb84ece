import type {
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import { inputProblem } from '../model/problem';
import type { ParameterSource } from '../parameters/parameters';

export interface InputItem extends ParameterSource {
	/** Counted from 0, as n8n does. */
	index: number;
	data: INodeExecutionData;
}

/** One execution of the node, in whatever way n8n has started it. */
export interface Execution {
	context: IExecuteFunctions | IExecuteSingleFunctions;
	node: INode;
	items: InputItem[];
	continueOnFail: boolean;
	/** Whether n8n's Retry On Fail hands over the same item objects again, so that what is known of
	 * an item is found. An agent's tool gets new ones for each try. */
	keepsItems: boolean;
	/** n8n's signal that the execution is cancelled. */
	signal: AbortSignal | undefined;
}

/** The execution of a function under `customOperations`: n8n hands over the whole node. */
export function executionOfNode(context: IExecuteFunctions): Execution {
	const timeZone = context.getTimezone();
	const startedAt = Date.now();
	return {
		...describeContext(context),
		keepsItems: true,
		items: context.getInputData().map((data, index) => ({
			index,
			data,
			startedAt,
			getInputData: () => data,
			getTimezone: () => timeZone,
			getNodeParameter: (name: string, fallback?: unknown) => {
				try {
					return context.getNodeParameter(name, index, fallback) as never;
				} catch (error) {
					throw inputProblem(
						`The expression in the parameter "${name}" failed: ${(error as Error).message}`,
						'Correct the expression, or check that the data it needs exists for this item.',
					);
				}
			},
		})),
	};
}

/** The execution of the routing hook, which n8n calls for one item. */
export function executionOfItem(context: IExecuteSingleFunctions): Execution {
	const data = context.getInputData();
	const item: InputItem = {
		index: context.getItemIndex(),
		data,
		startedAt: Date.now(),
		getInputData: () => data,
		getTimezone: () => context.getTimezone(),
		getNodeParameter: (name: string, fallback?: unknown) =>
			context.getNodeParameter(name, fallback) as never,
	};
	return { ...describeContext(context), keepsItems: false, items: [item] };
}

const describeContext = (context: Execution['context']) => ({
	context,
	node: context.getNode(),
	continueOnFail: context.continueOnFail(),
	signal: context.getExecutionCancelSignal(),
});
