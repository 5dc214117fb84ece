import type { JsonObject } from '../model/json';
import { scanBacklog, startBacklog } from './backlog';
import { CLOCK_TOLERANCE, listCases } from './caseList';
import { createdOf } from './cases';
import type { PollContext } from './pollContext';
import {
	advance,
	isBackdated,
	limitRemembered,
	MAX_REMEMBERED,
	newEntries,
	OVERLAP,
	raiseLowerBound,
	RunningNumbers,
} from './seenCases';
import type { NewCasesState } from './state';

/** After this many entries in a row that are not new, the rest of the overlap is not read. */
const MAX_ENTRIES_WITHOUT_NEWS = 200;

/** With more new pages, or more new cases on several pages, the next poll reads them again. */
const FEW_PAGES = 2;
const FEW_CASES = MAX_ENTRIES_WITHOUT_NEWS / 2;

/** With more new pages than this, the list is read from its oldest new case on. */
const MAX_NEW_PAGES = 50;

/** Records which cases exist when the trigger starts. Reads no further back than later scans. */
export async function recordBaseline(state: NewCasesState, context: PollContext): Promise<void> {
	const numbers = new RunningNumbers();
	let lowest: number | undefined;
	let complete = true;
	for await (const { entries } of listCases(context, { order: 'newest' })) {
		for (const entry of entries) context.tracker.observe(entry, 'baseline');
		numbers.add(entries);
		lowest = createdOf(entries).at(-1) ?? lowest;
		advance(state, entries, context.now());
		if (lowest !== undefined && lowest < (state.highWaterMark ?? 0) - OVERLAP) break;
		const isEnough = state.seen.size >= MAX_REMEMBERED || context.budget.spent(0.5);
		// Without any date, unread cases could not be told from new ones.
		if (isEnough && lowest !== undefined) {
			complete = false;
			break;
		}
	}
	numbers.save(state);
	if (state.highWaterMark === undefined) return;
	// Cases that were not read must not count as new later.
	const unread = complete || lowest === undefined ? -Infinity : lowest + 1;
	raiseLowerBound(state, Math.max(state.highWaterMark - OVERLAP, unread));
	limitRemembered(state, state.highWaterMark);
}

/** Reads the new cases without relying on any clock or filter: newest first, down to the lower
 * bound. Costs one request if there are none, and one more for each page of new cases. */
export async function scanNewCases(state: NewCasesState, context: PollContext): Promise<void> {
	if (state.backlog === undefined) {
		const scan = await scanNewestFirst(state, context);
		if (scan !== undefined) {
			recordScan(state, scan, context);
			return;
		}
		state.backlog = startBacklog(state);
	}
	await scanBacklog(state, context);
}

interface Scan {
	found: JsonObject[];
	newPages: number;
	numbers: RunningNumbers;
}

function recordScan(state: NewCasesState, scan: Scan, context: PollContext): void {
	const { found, newPages, numbers } = scan;
	const { highWaterMark: markBefore, rescan } = state;
	for (const entry of found) context.tracker.observe(entry, 'new');
	advance(state, found, context.now());
	numbers.save(state);
	const isMany = newPages > FEW_PAGES || (newPages > 1 && found.length > FEW_CASES);
	const hasHidden =
		rescan === 'needed' && createdOf(found).some((created) => created < (markBefore ?? 0));
	if (hasHidden) state.rescan = 'last';
	else state.rescan = isMany ? 'needed' : 'none';
	if (markBefore === undefined || hasHidden) return;
	// Uses the previous poll's high-water mark on purpose: shifting pages can hide a case once, so each
	// new range is scanned by two polls before the lower bound moves past it.
	raiseLowerBound(state, markBefore - OVERLAP);
	limitRemembered(state, markBefore);
}

/** @returns undefined if there are more new cases than can be read in this order */
async function scanNewestFirst(
	state: NewCasesState,
	context: PollContext,
): Promise<Scan | undefined> {
	const scan: Scan = { found: [], newPages: 0, numbers: new RunningNumbers() };
	let withoutNews = 0;
	let ahead = 0;
	for await (const { entries } of listCases(context, { order: 'newest' })) {
		const found = newEntries(state, entries);
		for (const entry of found) scan.found.push(entry);
		scan.numbers.add(entries);
		const lowest = createdOf(entries).at(-1);
		const isBelow = lowest !== undefined && lowest < state.lowerBound;
		if (isBelow && !found.some((entry) => isBackdated(state, entry))) break;
		if (found.length > 0) {
			scan.newPages += 1;
			withoutNews = 0;
		} else {
			// Entries dated ahead stand before all new ones until their time has come.
			const skipped = Math.min(countAhead(entries, context.now()), MAX_REMEMBERED - ahead);
			ahead += skipped;
			withoutNews += entries.length - skipped;
		}
		const isSpent = context.budget.spent(0.5);
		const mayStop = state.rescan === 'none' || (state.rescan === 'brief' && isSpent);
		if (withoutNews >= MAX_ENTRIES_WITHOUT_NEWS && mayStop) break;
		if (scan.newPages > MAX_NEW_PAGES || isSpent) return undefined;
	}
	return scan;
}

const countAhead = (entries: JsonObject[], now: number): number =>
	createdOf(entries).filter((created) => created > now + CLOCK_TOLERANCE).length;
