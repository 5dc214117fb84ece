import type { INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../model/problem';
import { ItemParameters } from '../parameters/parameters';
import { readRequestOptions } from '../parameters/requestOptions';
import { makeCredentialReader } from '../transport/credential';
import { isTool, toNodeError, toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import { send } from '../transport/send';
import type { RequestSettings } from '../transport/send';
import { cancelled, delay, makeEventLoopYielder } from '../transport/time';
import type { Execution, InputItem } from './execution';
import {
	earlierOutcome,
	Memory,
	memoryAcrossTries,
	rememberFailure,
	rememberResults,
} from './memory';
import { describeCompleted, toFailedItem, toOutputItems } from './output';
import { makeBatchQueue } from './pacing';
import { MAX_REQUESTS_IN_FLIGHT } from './task';
import type { ItemTask, ItemTools } from './task';

/** Thrown where a request is not sent because an earlier item failed; never shown. */
const ITEM_NOT_SENT = new Problem('Not sent because an earlier item failed', { kind: 'cancelled' });

/** Runs a task on the items of one node execution, the same way for every operation: all parameters
 * are checked before anything is sent, requests in flight are limited, and n8n's event loop is
 * never blocked for long.
 *
 * Where the node continues on errors, each item fails alone. In stop mode the first failure ends
 * the node. A failure of `prepare` or `plan` comes before any write. A failure of `run` aborts
 * `stop`: pauses end early, no request of another item is sent any more (`beforeSend` throws
 * ITEM_NOT_SENT), those in flight are awaited, and the error names the items that were completed or are
 * in doubt. Where every request is the item's own (`failsWithRequest`), `stop` is aborted by the
 * failed request itself, before the next one gets its place.
 * @param title the operation as the user knows it, e.g. `Case: Get`
 * @returns the results in the order of the items; error items if the node continues on errors
 * @throws NodeApiError or NodeOperationError in stop mode */
export const runItems = async <T>(
	task: ItemTask<T>,
	execution: Execution,
	title: string,
): Promise<INodeExecutionData[]> => await new Run(task, execution, title).all();

class Run<T> {
	private readonly outputs = new Map<InputItem, INodeExecutionData[]>();

	/** What `prepare` returned for the items that are to be sent. */
	private readonly prepared = new Map<InputItem, T>();

	private readonly settings = new Map<InputItem, Partial<RequestSettings>>();

	private readonly completed = new Set<number>();

	/** Items that may have been completed. */
	private readonly inDoubt = new Set<number>();

	private readonly thisTry = new Memory();

	private readonly acrossTries: Memory;

	private readonly stop = new AbortController();

	private readonly yieldToEventLoop = makeEventLoopYielder();

	private readonly sharedSettings: RequestSettings;

	private nextTurn: (() => Promise<void>) | undefined;

	private failure: { item: InputItem; problem: Problem } | undefined;

	constructor(
		private readonly task: ItemTask<T>,
		private readonly execution: Execution,
		private readonly title: string,
	) {
		const { context, keepsItems, signal } = execution;
		this.acrossTries = memoryAcrossTries(keepsItems ? context.getExecuteData() : {});
		this.sharedSettings = {
			limiter: new Limiter(MAX_REQUESTS_IN_FLIGHT),
			credential: makeCredentialReader(context),
			signal,
			cancelDelays: this.stop.signal,
			beforeSend: () => {
				if (this.stop.signal.aborted) throw ITEM_NOT_SENT;
			},
		};
	}

	async all(): Promise<INodeExecutionData[]> {
		const { task, execution } = this;
		await this.prepareAll();
		this.sharedSettings.limiter = new Limiter(this.maxRequestsInFlight());
		if (task.plan !== undefined) {
			await this.forEachPrepared(async (item, prepared) => {
				this.prepared.set(item, await task.plan!(prepared, this.toolsFor(item)));
			});
		}
		await this.forEachPrepared(async (item, prepared) => {
			await this.nextTurn?.();
			if (this.stop.signal.aborted) throw ITEM_NOT_SENT;
			const results = await task.run(prepared, this.toolsFor(item, task.failsWithRequest));
			const output = toOutputItems(results, item.index);
			this.outputs.set(item, output);
			this.completed.add(item.index);
			rememberResults(this.memoryKey(item), task.effect, output);
		});
		if (this.failure !== undefined) throw this.toError(this.failure);
		const all: INodeExecutionData[] = [];
		// One by one: a call with all results as arguments would overflow the stack.
		for (const item of execution.items) {
			for (const result of this.outputs.get(item) ?? []) all.push(result);
		}
		return all;
	}

	private async prepareAll(): Promise<void> {
		const { task, execution } = this;
		for (const item of execution.items) {
			const { results, final } = earlierOutcome(this.memoryKey(item));
			if (final !== undefined) this.inDoubt.add(item.index);
			if (results !== undefined) {
				this.outputs.set(item, results);
				this.completed.add(item.index);
			}
		}
		for (const item of execution.items.filter((one) => !this.outputs.has(one))) {
			try {
				if (execution.signal?.aborted) throw cancelled();
				const { final } = earlierOutcome(this.memoryKey(item));
				if (final !== undefined) throw final;
				this.nextTurn ??= makeBatchQueue(item, execution.signal, this.stop.signal);
				const parameters = new ItemParameters(item);
				this.prepared.set(item, task.prepare(parameters));
				this.settings.set(item, { base: readRequestOptions(parameters) });
				// One that cannot be used is reported before anything is sent.
				await this.sharedSettings.credential();
			} catch (error) {
				this.fail(item, error);
				if (this.failure !== undefined) return;
			}
			await this.yieldToEventLoop();
		}
	}

	/** What an item is known by over Retry On Fail. */
	private memoryKey(item: InputItem): object {
		return this.execution.keepsItems ? item.data : item;
	}

	private maxRequestsInFlight(): number {
		let lowest = Infinity;
		for (const prepared of this.prepared.values()) {
			lowest = Math.min(lowest, this.task.requestsInFlight?.(prepared) ?? MAX_REQUESTS_IN_FLIGHT);
		}
		return lowest;
	}

	private async forEachPrepared(
		work: (item: InputItem, prepared: T) => Promise<void>,
	): Promise<void> {
		const queue = [...this.prepared].values();
		const worker = async () => {
			for (const [item, prepared] of queue) {
				if (this.stop.signal.aborted) return;
				try {
					await work(item, prepared);
				} catch (error) {
					this.fail(item, error);
				}
				await this.yieldToEventLoop();
			}
		};
		const count = Math.min(this.task.itemsAtOnce ?? Infinity, this.prepared.size);
		const workers: Array<Promise<void>> = [];
		while (workers.length < count) {
			workers.push(worker());
			await this.yieldToEventLoop();
		}
		await Promise.all(workers);
	}

	private fail(item: InputItem, error: unknown): void {
		this.prepared.delete(item);
		if (error === ITEM_NOT_SENT) return;
		const { task, execution } = this;
		const key = this.memoryKey(item);
		const problem = rememberFailure(key, task.effect, task.operationId, toProblem(error));
		const isInDoubt = task.effect !== 'none' && problem.outcomeUnknown;
		if (isInDoubt) this.inDoubt.add(item.index);
		// An exception would make an agent's tool send the write again, on an item that is not known.
		const mustNotRepeat = isInDoubt && !problem.looksFirst && !execution.keepsItems;
		if (execution.continueOnFail || mustNotRepeat) {
			const described = task.describeFailure?.(problem, this.toolsFor(item)) ?? problem;
			this.outputs.set(item, [toFailedItem(described, this.title, item, execution.node)]);
			return;
		}
		this.failure ??= { item, problem };
		this.stop.abort();
	}

	private toError({ item, problem }: { item: InputItem; problem: Problem }): Error {
		const { task, execution, completed, inDoubt } = this;
		const note =
			task.effect === 'none'
				? undefined
				: describeCompleted(completed, inDoubt, execution.items.length);
		const described =
			task.describeFailure?.(problem, this.toolsFor(item)) ?? problem.withNote(note);
		const location = { operation: this.title, itemIndex: item.index };
		return toNodeError(execution.node, described, location);
	}

	private toolsFor(item: InputItem, stopsOthers = false): ItemTools {
		const { context, continueOnFail, node, signal } = this.execution;
		const onFailure =
			stopsOthers && !continueOnFail ? { onFailure: () => this.stop.abort() } : undefined;
		const settings = { ...this.sharedSettings, ...this.settings.get(item), ...onFailure };
		return {
			itemIndex: item.index,
			isTool: isTool(node),
			failsAlone: continueOnFail,
			thisTry: this.thisTry,
			acrossTries: this.acrossTries,
			send: async (request, read, more) =>
				await send(context, request, read, { ...settings, ...more }),
			delay: async (milliseconds) => await delay(milliseconds, signal, this.stop.signal),
		};
	}
}
