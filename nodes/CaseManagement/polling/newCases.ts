import { toProblem } from '../transport/errors';
import type { JsonObject } from '../model/json';
import { toObservedCase } from './cases';
import { createdOf, isRequestError, listCases } from './caseList';
import type { PollContext } from './pollContext';
import type { ListQuery } from './source';
import type { NewCasesState } from './state';

/**
 * Milliseconds by which every reading goes back behind the newest case read before: a case may
 * become visible late, or be made by a server whose clock is behind.
 */
const OVERLAP = 10 * 60_000;

/** Most cases that are remembered as seen; where more are as new, the overlap is shorter. */
const MAX_REMEMBERED = 2000;

/** After so many entries in a row without anything new, the rest of the overlap is left unread. */
const ENTRIES_WITHOUT_NEWS = 200;

/** Where more pages than these were new, the next poll reads them once more. */
const FEW_PAGES = 2;

/** Where more pages than this are new, the list is read from its old end, as far as a poll can. */
const MAX_NEW_PAGES = 50;

/** Created-after may be as coarse as a day of any time zone, and may leave out the day itself. */
const COARSEST_FILTER = 2 * 24 * 3_600_000;

/** Nothing is read yet. */
export const noNewCases = (): NewCasesState => ({
	highWaterMark: undefined,
	lowerBound: -Infinity,
	seen: new Map(),
	rescan: false,
	backlog: undefined,
});

/**
 * Notes what is there when the trigger begins, without taking it for news. Reads no further back
 * than later readings would.
 */
export async function recordBaseline(arrivals: NewCasesState, reading: PollContext): Promise<void> {
	const { tracker } = reading;
	let lowest: number | undefined;
	let complete = true;
	for await (const { entries } of listCases(reading, { order: 'newest' })) {
		for (const entry of entries) tracker.observe(entry, false);
		const created = createdOf(entries);
		lowest = created.at(-1) ?? lowest;
		arrivals.highWaterMark = advance(arrivals.highWaterMark, created, reading.now());
		if (lowest !== undefined && lowest < (arrivals.highWaterMark ?? 0) - OVERLAP) break;
		const isEnough = arrivals.seen.size >= MAX_REMEMBERED || reading.budget.spent(0.5);
		// Without any date there would be nothing by which to tell what is unread from what is new.
		if (isEnough && lowest !== undefined) {
			complete = false;
			break;
		}
	}
	if (arrivals.highWaterMark === undefined) return;
	// What was not read any more must not be news later.
	const unread = complete || lowest === undefined ? -Infinity : lowest + 1;
	raiseLowerBound(arrivals, Math.max(arrivals.highWaterMark - OVERLAP, unread));
	limitSeen(arrivals, Infinity);
}

/**
 * Reads what is new, without trusting any clock or filter: newest first, back to where everything
 * has been seen. Costs one request if nothing is new, and one more for each page of new cases.
 */
export async function scanNewCases(arrivals: NewCasesState, reading: PollContext): Promise<void> {
	if (arrivals.backlog === undefined) {
		const found = await scanNewestFirst(arrivals, reading);
		if (found !== undefined) {
			const { highWaterMark } = arrivals;
			for (const entry of found.fresh) reading.tracker.observe(entry);
			arrivals.highWaterMark = advance(highWaterMark, createdOf(found.fresh), reading.now());
			// By the mark of the poll before: pages that shift while they are read may hide a case once,
			// so what was new is read a second time before the floor passes it.
			if (highWaterMark !== undefined) raiseLowerBound(arrivals, highWaterMark - OVERLAP);
			limitSeen(arrivals, Infinity);
			arrivals.rescan = found.pages > FEW_PAGES;
			return;
		}
		arrivals.backlog = { cursor: undefined };
	}
	await scanBacklog(arrivals, arrivals.backlog, reading);
}

/** @returns undefined if there is more than can be read from this end */
async function scanNewestFirst(
	arrivals: NewCasesState,
	reading: PollContext,
): Promise<{ fresh: JsonObject[]; pages: number } | undefined> {
	const fresh: JsonObject[] = [];
	let newPages = 0;
	let inARow = 0;
	for await (const { entries } of listCases(reading, { order: 'newest' })) {
		const found = entries.filter((entry) => isFresh(arrivals, entry));
		for (const entry of found) fresh.push(entry);
		const lowest = createdOf(entries).at(-1);
		if (lowest !== undefined && lowest < arrivals.lowerBound) break;
		if (found.length > 0) {
			newPages += 1;
			inARow = 0;
		} else inARow += entries.length;
		if (inARow >= ENTRIES_WITHOUT_NEWS && !arrivals.rescan) break;
		if (newPages > MAX_NEW_PAGES || reading.budget.spent(0.5)) return undefined;
	}
	return { fresh, pages: newPages };
}

/** Reads a backlog from its old end, page by page; the next poll goes on where this one ends. */
async function scanBacklog(
	arrivals: NewCasesState,
	catchUp: { cursor: string | undefined },
	reading: PollContext,
): Promise<void> {
	const order: ListQuery = {
		order: 'oldest',
		...(Number.isFinite(arrivals.lowerBound) && {
			createdAfter: new Date(arrivals.lowerBound - COARSEST_FILTER).toISOString().slice(0, 10),
		}),
	};
	const resumed = catchUp.cursor;
	try {
		for await (const { entries, nextCursor } of listCases(reading, order, resumed)) {
			const fresh = entries.filter((entry) => isFresh(arrivals, entry));
			for (const entry of fresh) reading.tracker.observe(entry);
			const { highWaterMark } = arrivals;
			arrivals.highWaterMark = advance(highWaterMark, createdOf(fresh), reading.now());
			if (nextCursor === null) arrivals.backlog = undefined;
			else catchUp.cursor = nextCursor;
			if (reading.budget.spent(0.7)) break;
		}
	} catch (error) {
		// A cursor that has grown old must not keep every further poll from reading.
		if (resumed === undefined || !isRequestError(error)) throw toProblem(error);
		catchUp.cursor = undefined;
		return await scanBacklog(arrivals, catchUp, reading);
	}
	if (arrivals.highWaterMark !== undefined)
		raiseLowerBound(arrivals, arrivals.highWaterMark - OVERLAP);
	// Of the second read last there may be more to come: it stays above the floor.
	limitSeen(arrivals, arrivals.highWaterMark ?? Infinity);
}

function isFresh(arrivals: NewCasesState, entry: JsonObject): boolean {
	const seen = toObservedCase(entry);
	if (seen?.created === undefined || arrivals.seen.has(seen.uuid)) return false;
	return seen.created >= arrivals.lowerBound;
}

/**
 * The mark moved on to the newest creation, but not beyond our own clock: one case from a server
 * whose clock is ahead would otherwise hide all that come after it.
 */
function advance(mark: number | undefined, created: number[], now: number): number | undefined {
	if (created.length === 0) return mark;
	const newest = created.reduce((left, right) => Math.max(left, right));
	return Math.max(mark ?? -Infinity, Math.min(newest, now));
}

function raiseLowerBound(arrivals: NewCasesState, floor: number): void {
	if (floor <= arrivals.lowerBound) return;
	arrivals.lowerBound = floor;
	for (const [uuid, created] of arrivals.seen) {
		if (created < floor) arrivals.seen.delete(uuid);
	}
}

/** Keeps what is remembered small by raising the floor, but not above `highest`. */
function limitSeen(arrivals: NewCasesState, highest: number): void {
	if (arrivals.seen.size <= MAX_REMEMBERED) return;
	const newestToOldest = [...arrivals.seen.values()].sort((left, right) => right - left);
	raiseLowerBound(arrivals, Math.min((newestToOldest[MAX_REMEMBERED] ?? 0) + 1, highest));
}
