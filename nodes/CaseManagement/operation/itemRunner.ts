import { sleep } from 'n8n-workflow';
import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../model/problem';
import { unknownOutcome } from '../transport/errorHints';
import { gaveUp, itemsOf, lastBatchBegun } from './batching';
import { toErrorItem, toNodeError, toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import { stopNote } from './progress';
import type { RequestSettings } from '../transport/send';

/** Most requests that one node execution has in flight, unless the operation says otherwise. */
export const REQUESTS_IN_FLIGHT = 10;

/** What the items of one node execution share. */
interface Run {
	/** Made when all items have said how much they want at once. */
	limiter?: Limiter;
	/** Most requests in flight: the least that an item asked for. */
	atOnce: number;
	/** Items that have begun in this try; seeing one again means that n8n tries the node again. */
	begun: Set<number>;
	/** Items that have come to a good end. */
	done: Set<number>;
	/** Items that are not through yet. */
	pending: Set<Promise<unknown>>;
	/** Aborted after the first failure in stop mode: nothing further is sent. */
	stop: AbortController;
	/** Resolves when n8n has begun all items that it begins in one go. */
	allBegun: Promise<void>;
	/** Set if n8n has ended the node by itself: nobody listens to the items any more. */
	givenUp: boolean;
	/** What has been loaded for all items, by name. */
	loaded: Map<string, Promise<unknown>>;
	/** Checks that need the service's help, one for each item that has them. */
	checks: Set<Promise<unknown>>;
	/** Resolves when that many checks have ended; shared, since each item waits for all. */
	allChecked: { count: number; ended: Promise<unknown> };
}

/** n8n hands the same object to all items of a node execution, and to nobody else. */
const runs = new WeakMap<object, Run>();

/**
 * What is known of an item from an earlier try: that it was done, that it must not be tried again,
 * or that it may have been done.
 */
type Known = { results: INodeExecutionData[] } | { problem: Problem } | { inDoubt: true };

/**
 * Results of writes, by input item. n8n's Retry On Fail runs the whole node again on the same input
 * items; what has been done must not be done twice, nor what may have been done and would then be
 * there twice. And what may have been done still may, whatever a later try says.
 */
const written = new WeakMap<object, Known>();

function runOf(context: IExecuteSingleFunctions): Run {
	const key = context.getExecuteData();
	const itemIndex = context.getItemIndex();
	let run = runs.get(key);
	if (run === undefined || run.begun.has(itemIndex)) {
		run = freshRun(context);
		runs.set(key, run);
	}
	run.begun.add(itemIndex);
	return run;
}

function freshRun(context: IExecuteSingleFunctions): Run {
	const run: Run = {
		atOnce: Infinity,
		begun: new Set(),
		done: new Set(),
		pending: new Set(),
		stop: new AbortController(),
		givenUp: false,
		loaded: new Map(),
		checks: new Set(),
		allChecked: { count: 0, ended: Promise.resolve() },
		allBegun: sleep(0).then(() => {
			run.givenUp = gaveUp(context, run.begun.size);
			if (run.givenUp) run.stop.abort();
		}),
	};
	return run;
}

/** Loads what all items need: the first asks the service, the others get the same answer. */
export type Once = <T>(name: string, load: () => Promise<T>) => Promise<T>;

/** What one item's work gets. */
export interface ItemRun
	extends Required<Pick<RequestSettings, 'limiter' | 'beforeSend' | 'cancelDelays' | 'onFailure'>>,
		Pick<RequestSettings, 'signal'> {
	once: Once;
	/**
	 * Waits for a check of this item, and then for those of all others, so that in stop mode a bad
	 * item keeps all from being sent.
	 */
	checked: <T>(check: Promise<T>) => Promise<T>;
}

/** What one item does. */
export interface ItemWork<T> {
	/** As the user knows it, e.g. `Case: Get`. */
	operation: string;
	/** `resource.operation`, e.g. `case.get`, for advice. */
	topic?: string;
	/** Whether it changes something at the service; `once` if doing it twice makes two of it. */
	write: boolean | 'once';
	/** Reads and checks the parameters of the item; sends nothing. */
	prepare: () => T;
	/** Most requests in flight, if not the usual number; asked after `prepare`. */
	atOnce?: () => number | undefined;
	/** Sends, and gives the item's results. */
	work: (prepared: T, run: ItemRun) => Promise<object[]>;
	/**
	 * Adds to the error that ends the item (in stop mode: the node) what had been done, where the
	 * number of items does not say it.
	 */
	ended?: (problem: Problem) => Problem;
}

const NOT_WANTED = new Problem('Not sent, since another item failed before', { kind: 'stopped' });

/**
 * Runs the work of one item of a declarative node: bounded load, the end after a failure, errors
 * as n8n wants them, and the link to the input item, the same for every operation.
 *
 * The work is split so that bad input is found for all items before anything is sent: n8n starts
 * all items in one go, and `prepare` runs in that go. With Batching under Request Options this holds
 * for the items of a batch.
 *
 * @param context n8n's context of the item
 * @returns the results, or an error item if the node continues on errors
 * @throws NodeApiError or NodeOperationError in stop mode
 */
export async function runItem<T>(
	context: IExecuteSingleFunctions,
	item: ItemWork<T>,
): Promise<INodeExecutionData[]> {
	const itemIndex = context.getItemIndex();
	const run = runOf(context);
	const known = written.get(context.getInputData());
	if (known !== undefined && 'results' in known) {
		run.done.add(itemIndex);
		return known.results;
	}
	const attempt = async (): Promise<INodeExecutionData[]> => {
		if (known !== undefined && 'problem' in known) throw known.problem;
		const prepared = item.prepare();
		run.atOnce = Math.min(run.atOnce, item.atOnce?.() ?? REQUESTS_IN_FLIGHT);
		await run.allBegun;
		const results = linked(await item.work(prepared, itemRun(context, run)), itemIndex);
		run.done.add(itemIndex);
		if (item.write !== false) written.set(context.getInputData(), { results });
		return results;
	};
	try {
		const results = attempt();
		run.pending.add(results);
		try {
			return await results;
		} finally {
			run.pending.delete(results);
		}
	} catch (thrown) {
		const place = { operation: item.operation, itemIndex };
		const isLater = known !== undefined && 'inDoubt' in known && thrown !== NOT_WANTED;
		const error = isLater ? stillInDoubt(toProblem(thrown), item.topic) : thrown;
		if (item.write !== false && error instanceof Problem && error.outcomeUnknown) {
			const doubt = item.write === 'once' ? { problem: error } : ({ inDoubt: true } as const);
			written.set(context.getInputData(), doubt);
		}
		if (context.continueOnFail()) {
			const problem = toProblem(error);
			const told = item.ended?.(problem) ?? problem;
			return [toErrorItem(told, place, inputOf(context), context.getInputData().binary)];
		}
		// The failure that stopped the run is the one to show; this item is only its consequence.
		if (error === NOT_WANTED) return [];
		run.stop.abort();
		// What is in flight has to end first: nothing may go on behind a node that has failed.
		await Promise.allSettled(run.pending);
		await lastBatchBegun(context, run.begun);
		if (run.givenUp) return [];
		const note = item.write !== false ? stopNote(run.done, itemsOf(context)) : undefined;
		const problem = toProblem(error);
		const told = item.ended?.(problem) ?? problem.withNote(note);
		throw toNodeError(context.getNode(), told, place);
	}
}

/** Statuses that say what they would say if an earlier try has had its effect. */
const ALREADY_DONE = new Set([404, 409]);

/** The failure of a later try, which tells nothing about what an earlier one has done. */
function stillInDoubt(problem: Problem, topic = ''): Problem {
	if (problem.outcomeUnknown) return problem;
	const doubt = `${unknownOutcome(topic)} An earlier try of this item ended without a clear answer.`;
	const own = problem.status !== undefined && ALREADY_DONE.has(problem.status) ? '' : problem.hint;
	const hint = own ? `${doubt} ${own}` : `${doubt} This may be its effect.`;
	return new Problem(problem.message, { ...problem, hint, outcomeUnknown: true });
}

const itemRun = (context: IExecuteSingleFunctions, run: Run): ItemRun => ({
	limiter: (run.limiter ??= new Limiter(run.atOnce)),
	signal: context.getExecutionCancelSignal(),
	cancelDelays: run.stop.signal,
	beforeSend: () => {
		if (run.stop.signal.aborted) throw NOT_WANTED;
	},
	onFailure: () => {
		if (!context.continueOnFail()) run.stop.abort();
	},
	async once<T>(name: string, load: () => Promise<T>) {
		const known = run.loaded.get(name) as Promise<T> | undefined;
		const loading = known ?? load();
		run.loaded.set(name, loading);
		return await loading;
	},
	async checked<T>(check: Promise<T>) {
		// All items have begun, so each of them has its check in here before the first one ends.
		run.checks.add(check);
		try {
			const found = await check;
			const count = run.checks.size;
			if (run.allChecked.count !== count) {
				run.allChecked = { count, ended: Promise.allSettled(run.checks) };
			}
			await run.allChecked.ended;
			return found;
		} catch (error) {
			// Before the others, which wait for this very check, go on to send.
			if (!context.continueOnFail()) run.stop.abort();
			throw toProblem(error);
		}
	},
});

function linked(results: object[], itemIndex: number): INodeExecutionData[] {
	return results.map((result) => ({
		json: withoutErrorKey(result) as INodeExecutionData['json'],
		pairedItem: { item: itemIndex },
	}));
}

/**
 * n8n takes a field `error` at the top of an item for a failure: with Retry On Fail it would run the
 * node again. A field of that name that the service sent goes by another one.
 */
function withoutErrorKey(result: object): object {
	if (!('error' in result)) return result;
	const { error, ...rest } = result;
	return { ...rest, service_error: error };
}

/**
 * What of the failed item's input would be lost: on the regular output all of it, on the error output,
 * where n8n itself puts it beside the error, only what has the names that the error takes.
 */
function inputOf(context: IExecuteSingleFunctions): IDataObject | undefined {
	const { json } = context.getInputData();
	if (context.getNode().onError !== 'continueErrorOutput') return json;
	const hidden = Object.entries(json).filter(([name]) => name === 'error' || name === 'details');
	return hidden.length === 0 ? undefined : Object.fromEntries(hidden);
}
