import { Problem } from '../model/problem';
import { pagesOf } from '../transport/pages';
import type { JsonObject } from '../transport/answer';
import type { Reading } from './arrivals';
import { FINISHED, OPEN, seenCase } from './cases';
import type { OpenState } from './state';

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
	const statuses = openStatuses(open);
	const resumed = open.pass;
	const seen = resumed?.seen ?? new Set<string>();
	const pages = pagesOf(async (cursor) => {
		reading.budget.use();
		return await reading.source.page({ order: 'newest', statuses }, cursor);
	}, resumed?.cursor);
	// A cursor that has grown old must not keep every further poll from reading.
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
			open.pass = { cursor: nextCursor, seen };
			return undefined;
		}
	}
	open.complete = true;
	return [...open.cases.keys()].filter((uuid) => !seen.has(uuid));
}

/** A status that interface.md does not name is open too, once a case has been seen in it. */
function openStatuses(open: OpenState): string[] {
	const known = [...open.cases.values()].map(({ status }) => status);
	return [...new Set([...OPEN, ...known])];
}

/** A service that does not understand the filter would give us its whole archive at every poll. */
function requireOpen(entries: JsonObject[]): void {
	const finished = entries.filter(({ status }) => status === FINISHED);
	if (entries.length < 2 || finished.length < entries.length / 2) return;
	throw new Problem('The service gives finished cases although only open ones were asked for', {
		kind: 'answer',
		hint: 'It may want the statuses in another form: choose another Array Format under Filters.',
	});
}
