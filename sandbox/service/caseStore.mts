/** The cases, in order of creation, so that a list of many is fast. */
import type { CaseStatus, StoredCase } from './types.mts';

/** Creation order: older first; cases created in the same second by their number. */
function byAge(left: StoredCase, right: StoredCase): number {
	return left.createdMs - right.createdMs || left.sequentialId - right.sequentialId;
}

/** The index of a case, existing or not, in a list sorted by `compare`. */
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
	/** Increases with every change: results for an older version are outdated. */
	version = 0;
	/** Oldest first. Read-only for callers. */
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

	/** Adds cases; a batch is sorted once. */
	add(...cases: StoredCase[]): void {
		this.addAll(cases);
	}

	/** Like add, for lists too long to pass as arguments. */
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
		// A case that has ended waits for nothing; a paused one still does.
		if (status === 'completed' || status === 'error') entry.waitingFor = null;
		this.version++;
	}
}
