import type { IExecuteFunctions, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { inputProblem } from '../model/problem';
import { pauseBeforeItem } from './batching';
import { operation, perform } from './operation';
import type { Door, Operation } from './operation';
import type { CompositeOperation } from './multiRequest';
import { requestOptionsOf } from '../parameters/requestOptions';

/** A function under n8n's `customOperations`. */
export type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * Makes an operation that n8n hands the whole node to, instead of reading its routing.
 *
 * Each input item runs as in the declarative way: the same limiter, errors, pairing and memory of what
 * was done. What n8n would put into the requests there, this door works out by itself; and the
 * results of an item may be any number.
 *
 * @param spec the same that `operation` or `compositeOption` makes the option of
 */
export function customOperation(spec: Operation): CustomOperation {
	return async function (this: IExecuteFunctions) {
		const begun: Array<Promise<INodeExecutionData[]>> = [];
		for (const [index, item] of this.getInputData().entries()) {
			await pauseBeforeItem(this, index);
			const context = contextOf(this, item, index);
			const door: Door = {
				options: async (once) => await requestOptionsOf(context, once),
				most: Infinity,
			};
			const results = perform(context, spec, door);
			// Until the last batch has begun nobody listens; all are listened to below.
			results.catch(() => {});
			begun.push(results);
		}
		// One after another into one list: a call with all results as arguments would overflow.
		const all: INodeExecutionData[] = [];
		for (const outcome of await Promise.allSettled(begun)) {
			if (outcome.status === 'rejected') throw outcome.reason;
			for (const result of outcome.value) all.push(result);
		}
		return [all];
	};
}

/**
 * The option of a composite operation. Where n8n would run it by its routing, because it does not
 * look at `customOperations` there, it refuses: a single request is not what it is.
 */
export const compositeOption = (spec: CompositeOperation) =>
	operation({
		...spec,
		prepare() {
			throw inputProblem(
				`"${spec.name}" does not run as a tool of this kind of agent`,
				'Nothing was sent. Use it as a node of the workflow, or in a workflow that the agent calls as a tool.',
			);
		},
	});

/** The context of one item, as n8n's declarative way makes it. */
function contextOf(
	context: IExecuteFunctions,
	item: INodeExecutionData,
	index: number,
): IExecuteSingleFunctions {
	const own: Partial<IExecuteSingleFunctions> = {
		getItemIndex: () => index,
		getInputData: () => item,
		getCredentials: async (type) => await context.getCredentials(type, index),
		getNodeParameter: (name: string, fallback?: unknown, options?: object) => {
			try {
				return context.getNodeParameter(name, index, fallback, options) as never;
			} catch (error) {
				throw inputProblem(
					`The expression of the parameter "${name}" failed: ${(error as Error).message}`,
					'Correct the expression, or check that it finds what it needs for this item.',
				);
			}
		},
	};
	return Object.assign(Object.create(context) as IExecuteSingleFunctions, own);
}
