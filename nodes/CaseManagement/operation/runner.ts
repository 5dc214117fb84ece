import type { INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../model/problem';
import { ItemParameters } from '../parameters/parameters';
import { readRequestOptions } from '../parameters/requestOptions';
import { credentialReader } from '../transport/credentialReader';
import { cancelled, delay } from '../transport/delay';
import { isTool, toNodeError, toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import { send } from '../transport/send';
import type { RequestSettings } from '../transport/send';
import { batchTurns } from './batching';
import { earlierResults, finalFailure, rememberFailure, rememberResults } from './earlierOutcomes';
import { eventLoopYielder } from './eventLoop';
import type { Execution, InputItem } from './execution';
import { executionStore } from './executionStore';
import type { ExecutionStore } from './executionStore';
import { loadOncePerKey } from './loadOnce';
import { completedItemsNote, failedItem, toOutputItems } from './output';
import type { OperationTools } from './spec';
import { REQUESTS_IN_FLIGHT } from './task';
import type { ItemTask } from './task';

/** Thrown where a request is not sent because an earlier item failed; never shown. */
const NOT_SENT = new Problem('Not sent because an earlier item failed', { kind: 'cancelled' });

/**
 * Runs a task on the items of one node execution, the same way for every operation: all parameters
 * are checked before anything is sent, requests in flight are bounded, n8n's event loop is never
 * held for long, and in stop mode nothing further is sent after the first failure.
 *
 * @returns the results in the order of the items; error items if the node continues on errors
 * @throws NodeApiError or NodeOperationError in stop mode, after what is in flight has ended
 */
export async function runItems<T>(
	task: ItemTask<T>,
	execution: Execution,
): Promise<INodeExecutionData[]> {
	return await new Run(task, execution).all();
}

class Run<T> {
	private readonly task: ItemTask<T>;

	private readonly execution: Execution;

	/** Results, or the error item, of each item. */
	private readonly outputs = new Map<InputItem, INodeExecutionData[]>();

	/** What `prepare` has given for the items that are to be sent. */
	private readonly prepared = new Map<InputItem, T>();

	private readonly settings = new Map<InputItem, Partial<RequestSettings>>();

	private readonly completed = new Set<number>();

	private readonly loadOnce = loadOncePerKey();

	private readonly attempt = executionStore({});

	/** Aborted after the first failure in stop mode: nothing further is sent. */
	private readonly stop = new AbortController();

	private readonly yieldToEventLoop = eventLoopYielder();

	private readonly toolsSettings: RequestSettings;

	/** Items of which nobody knows whether they were completed. */
	private readonly inDoubt = new Set<number>();

	private readonly store: ExecutionStore;

	/** Waits for the item's batch. */
	private nextTurn: (() => Promise<void>) | undefined;

	private failure: { item: InputItem; problem: Problem } | undefined;

	constructor(task: ItemTask<T>, execution: Execution) {
		this.task = task;
		this.execution = execution;
		const { context, keepsItems } = execution;
		// An agent's tool has the execution data of the agent: nothing may outlive its call.
		this.store = executionStore(keepsItems ? context.getExecuteData() : {});
		this.toolsSettings = {
			limiter: new Limiter(REQUESTS_IN_FLIGHT),
			credential: credentialReader(context),
			signal: execution.signal,
			cancelDelays: this.stop.signal,
			beforeSend: () => {
				if (this.stop.signal.aborted) throw NOT_SENT;
			},
		};
	}

	async all(): Promise<INodeExecutionData[]> {
		const { task, execution } = this;
		await this.prepareAll();
		this.toolsSettings.limiter = new Limiter(this.requestsInFlight());
		const { plan } = task;
		if (plan !== undefined) {
			await this.eachPrepared(async (item, prepared) => {
				this.prepared.set(item, await plan(prepared, this.toolsOf(item)));
			});
		}
		await this.eachPrepared(async (item, prepared) => {
			await this.nextTurn?.();
			if (this.stop.signal.aborted) throw NOT_SENT;
			const results = await task.run(prepared, this.toolsOf(item, task.failsWithRequest));
			const output = toOutputItems(results, item.index);
			this.outputs.set(item, output);
			this.completed.add(item.index);
			rememberResults(this.memoryKey(item), task.effect, output);
		});
		if (this.failure !== undefined) throw this.nodeError(this.failure);
		const all: INodeExecutionData[] = [];
		// One by one: a call with all results as arguments would overflow the stack.
		for (const item of execution.items) {
			for (const result of this.outputs.get(item) ?? []) all.push(result);
		}
		return all;
	}

	private async prepareAll(): Promise<void> {
		const { task, execution } = this;
		const waiting = this.applyEarlierOutcomes();
		for (const item of waiting) {
			try {
				if (execution.signal?.aborted) throw cancelled();
				const final = finalFailure(this.memoryKey(item));
				if (final !== undefined) throw final;
				this.nextTurn ??= batchTurns(item, execution.signal, this.stop.signal);
				const parameters = new ItemParameters(item);
				this.prepared.set(item, task.prepare(parameters));
				this.settings.set(item, { base: readRequestOptions(parameters) });
				// One that cannot be used is told before anything is sent.
				await this.toolsSettings.credential();
			} catch (error) {
				this.fail(item, error);
				if (this.failure !== undefined) return;
			}
			await this.yieldToEventLoop();
		}
	}

	/**
	 * Takes over what an earlier attempt has left.
	 *
	 * @returns the items that it has not completed
	 */
	private applyEarlierOutcomes(): InputItem[] {
		return this.execution.items.filter((item) => {
			const results = earlierResults(this.memoryKey(item));
			if (finalFailure(this.memoryKey(item)) !== undefined) this.inDoubt.add(item.index);
			if (results === undefined) return true;
			this.outputs.set(item, results);
			this.completed.add(item.index);
			return false;
		});
	}

	/** What an item is known by over Retry On Fail; on an agent's tool nothing is known of it later. */
	private memoryKey(item: InputItem): object {
		return this.execution.keepsItems ? item.data : item;
	}

	private requestsInFlight(): number {
		let least = Infinity;
		for (const prepared of this.prepared.values()) {
			least = Math.min(least, this.task.requestsInFlight?.(prepared) ?? REQUESTS_IN_FLIGHT);
		}
		return least;
	}

	/** Works on the prepared items, as many at once as the task wants. */
	private async eachPrepared(work: (item: InputItem, prepared: T) => Promise<void>): Promise<void> {
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
		// The failure that stopped the run is the one to show; this item is only its consequence.
		if (error === NOT_SENT) return;
		const { task, execution } = this;
		const key = this.memoryKey(item);
		const problem = rememberFailure(key, task.effect, task.operationId, toProblem(error));
		const isInDoubt = task.effect !== 'none' && problem.outcomeUnknown;
		if (isInDoubt) this.inDoubt.add(item.index);
		// An exception would make an agent's tool send the write again, on an item that is not known.
		const mustNotRepeat = isInDoubt && !problem.looksFirst && !execution.keepsItems;
		if (execution.continueOnFail || mustNotRepeat) {
			const described = task.describeFailure?.(problem, this.toolsOf(item)) ?? problem;
			this.outputs.set(item, [failedItem(described, task.title, item, execution.node)]);
			return;
		}
		this.failure ??= { item, problem };
		this.stop.abort();
	}

	private nodeError({ item, problem }: { item: InputItem; problem: Problem }): Error {
		const { task, execution, completed, inDoubt } = this;
		const note =
			task.effect === 'none'
				? undefined
				: completedItemsNote(completed, inDoubt, execution.items.length);
		const described = task.describeFailure?.(problem, this.toolsOf(item)) ?? problem.withNote(note);
		const location = { operation: task.title, itemIndex: item.index };
		return toNodeError(execution.node, described, location);
	}

	/** @param stopsOthers whether the failure of a request keeps those of other items back at once */
	private toolsOf(item: InputItem, stopsOthers = false): OperationTools {
		const { context, continueOnFail, signal } = this.execution;
		const onFailure =
			stopsOthers && !continueOnFail ? { onFailure: () => this.stop.abort() } : undefined;
		const settings = { ...this.toolsSettings, ...this.settings.get(item), ...onFailure };
		return {
			itemIndex: item.index,
			isTool: isTool(this.execution.node),
			failsAlone: continueOnFail,
			store: this.store,
			loadOnce: this.loadOnce,
			attempt: this.attempt,
			send: async (request, read, more) =>
				await send(context, request, read, { ...settings, ...more }),
			// Cut short it is no error: the next request is refused, with the reason.
			delay: async (milliseconds) => await delay(milliseconds, signal, this.stop.signal),
		};
	}
}
