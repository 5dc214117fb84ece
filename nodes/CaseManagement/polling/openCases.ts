import { toProblem } from '../transport/errors';
import { Problem } from '../model/problem';
import type { JsonObject } from '../model/json';
import { FINISHED, OPEN, seenCase } from './cases';
import { isRefusal } from './listing';
import { countedPages } from './reading';
import type { Reading } from './reading';
import type { OpenPass, OpenState } from './state';

/** Nothing is known yet. */
export const noOpenCases = (): OpenState => ({
	cases: new Map(),
	templates: new Map(),
	complete: false,
	pass: undefined,
});

/**
 * Reads the list of open cases, or as much of it as the budget allows; the next poll goes on there.
 * What became of a case while it was open is found here.
 *
 * @returns the known cases that are no longer on the list, to be looked at; undefined if its end has
 * not been reached
 */
export async function readOpen(open: OpenState, reading: Reading): Promise<string[] | undefined> {
	const [first, ...others] = waysToRead(open);
	let way: OpenPass | undefined = first;
	for (;;) {
		try {
			return await readPass(open, way, reading);
		} catch (error) {
			way = others.shift();
			if (way === undefined || !isRefusal(error)) throw toProblem(error);
		}
	}
}

/**
 * How to read the list, best first: where the last poll ended; from the beginning, should its cursor
 * have grown old; and only with the statuses that may be asked for, should the service refuse one
 * that it gave us itself. Cases in such a status are then looked at one by one.
 */
function waysToRead({ cases, pass }: OpenState): [OpenPass, ...OpenPass[]] {
	const named = { cursor: undefined, statuses: [...OPEN], seen: new Set<string>() };
	const known = [...new Set([...OPEN, ...[...cases.values()].map(({ status }) => status)])];
	const ways = known.length > OPEN.length ? [{ ...named, statuses: known }, named] : [named];
	return pass === undefined ? (ways as [OpenPass]) : [pass, ...ways];
}

async function readPass(
	open: OpenState,
	{ cursor: from, statuses, seen: before }: OpenPass,
	reading: Reading,
): Promise<string[] | undefined> {
	const seen = new Set(before);
	const pages = countedPages(reading, { order: 'newest', statuses }, from);
	open.pass = undefined;
	for await (const { entries, nextCursor } of pages) {
		requireOpen(entries);
		for (const entry of entries) {
			const uuid = seenCase(entry)?.uuid;
			if (uuid === undefined) continue;
			seen.add(uuid);
			reading.sightings.met(entry, open.complete);
		}
		if (nextCursor !== null && reading.budget.spent(0.8)) {
			// With the same statuses: a cursor belongs to the filters that it was given for.
			open.pass = { cursor: nextCursor, statuses, seen };
			return undefined;
		}
	}
	open.complete = true;
	return [...open.cases.keys()].filter((uuid) => !seen.has(uuid));
}

/** A service that does not understand the filter would give us its whole archive at every poll. */
function requireOpen(entries: JsonObject[]): void {
	const finished = entries.filter(({ status }) => status === FINISHED);
	if (entries.length < 2 || finished.length < entries.length / 2) return;
	throw new Problem('The service gives finished cases although only open ones were asked for', {
		kind: 'invalidResponse',
		hint: 'It may want the statuses in another form: choose another Array Format under Filters.',
	});
}
