import { toProblem } from '../transport/errors';
import { Problem } from '../model/problem';
import type { JsonObject } from '../model/json';
import { TERMINAL_STATUS, OPEN_STATUSES, toObservedCase } from './cases';
import { isRequestError } from './caseList';
import { countedPages } from './pollContext';
import type { PollContext } from './pollContext';
import type { OpenScan, OpenCasesState } from './state';

/** Nothing is known yet. */
export const noOpenCases = (): OpenCasesState => ({
	cases: new Map(),
	templates: new Map(),
	complete: false,
	scan: undefined,
});

/**
 * Reads the list of open cases, or as much of it as the budget allows; the next poll goes on there.
 * What became of a case while it was open is found here.
 *
 * @returns the known cases that are no longer on the list, to be looked at; undefined if its end has
 * not been reached
 */
export async function scanOpenCases(
	open: OpenCasesState,
	reading: PollContext,
): Promise<string[] | undefined> {
	const [first, ...others] = scanStrategies(open);
	let way: OpenScan | undefined = first;
	for (;;) {
		try {
			return await runScan(open, way, reading);
		} catch (error) {
			way = others.shift();
			if (way === undefined || !isRequestError(error)) throw toProblem(error);
		}
	}
}

/**
 * How to read the list, best first: where the last poll ended; from the beginning, should its cursor
 * have grown old; and only with the statuses that may be asked for, should the service refuse one
 * that it gave us itself. Cases in such a status are then looked at one by one.
 */
function scanStrategies({ cases, scan }: OpenCasesState): [OpenScan, ...OpenScan[]] {
	const named = { cursor: undefined, statuses: [...OPEN_STATUSES], seen: new Set<string>() };
	const known = [
		...new Set([...OPEN_STATUSES, ...[...cases.values()].map(({ status }) => status)]),
	];
	const ways =
		known.length > OPEN_STATUSES.length ? [{ ...named, statuses: known }, named] : [named];
	return scan === undefined ? (ways as [OpenScan]) : [scan, ...ways];
}

async function runScan(
	open: OpenCasesState,
	{ cursor: from, statuses, seen: before }: OpenScan,
	reading: PollContext,
): Promise<string[] | undefined> {
	const seen = new Set(before);
	const pages = countedPages(reading, { order: 'newest', statuses }, from);
	open.scan = undefined;
	for await (const { entries, nextCursor } of pages) {
		assertOpen(entries);
		for (const entry of entries) {
			const uuid = toObservedCase(entry)?.uuid;
			if (uuid === undefined) continue;
			seen.add(uuid);
			reading.tracker.observe(entry, open.complete);
		}
		if (nextCursor !== null && reading.budget.spent(0.8)) {
			// With the same statuses: a cursor belongs to the filters that it was given for.
			open.scan = { cursor: nextCursor, statuses, seen };
			return undefined;
		}
	}
	open.complete = true;
	return [...open.cases.keys()].filter((uuid) => !seen.has(uuid));
}

/** A service that does not understand the filter would give us its whole archive at every poll. */
function assertOpen(entries: JsonObject[]): void {
	const finished = entries.filter(({ status }) => status === TERMINAL_STATUS);
	if (entries.length < 2 || finished.length < entries.length / 2) return;
	throw new Problem('The service gives finished cases although only open ones were asked for', {
		kind: 'answer',
		hint: 'It may want the statuses in another form: choose another Array Format under Filters.',
	});
}
