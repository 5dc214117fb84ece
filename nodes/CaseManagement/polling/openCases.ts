import { OPEN_STATUSES, TERMINAL_STATUS } from '../model/case';
import type { JsonObject } from '../model/json';
import { Problem } from '../model/problem';
import { toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import { isRequestError } from './caseList';
import { toObservedCase } from './cases';
import { pagesOf } from './pollContext';
import type { PollContext } from './pollContext';
import type { OpenCasesState, OpenScan } from './state';

const MAX_CONCURRENT = 5;

/** After this many failed lookups, the others are left to the next poll. */
const MAX_FAILURES = 3;

/** With more cases than this in statuses that the contract does not name, one may be an archive. */
const MAX_UNNAMED = 2000;

/** Maximum number of cases in such statuses that a poll fetches one by one, in turn. */
const MAX_UNNAMED_LOOKUPS = 20;

const isUnnamed = (status: string): boolean =>
	status !== TERMINAL_STATUS && !OPEN_STATUSES.includes(status);

/** Scans the list of open cases as far as the budget allows; the next poll continues there.
 * @returns UUIDs of the cases to fetch one by one: known ones that are not on the list, and those
 * that the list shows with two statuses; undefined if the end of the list is not reached */
export async function scanOpenCases(
	state: OpenCasesState,
	context: PollContext,
): Promise<string[] | undefined> {
	const [first, ...others] = scanStrategies(state);
	let scan: OpenScan | undefined = first;
	for (;;) {
		try {
			return await runScan(state, scan, context);
		} catch (error) {
			scan = others.shift();
			if (scan === undefined || !isRequestError(error)) throw toProblem(error);
		}
	}
}

/** The scans to try, best first: the one that the last poll started; a new one, in case its cursor
 * has expired; and one with named statuses only, in case the service rejects a status that it
 * returned itself. Cases in such a status are then fetched one by one. */
function scanStrategies({ cases, scan, namedOnly }: OpenCasesState): [OpenScan, ...OpenScan[]] {
	const startWith = (statuses: string[]): OpenScan => ({
		cursor: undefined,
		statuses,
		seen: new Set(),
	});
	const unnamed = [...cases.values()].map(({ status }) => status).filter(isUnnamed);
	const named = startWith([...OPEN_STATUSES]);
	const hasUnnamed = unnamed.length > 0 && !namedOnly;
	const withUnnamed = hasUnnamed ? [startWith([...OPEN_STATUSES, ...new Set(unnamed)])] : [];
	return [...(scan === undefined ? [] : [scan]), ...withUnnamed, named] as [OpenScan];
}

async function runScan(
	state: OpenCasesState,
	{ cursor: from, statuses, seen: before }: OpenScan,
	context: PollContext,
): Promise<string[] | undefined> {
	const seen = new Set(before);
	const contradictory = new Set<string>();
	const pages = pagesOf(context, { order: 'newest', statuses }, from);
	const origin = state.complete ? 'other' : 'baseline';
	state.scan = undefined;
	for await (const { entries, nextCursor } of pages) {
		assertOpen(entries);
		for (const uuid of contradictions(entries)) contradictory.add(uuid);
		for (const entry of entries) {
			const uuid = toObservedCase(entry)?.uuid;
			if (uuid === undefined || contradictory.has(uuid)) continue;
			seen.add(uuid);
			context.tracker.observe(entry, origin);
		}
		assertFewUnnamed(state, statuses);
		if (nextCursor !== null && context.budget.spent(0.8)) {
			state.scan = { cursor: nextCursor, statuses, seen };
			return undefined;
		}
	}
	state.complete = true;
	// Known cases that the scan has not seen: completed, deleted, or hidden by shifting pages.
	const departed = [...state.cases.keys()].filter((uuid) => !seen.has(uuid));
	return [...limitUnnamed(state, departed, statuses), ...contradictory];
}

/** UUIDs that one page lists with two statuses: the list does not tell which is right. */
function contradictions(entries: JsonObject[]): string[] {
	const statuses = new Map<string, string>();
	const found: string[] = [];
	for (const { uuid, status } of entries.flatMap((entry) => toObservedCase(entry) ?? [])) {
		if ((statuses.get(uuid) ?? status) !== status) found.push(uuid);
		statuses.set(uuid, status);
	}
	return found;
}

/** A service that ignores the status filter would return its whole archive at every poll. */
function assertOpen(entries: JsonObject[]): void {
	const completed = entries.filter(({ status }) => status === TERMINAL_STATUS);
	if (entries.length < 2 || completed.length < entries.length / 2) return;
	throw new Problem('The service returns completed cases although only open ones were requested', {
		kind: 'invalidResponse',
		hint: 'It may expect the statuses in another format: choose another Array Format under Options.',
	});
}

/** So would one whose archive has a status of its own. From then on, it is not asked for. */
function assertFewUnnamed(state: OpenCasesState, statuses: string[]): void {
	if (!statuses.some(isUnnamed)) return;
	const unnamed = [...state.cases.values()].filter(({ status }) => isUnnamed(status));
	if (unnamed.length <= MAX_UNNAMED) return;
	state.namedOnly = true;
	const message = 'Too many cases have an undocumented status';
	throw new Problem(message, { kind: 'invalidResponse' });
}

/** Where cases in unnamed statuses are not listed, some of them are fetched, and the rest later. */
function limitUnnamed(state: OpenCasesState, uuids: string[], statuses: string[]): string[] {
	if (!state.namedOnly || statuses.some(isUnnamed)) return uuids;
	const isUnnamedCase = (uuid: string): boolean =>
		isUnnamed(state.cases.get(uuid)?.status ?? TERMINAL_STATUS);
	const unnamed = uuids.filter(isUnnamedCase);
	const excess = unnamed.splice(0, Math.max(0, unnamed.length - MAX_UNNAMED));
	for (const uuid of excess) {
		state.cases.delete(uuid);
		state.absent.delete(uuid);
	}
	return [
		...uuids.filter((uuid) => !isUnnamedCase(uuid) && state.cases.has(uuid)),
		...unnamed.slice(0, MAX_UNNAMED_LOOKUPS),
	];
}

/** Fetches cases that disappeared from the list: they may be completed, deleted, or hidden by a
 * shifting page.
 * @returns the first failure; the cases concerned stay known, and the next poll fetches them again */
export async function verifyDeparted(
	uuids: string[],
	{ source, tracker, budget }: PollContext,
): Promise<Error | undefined> {
	const limiter = new Limiter(MAX_CONCURRENT);
	const failures: Error[] = [];
	const verify = async (uuid: string): Promise<void> => {
		if (budget.spent() || failures.length >= MAX_FAILURES) return;
		try {
			budget.use();
			const lookup = await source.fetchCase(uuid);
			if (typeof lookup === 'string') tracker.observeAbsent(uuid, lookup);
			else tracker.observe(lookup);
		} catch (error) {
			failures.push(toProblem(error).withNote(`Case: ${uuid}.`));
		}
		tracker.moveToBack(uuid);
	};
	await Promise.all(uuids.map(async (uuid) => await limiter.run(async () => await verify(uuid))));
	return failures[0];
}
