import type { CaseStatus } from '../model/case';
import { parseTimestamp } from '../model/dates';
import type { JsonObject } from '../model/json';

export const INITIAL_STATUS = 'running' satisfies CaseStatus;

export interface ObservedCase {
	uuid: string;
	status: string;
	/** Milliseconds since the epoch, by the service's clock; undefined if it cannot be parsed. */
	created: number | undefined;
	entry: JsonObject;
}

/** @returns undefined for an entry without UUID or status, which cannot be tracked */
export function toObservedCase(entry: JsonObject): ObservedCase | undefined {
	const { uuid, status, created_at } = entry;
	if (typeof uuid !== 'string' || uuid === '' || typeof status !== 'string') return undefined;
	return { uuid, status, created: parseTimestamp(created_at), entry };
}

/** Creation of the entries where it can be parsed, in their order. */
export const createdOf = (entries: JsonObject[]): number[] =>
	entries.flatMap((entry) => toObservedCase(entry)?.created ?? []);

/** Sorts oldest first, within one second by running number. */
export function byAge(left: JsonObject, right: JsonObject): number {
	const age = (parseTimestamp(left.created_at) ?? 0) - (parseTimestamp(right.created_at) ?? 0);
	return age !== 0 ? age : numberOrZero(left.sequential_id) - numberOrZero(right.sequential_id);
}

const numberOrZero = (value: unknown): number => (typeof value === 'number' ? value : 0);
