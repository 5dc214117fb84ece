import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Problem } from '../model/problem';
import type { HttpResponse } from '../transport/response';
import { executionStore } from './executionStore';
import type { ExecutionStore } from './executionStore';
import type { OperationBase } from './operation';
import type { ItemParameters } from '../parameters/parameters';
import { delay } from '../transport/delay';
import type { ItemRun, ItemWork, Once } from './itemRunner';
import { send } from '../transport/send';
import type { RequestSettings, ServiceRequest } from '../transport/send';

/** An operation of many calls, which decides by itself what a failed call means. */
export interface CompositeOperation extends OperationBase {
	/** Whether it changes something at the service. */
	writes: boolean;
	/** Most requests in flight, if not the usual number. */
	atOnce?: (parameters: ItemParameters) => number;
	/**
	 * Gives the results of the item.
	 *
	 * @param call the one of `request`, with what `prepare` has added
	 */
	steps: (call: ServiceRequest, parameters: ItemParameters, tools: Tools) => Promise<object[]>;
	/** Adds to the error that ends the item what had been done. */
	ended?: (problem: Problem, place: ItemPlace) => Problem;
}

/** The item among those of its execution. */
export interface ItemPlace {
	itemIndex: number;
	/** Whether the item can fail alone; otherwise its failure ends the node. */
	alone: boolean;
	/** Keeps what the items of an execution share, also over n8n's Retry On Fail. */
	keep: ExecutionStore;
}

/** What the steps of a composite operation are made with. */
export interface Tools extends ItemPlace, Pick<ItemRun, 'checked'> {
	/** Sends a call and reads its answer. Its failure is not yet that of the item. */
	ask: <T>(
		call: ServiceRequest,
		read: (answer: HttpResponse) => T,
		settings?: Pick<RequestSettings, 'maxTimeoutMs' | 'retry'>,
	) => Promise<T>;
	/** Waits some milliseconds, but not beyond the end of the run. */
	pause: (milliseconds: number) => Promise<void>;
}

/**
 * The work of a composite operation on one input item, for `runItem`.
 *
 * @param baseFor gives what n8n itself puts into a request
 */
export function compositeWork(
	spec: CompositeOperation,
	context: IExecuteSingleFunctions,
	parameters: ItemParameters,
	baseFor: (once: Once) => Promise<Partial<IHttpRequestOptions>>,
): Pick<ItemWork<ServiceRequest>, 'atOnce' | 'ended' | 'work' | 'write'> {
	const place: ItemPlace = {
		itemIndex: context.getItemIndex(),
		alone: context.continueOnFail(),
		keep: executionStore(context.getExecuteData()),
	};
	return {
		write: spec.writes,
		atOnce: () => spec.atOnce?.(parameters),
		ended: (problem) => spec.ended?.(problem, place) ?? problem,
		async work(call, run) {
			const settings = { ...run, onFailure: undefined, base: await baseFor(run.once) };
			return await spec.steps(call, parameters, {
				...place,
				checked: run.checked,
				ask: async (asked, read, more) =>
					await send(context, asked, read, { ...settings, ...more }),
				// Cut short, it is no error: the next call is refused, with the reason.
				pause: async (milliseconds) => await delay(milliseconds, run.signal, run.cancelDelays),
			});
		},
	};
}
