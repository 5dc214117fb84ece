import { toProblem } from '../transport/errors';
import type { JsonObject } from '../model/json';
import { seenCase } from './cases';
import { createdOf, isRefusal, listed } from './listing';
import type { Reading } from './reading';
import type { ListOrder } from './source';
import type { ArrivalsState } from './state';

/**
 * Milliseconds by which every reading goes back behind the newest case read before: a case may
 * become visible late, or be made by a server whose clock is behind.
 */
const OVERLAP = 10 * 60_000;

/** Most cases that are remembered as seen; where more are as new, the overlap is shorter. */
const MOST_SEEN = 2000;

/** After so many entries in a row without anything new, the rest of the overlap is left unread. */
const ENTRIES_WITHOUT_NEWS = 200;

/** Where more pages than these were new, the next poll reads them once more. */
const FEW_PAGES = 2;

/** Where more pages than this are new, the list is read from its old end, as far as a poll can. */
const MOST_NEW_PAGES = 50;

/** Created-after may be as coarse as a day of any time zone, and may leave out the day itself. */
const COARSEST_FILTER = 2 * 24 * 3_600_000;

/** Nothing is read yet. */
export const noArrivals = (): ArrivalsState => ({
	mark: undefined,
	floor: -Infinity,
	seen: new Map(),
	readAgain: false,
	catchUp: undefined,
});

/**
 * Notes what is there when the trigger begins, without taking it for news. Reads no further back
 * than later readings would.
 */
export async function noteArrivals(arrivals: ArrivalsState, reading: Reading): Promise<void> {
	const { sightings } = reading;
	let lowest: number | undefined;
	let complete = true;
	for await (const { entries } of listed(reading, { order: 'newest' })) {
		for (const entry of entries) sightings.met(entry, false);
		const created = createdOf(entries);
		lowest = created.at(-1) ?? lowest;
		arrivals.mark = moved(arrivals.mark, created, reading.now());
		if (lowest !== undefined && lowest < (arrivals.mark ?? 0) - OVERLAP) break;
		const isEnough = arrivals.seen.size >= MOST_SEEN || reading.budget.spent(0.5);
		// Without any date there would be nothing by which to tell what is unread from what is new.
		if (isEnough && lowest !== undefined) {
			complete = false;
			break;
		}
	}
	if (arrivals.mark === undefined) return;
	// What was not read any more must not be news later.
	const unread = complete || lowest === undefined ? -Infinity : lowest + 1;
	raiseFloor(arrivals, Math.max(arrivals.mark - OVERLAP, unread));
	limitSeen(arrivals, Infinity);
}

/**
 * Reads what is new, without trusting any clock or filter: newest first, back to where everything
 * has been seen. Costs one request if nothing is new, and one more for each page of new cases.
 */
export async function readArrivals(arrivals: ArrivalsState, reading: Reading): Promise<void> {
	if (arrivals.catchUp === undefined) {
		const found = await newestFirst(arrivals, reading);
		if (found !== undefined) {
			const { mark } = arrivals;
			for (const entry of found.fresh) reading.sightings.met(entry);
			arrivals.mark = moved(mark, createdOf(found.fresh), reading.now());
			// By the mark of the poll before: pages that shift while they are read may hide a case once,
			// so what was new is read a second time before the floor passes it.
			if (mark !== undefined) raiseFloor(arrivals, mark - OVERLAP);
			limitSeen(arrivals, Infinity);
			arrivals.readAgain = found.pages > FEW_PAGES;
			return;
		}
		arrivals.catchUp = { cursor: undefined };
	}
	await oldestFirst(arrivals, arrivals.catchUp, reading);
}

/** @returns undefined if there is more than can be read from this end */
async function newestFirst(
	arrivals: ArrivalsState,
	reading: Reading,
): Promise<{ fresh: JsonObject[]; pages: number } | undefined> {
	const fresh: JsonObject[] = [];
	let newPages = 0;
	let inARow = 0;
	for await (const { entries } of listed(reading, { order: 'newest' })) {
		const found = entries.filter((entry) => isFresh(arrivals, entry));
		for (const entry of found) fresh.push(entry);
		const lowest = createdOf(entries).at(-1);
		if (lowest !== undefined && lowest < arrivals.floor) break;
		if (found.length > 0) {
			newPages += 1;
			inARow = 0;
		} else inARow += entries.length;
		if (inARow >= ENTRIES_WITHOUT_NEWS && !arrivals.readAgain) break;
		if (newPages > MOST_NEW_PAGES || reading.budget.spent(0.5)) return undefined;
	}
	return { fresh, pages: newPages };
}

/** Reads a backlog from its old end, page by page; the next poll goes on where this one ends. */
async function oldestFirst(
	arrivals: ArrivalsState,
	catchUp: { cursor: string | undefined },
	reading: Reading,
): Promise<void> {
	const order: ListOrder = {
		order: 'oldest',
		...(Number.isFinite(arrivals.floor) && {
			createdAfter: new Date(arrivals.floor - COARSEST_FILTER).toISOString().slice(0, 10),
		}),
	};
	const resumed = catchUp.cursor;
	try {
		for await (const { entries, nextCursor } of listed(reading, order, resumed)) {
			const fresh = entries.filter((entry) => isFresh(arrivals, entry));
			for (const entry of fresh) reading.sightings.met(entry);
			const { mark } = arrivals;
			arrivals.mark = moved(mark, createdOf(fresh), reading.now());
			if (nextCursor === null) arrivals.catchUp = undefined;
			else catchUp.cursor = nextCursor;
			if (reading.budget.spent(0.7)) break;
		}
	} catch (error) {
		// A cursor that has grown old must not keep every further poll from reading.
		if (resumed === undefined || !isRefusal(error)) throw toProblem(error);
		catchUp.cursor = undefined;
		return await oldestFirst(arrivals, catchUp, reading);
	}
	if (arrivals.mark !== undefined) raiseFloor(arrivals, arrivals.mark - OVERLAP);
	// Of the second read last there may be more to come: it stays above the floor.
	limitSeen(arrivals, arrivals.mark ?? Infinity);
}

function isFresh(arrivals: ArrivalsState, entry: JsonObject): boolean {
	const seen = seenCase(entry);
	if (seen?.created === undefined || arrivals.seen.has(seen.uuid)) return false;
	return seen.created >= arrivals.floor;
}

/**
 * The mark moved on to the newest creation, but not beyond our own clock: one case from a server
 * whose clock is ahead would otherwise hide all that come after it.
 */
function moved(mark: number | undefined, created: number[], now: number): number | undefined {
	if (created.length === 0) return mark;
	const newest = created.reduce((left, right) => Math.max(left, right));
	return Math.max(mark ?? -Infinity, Math.min(newest, now));
}

function raiseFloor(arrivals: ArrivalsState, floor: number): void {
	if (floor <= arrivals.floor) return;
	arrivals.floor = floor;
	for (const [uuid, created] of arrivals.seen) {
		if (created < floor) arrivals.seen.delete(uuid);
	}
}

/** Keeps what is remembered small by raising the floor, but not above `highest`. */
function limitSeen(arrivals: ArrivalsState, highest: number): void {
	if (arrivals.seen.size <= MOST_SEEN) return;
	const newestToOldest = [...arrivals.seen.values()].sort((left, right) => right - left);
	raiseFloor(arrivals, Math.min((newestToOldest[MOST_SEEN] ?? 0) + 1, highest));
}
