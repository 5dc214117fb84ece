import { toInstant } from '../model/dates';
import type { JsonObject } from '../model/json';

/** A case that has reached this status is read no more (interface.md, section 3). */
export const TERMINAL_STATUS = 'completed';

/** The statuses in which something may still become of a case. */
export const OPEN_STATUSES: readonly string[] = ['running', 'error', 'paused', 'stopped'];

/** The status in which nothing has become of a case yet. */
export const INITIAL_STATUS = 'running';

/** What the trigger looks at in a Case (interface.md, section 2.1). */
export interface ObservedCase {
	uuid: string;
	status: string;
	/** Milliseconds since the epoch, by the service's clock; undefined if it cannot be read. */
	created: number | undefined;
	entry: JsonObject;
}

/** @returns undefined for an entry without a UUID or status, which cannot be followed */
export function toObservedCase(entry: JsonObject): ObservedCase | undefined {
	const { uuid, status, created_at } = entry;
	if (typeof uuid !== 'string' || uuid === '' || typeof status !== 'string') return undefined;
	return { uuid, status, created: toInstant(created_at), entry };
}

/** Oldest first; in one second by the running number of the case. */
export function byAge(left: JsonObject, right: JsonObject): number {
	const age = (toInstant(left.created_at) ?? 0) - (toInstant(right.created_at) ?? 0);
	return age !== 0 ? age : numberOf(left.sequential_id) - numberOf(right.sequential_id);
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
