import type { JsonObject } from '../model/json';
import { toProblem } from '../transport/errors';
import { isRequestError, listCases } from './caseList';
import { fetchPage } from './pollContext';
import type { PollContext } from './pollContext';
import {
	advance,
	isBackdated,
	limitRemembered,
	newEntries,
	OVERLAP,
	raiseLowerBound,
	RunningNumbers,
} from './seenCases';
import type { ListQuery } from './source';
import type { Backlog, NewCasesState } from './state';

/** The contract leaves open how `created_after` reads a day: in any time zone, with it or without. */
const COARSEST_FILTER = 2 * 24 * 3_600_000;

/** Number of pages that are kept to be read again: the list may shift by nearly as many. */
const MAX_PREVIOUS = 10;

export const startBacklog = ({ lowerBound }: NewCasesState): Backlog => ({
	createdAfter: Number.isFinite(lowerBound)
		? new Date(lowerBound - COARSEST_FILTER).toISOString().slice(0, 10)
		: undefined,
	cursor: undefined,
	previous: [],
});

/** Reads a backlog from its oldest case on, as far as the budget allows. The next poll continues
 * there with exactly the same query: a cursor may be no more than an offset into its results. */
export async function scanBacklog(state: NewCasesState, context: PollContext): Promise<void> {
	const numbers = new RunningNumbers();
	const isResumed = state.backlog?.cursor !== undefined;
	try {
		await readBacklog(state, context, numbers);
	} catch (error) {
		// An expired cursor must not stop every further poll.
		if (!isResumed || !isRequestError(error)) throw toProblem(error);
		state.backlog = startBacklog(state);
		await readBacklog(state, context, numbers);
	}
	numbers.save(state);
	// Cases that servers with slower clocks create meanwhile are dated before the end of the list.
	state.rescan = 'brief';
	if (state.highWaterMark === undefined) return;
	raiseLowerBound(state, state.highWaterMark - OVERLAP);
	// More cases of the last second may follow on the next page: they stay above the lower bound.
	limitRemembered(state, state.highWaterMark);
}

async function readBacklog(
	state: NewCasesState,
	context: PollContext,
	numbers: RunningNumbers,
): Promise<void> {
	const backlog = state.backlog ?? startBacklog(state);
	const query: ListQuery = { order: 'oldest', createdAfter: backlog.createdAfter };
	const observeNew = (entries: JsonObject[]): boolean => {
		const found = newEntries(state, entries);
		for (const entry of found) context.tracker.observe(entry, 'new');
		advance(state, found, context.now());
		numbers.add(entries);
		return found.length > 0;
	};
	for await (const { entries, nextCursor } of listCases(context, query, backlog.cursor)) {
		observeNew(entries);
		// Pages of cases below the lower bound hide nothing. Those of other cases that are known may: open
		// cases are known from their own list.
		let mayHide = nextCursor === null || !entries.every((entry) => isBackdated(state, entry));
		// If cases are deleted between two requests, an offset cursor skips the first cases of the next
		// page. They are now on the pages before.
		for (const cursor of backlog.previous.toReversed()) {
			if (!mayHide) break;
			mayHide = observeNew(await readAgain(context, query, cursor));
		}
		if (nextCursor === null) {
			state.backlog = undefined;
			return;
		}
		backlog.previous = [...backlog.previous, backlog.cursor ?? null].slice(-MAX_PREVIOUS);
		backlog.cursor = nextCursor;
		if (context.budget.spent(0.7)) return;
	}
}

/** A service may accept each cursor only once: then there is nothing to compare with. */
async function readAgain(
	context: PollContext,
	query: ListQuery,
	cursor: string | null,
	attempts = 2,
): Promise<JsonObject[]> {
	try {
		return (await fetchPage(context, query, cursor ?? undefined)).entries;
	} catch (error) {
		if (!isRequestError(error)) throw toProblem(error);
		return attempts > 1 ? await readAgain(context, query, cursor, attempts - 1) : [];
	}
}
