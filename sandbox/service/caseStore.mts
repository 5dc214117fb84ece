/**
 * The cases, kept in order of creation, so that a list of many is quick.
 */
import type { CaseStatus, StoredCase } from './types.mts';

/** Creation order: older first; cases of one second by their running number. */
function byAge(left: StoredCase, right: StoredCase): number {
	return left.createdMs - right.createdMs || left.sequentialId - right.sequentialId;
}

/** Where a case stands, or would stand, in a list sorted by `compare`. */
export function lowerBound<T>(list: readonly T[], isBefore: (entry: T) => boolean): number {
	let low = 0;
	let high = list.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (isBefore(list[middle] as T)) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Every case of the sandbox, by id and by age. */
export class CaseStore {
	/** Goes up with every change: what was computed for an older version is stale. */
	version = 0;
	/** Oldest first. Do not change it from outside. */
	readonly ordered: StoredCase[] = [];
	private readonly byUuid = new Map<string, StoredCase>();
	private lastSequentialId = 0;

	get(uuid: string): StoredCase | undefined {
		return this.byUuid.get(uuid);
	}

	/** The next running number (getCase, sequential_id). */
	nextSequentialId(): number {
		return ++this.lastSequentialId;
	}

	/** Adds cases; many at once are sorted once. */
	add(...cases: StoredCase[]): void {
		this.addAll(cases);
	}

	/** Like add, for lists too long to be spread over arguments. */
	addAll(cases: readonly StoredCase[]): void {
		for (const entry of cases) this.byUuid.set(entry.uuid, entry);
		if (cases.length <= 10) {
			for (const entry of cases) {
				const at = lowerBound(this.ordered, (other) => byAge(other, entry) < 0);
				this.ordered.splice(at, 0, entry);
			}
		} else {
			for (const entry of cases) this.ordered.push(entry);
			this.ordered.sort(byAge);
		}
		this.version++;
	}

	/** Removes a case permanently. */
	remove(entry: StoredCase): void {
		const at = lowerBound(this.ordered, (other) => byAge(other, entry) < 0);
		this.ordered.splice(at, 1);
		this.byUuid.delete(entry.uuid);
		this.version++;
	}

	/**
	 * Moves a case to another state.
	 * @param entry the case
	 * @param status the new state
	 * @param completedMs when it was completed; null for any state but completed
	 */
	move(entry: StoredCase, status: CaseStatus, completedMs: number | null): void {
		entry.status = status;
		entry.completedMs = completedMs;
		// A case that is over waits for nothing any more; a paused one still does.
		if (status === 'completed' || status === 'error') entry.waitingFor = null;
		this.version++;
	}
}
