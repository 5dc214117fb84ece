import { asObject } from '../model/json';
import { createdOf } from './source';
import type { ObservedCase } from './source';
import type { NewCasesState } from './state';

/** Milliseconds that each scan reads back behind the high-water mark: a case may become visible
 * late, or be created by a server whose clock is behind. */
export const OVERLAP = 10 * 60_000;

/** Maximum number of cases kept as seen; where more are recent, the overlap is shorter. */
export const MAX_REMEMBERED = 2000;

/** Maximum number of templates whose running numbers are kept. */
const MAX_TEMPLATES = 200;

/** The cases that are new, each once.
 *
 * A date before the lower bound normally means that the case has been seen. It is new all the same
 * if its running number is higher than any seen of its template: then the clock of the service has
 * been put back. This says nothing of cases from before `since`, which have not all been seen.
 * @param numbers those that were known when the reading began: several cases may have a new one */
export function findNewCases(
	state: NewCasesState,
	cases: ObservedCase[],
	numbers: ReadonlyMap<string, number>,
): ObservedCase[] {
	const uuids = new Set<string>();
	return cases.filter((observed) => {
		const { uuid, created } = observed;
		if (created === undefined || uuids.has(uuid)) return false;
		uuids.add(uuid);
		if (state.seen.has(uuid)) return false;
		if (created >= state.lowerBound) return true;
		const { template, number = -Infinity } = runningNumber(state, observed);
		return number > (numbers.get(template) ?? Infinity);
	});
}

export const isBackdated = (state: NewCasesState, { created }: ObservedCase): boolean =>
	created !== undefined && created < state.lowerBound;

/** Advances the high-water mark to the newest creation, but not beyond n8n's clock: a single case
 * dated in the future would otherwise hide all later ones. */
export function advance(state: NewCasesState, cases: ObservedCase[], now: number): void {
	for (const created of createdOf(cases)) {
		state.highWaterMark = Math.max(state.highWaterMark ?? -Infinity, Math.min(created, now));
	}
}

/** Raises the lower bound and drops what is kept of the cases below it. */
export function raiseLowerBound(state: NewCasesState, lowerBound: number): void {
	if (lowerBound <= state.lowerBound) return;
	state.lowerBound = lowerBound;
	for (const [uuid, created] of state.seen) {
		if (created < lowerBound) state.seen.delete(uuid);
	}
}

/** Limits the size of the state by raising the lower bound, but not above `highest`. */
export function limitRemembered(state: NewCasesState, highest: number): void {
	if (state.seen.size <= MAX_REMEMBERED) return;
	const newestFirst = [...state.seen.values()].sort((left, right) => right - left);
	raiseLowerBound(state, Math.min((newestFirst[MAX_REMEMBERED] ?? 0) + 1, highest));
}

/** Keeps the highest running numbers of the cases, by template. */
export function recordNumbers(state: NewCasesState, cases: ObservedCase[]): void {
	const { numbers } = state;
	for (const observed of cases) {
		const { template, number } = runningNumber(state, observed);
		if (number === undefined) continue;
		const highest = Math.max(numbers.get(template) ?? -Infinity, number);
		// Moves the template to the back.
		numbers.delete(template);
		numbers.set(template, highest);
	}
	for (const template of numbers.keys()) {
		if (numbers.size <= MAX_TEMPLATES) break;
		numbers.delete(template);
	}
}

/** @returns no number for a case from before `since` */
function runningNumber({ since }: NewCasesState, { entry, created }: ObservedCase) {
	const { process_template: summary, sequential_id: number } = entry;
	const { uuid } = asObject(summary);
	const template = typeof uuid === 'string' ? uuid : '';
	const counts = typeof number === 'number' && created !== undefined && created >= since;
	return { template, number: counts ? number : undefined };
}
