import { DAY_MS } from '../model/dates';
import { LongList } from './longList';
import {
	advance,
	findNewCases,
	isBackdated,
	limitRemembered,
	MAX_REMEMBERED,
	OVERLAP,
	raiseLowerBound,
	recordNumbers,
} from './seenCases';
import { CLOCK_TOLERANCE, createdOf } from './source';
import type { ListQuery, ObservedCase, Reader } from './source';
import { BEGINNING } from './state';
import type { NewCasesState, Place } from './state';
import type { CaseTracker } from './tracker';

/** After this many entries in a row that are not new, the rest of the overlap is not read. */
const MAX_ENTRIES_WITHOUT_NEWS = 200;

/** With more new pages, or more new cases on several pages, the next poll reads them again. */
const FEW_PAGES = 2;
const FEW_CASES = MAX_ENTRIES_WITHOUT_NEWS / 2;

/** With more new pages than this, the list is read from its oldest new case on. */
const MAX_NEW_PAGES = 50;

/** The share of a poll after which the rest of the list is left: for the scan from the newest case on,
 * and for a backlog. */
const SCAN_SHARE = 0.5;
const BACKLOG_SHARE = 0.7;

const NEWEST: ListQuery = { order: 'newest' };

/** The new cases: reads the list without a filter, newest first, down to the cases that are known.
 * Costs one request if there are none, and one more for each page of new cases. If there are more
 * than a poll can read so, they are read from the oldest on, over several polls. */
export class NewCases {
	/** What keeps a backlog from being read to its end. */
	standstill: Error | undefined;

	/** The running numbers that were known before this poll. */
	private readonly numbers: ReadonlyMap<string, number>;

	constructor(
		private readonly state: NewCasesState,
		private readonly tracker: CaseTracker,
		private readonly reader: Reader,
	) {
		this.numbers = new Map(state.numbers);
	}

	/** Records which cases exist when the trigger starts. Reads no further back than later scans, but
	 * twice if it takes several pages: a page that shifts could hide a case, which would later count as
	 * new. */
	async recordBaseline(): Promise<void> {
		const { state, reader } = this;
		const { pages, unread } = await this.readBaseline();
		const again = pages > 1 ? await this.readBaseline() : undefined;
		// Without any case, only n8n's clock tells what is old, and the service may have another one.
		const mark = state.highWaterMark ?? reader.now() - 2 * DAY_MS;
		// Cases that were not read, or only once, must not count as new later. No clock is set back by more
		// than a day: a new case with an older date has been imported.
		const known = Math.max(unread, again?.unread ?? unread);
		state.since = Math.max(mark - DAY_MS, known);
		raiseLowerBound(state, Math.max(mark - OVERLAP, known));
		limitRemembered(state, mark);
	}

	async scan(): Promise<void> {
		if (this.state.backlog === undefined) {
			const scan = await this.scanNewestFirst();
			if (scan !== undefined) {
				this.record(scan);
				return;
			}
			this.state.backlog = this.whereNewCasesBegin();
		}
		await this.scanBacklog();
	}

	/** @returns `unread`: cases created before it have not been read */
	private async readBaseline(): Promise<{ pages: number; unread: number }> {
		const { state, tracker, reader } = this;
		let lowest: number | undefined;
		let pages = 0;
		for await (const { cases, nextCursor } of reader.pages(NEWEST)) {
			pages += 1;
			for (const observed of cases) tracker.observe(observed, 'baseline');
			recordNumbers(state, cases);
			lowest = createdOf(cases).at(-1) ?? lowest;
			advance(state, cases, reader.now());
			// Without any date, unread cases could not be told from new ones.
			if (lowest === undefined || nextCursor === null) continue;
			const isEnough = state.seen.size >= MAX_REMEMBERED || reader.isSpent(SCAN_SHARE);
			const isOverlap = lowest < (state.highWaterMark ?? 0) - OVERLAP;
			if (isEnough || isOverlap) return { pages, unread: lowest + 1000 };
		}
		return { pages, unread: BEGINNING };
	}

	private record({ found, newPages }: Scan): void {
		const { state } = this;
		const { highWaterMark: markBefore, rescan } = state;
		for (const observed of found) this.tracker.observe(observed, 'new');
		advance(state, found, this.reader.now());
		const isMany = newPages > FEW_PAGES || (newPages > 1 && found.length > FEW_CASES);
		const hasHidden =
			rescan === 'needed' && createdOf(found).some((created) => created < (markBefore ?? 0));
		if (hasHidden) state.rescan = 'last';
		else state.rescan = isMany ? 'needed' : 'none';
		if (markBefore === undefined || hasHidden) return;
		// Uses the previous poll's high-water mark on purpose: shifting pages can hide a case once, so
		// each new range is scanned by two polls before the lower bound moves past it.
		raiseLowerBound(state, markBefore - OVERLAP);
		limitRemembered(state, markBefore);
	}

	/** @returns undefined if there are more new cases than can be read in this order */
	private async scanNewestFirst(): Promise<Scan | undefined> {
		const { state, reader } = this;
		const scan: Scan = { found: [], newPages: 0 };
		let withoutNews = 0;
		let ahead = 0;
		for await (const { entries, cases } of reader.pages(NEWEST)) {
			const found = findNewCases(state, cases, this.numbers);
			for (const observed of found) scan.found.push(observed);
			recordNumbers(state, cases);
			const lowest = createdOf(cases).at(-1);
			const isBelow = lowest !== undefined && lowest < state.lowerBound;
			if (isBelow && !found.some((observed) => isBackdated(state, observed))) break;
			if (found.length > 0) {
				scan.newPages += 1;
				withoutNews = 0;
			} else {
				// Entries dated ahead stand before all new ones until their time has come.
				const skipped = Math.min(countAhead(cases, reader.now()), MAX_REMEMBERED - ahead);
				ahead += skipped;
				withoutNews += entries.length - skipped;
			}
			const isSpent = reader.isSpent(SCAN_SHARE);
			const mayStop = state.rescan === 'none' || (state.rescan === 'brief' && isSpent);
			if (withoutNews >= MAX_ENTRIES_WITHOUT_NEWS && mayStop) break;
			if (scan.newPages > MAX_NEW_PAGES || isSpent) return undefined;
		}
		return scan;
	}

	/** All cases before the oldest one that is remembered have been read. */
	private whereNewCasesBegin(): Place {
		const { lowerBound: first, seen } = this.state;
		let last = Infinity;
		for (const created of seen.values()) last = Math.min(last, created);
		return { first, last: seen.size > 0 ? last : first, way: 0 };
	}

	private async scanBacklog(): Promise<void> {
		const { state, reader } = this;
		const list = new LongList(reader, {}, state.backlog, (uuid) => state.seen.has(uuid));
		await this.readBacklog(list);
		this.standstill = list.standstill;
		state.backlog = list.place;
		// Cases that servers with slower clocks create meanwhile are dated before the end of the list.
		state.rescan = 'brief';
		if (state.highWaterMark === undefined) return;
		// Newer cases than the last one read here may be known, and others hidden between them.
		const reached = Math.min(state.highWaterMark, list.place?.last ?? Infinity);
		raiseLowerBound(state, reached - OVERLAP);
		// More cases of the last second may follow on the next page: they stay above the lower bound.
		limitRemembered(state, reached);
	}

	private async readBacklog(list: LongList): Promise<void> {
		for await (const { cases, nextCursor } of list.pages()) {
			// Pages of cases below the lower bound hide nothing. Those of other cases that are known may:
			// open cases are known from their own list.
			const areOld = cases.every((observed) => isBackdated(this.state, observed));
			this.observeNew(cases);
			if (nextCursor === null || !areOld) await this.readAgain(list);
			if (nextCursor !== null && list.mayStop(BACKLOG_SHARE)) return;
		}
	}

	/** If cases are deleted between two requests, an offset cursor skips the first cases of the next
	 * page. They are now on the pages before. */
	private async readAgain(list: LongList): Promise<void> {
		for await (const cases of list.earlierPages()) {
			if (!this.observeNew(cases)) return;
		}
	}

	private observeNew(cases: ObservedCase[]): boolean {
		const { state, tracker, reader } = this;
		const found = findNewCases(state, cases, this.numbers);
		for (const observed of found) tracker.observe(observed, 'new');
		advance(state, found, reader.now());
		recordNumbers(state, cases);
		return found.length > 0;
	}
}

interface Scan {
	found: ObservedCase[];
	newPages: number;
}

const countAhead = (cases: ObservedCase[], now: number): number =>
	createdOf(cases).filter((created) => created > now + CLOCK_TOLERANCE).length;
