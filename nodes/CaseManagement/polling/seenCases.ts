import type { JsonObject } from '../model/json';
import { asObject } from '../model/json';
import { createdOf, toObservedCase } from './cases';
import type { NewCasesState } from './state';

/** Milliseconds that each scan reads back behind the high-water mark: a case may become visible
 * late, or be created by a server whose clock is behind. */
export const OVERLAP = 10 * 60_000;

/** Maximum number of cases kept as seen; where more are recent, the overlap is shorter. */
export const MAX_REMEMBERED = 2000;

/** Maximum number of templates whose running numbers are kept. */
const MAX_TEMPLATES = 200;

/** The entries that are new, each once.
 *
 * A date before the lower bound normally means that the case has been seen. It is new all the same
 * if its running number is higher than any seen of its template: then the clock of the service has
 * been put back. */
export function newEntries(state: NewCasesState, entries: JsonObject[]): JsonObject[] {
	const uuids = new Set<string>();
	return entries.filter((entry) => {
		const observed = toObservedCase(entry);
		if (observed?.created === undefined || uuids.has(observed.uuid)) return false;
		uuids.add(observed.uuid);
		if (state.seen.has(observed.uuid)) return false;
		return observed.created >= state.lowerBound || hasNewNumber(state, entry);
	});
}

export const isBackdated = (state: NewCasesState, entry: JsonObject): boolean =>
	createdOf([entry]).some((created) => created < state.lowerBound);

/** Advances the high-water mark to the newest creation, but not beyond n8n's clock: a single case
 * dated in the future would otherwise hide all later ones. */
export function advance(state: NewCasesState, entries: JsonObject[], now: number): void {
	for (const created of createdOf(entries)) {
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

/** Highest running numbers of the entries of a scan, by template. */
export class RunningNumbers {
	private readonly highest = new Map<string, number>();

	add(entries: JsonObject[]): void {
		for (const entry of entries) {
			const { template, number } = runningNumber(entry);
			if (number === undefined) continue;
			this.highest.set(template, Math.max(this.highest.get(template) ?? -Infinity, number));
		}
	}

	/** Only after a scan: within one, several cases may have a new number. */
	save({ numbers }: NewCasesState): void {
		for (const [template, number] of this.highest) {
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
}

function hasNewNumber({ numbers }: NewCasesState, entry: JsonObject): boolean {
	const { template, number } = runningNumber(entry);
	const highest = numbers.get(template);
	return number !== undefined && highest !== undefined && number > highest;
}

function runningNumber({ process_template, sequential_id: number }: JsonObject) {
	const { uuid } = asObject(process_template);
	const template = typeof uuid === 'string' ? uuid : '';
	return { template, number: typeof number === 'number' ? number : undefined };
}
