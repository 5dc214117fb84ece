import { toIsoTimestamp } from './dates';
import type { JsonObject } from './json';
import { comparableName, comparableNumber } from './names';

/** What is kept of a case that the service has listed (listCases), as it was sent. */
export interface ListedCase {
	uuid: unknown;
	number: unknown;
	status: unknown;
	/** ISO 8601 in UTC, as far as it could be read. */
	created: unknown;
}

/** Listed cases by name and by running number; each case once, however often it was listed. */
export class CaseIndex {
	private readonly uuids = new Set<unknown>();

	private readonly byName = new Map<string, ListedCase[]>();

	private readonly byNumber = new Map<string, ListedCase[]>();

	/** How many cases there are in it. */
	get size(): number {
		return this.uuids.size;
	}

	/** @param entry a Case as the service sends it */
	add({ uuid, name, sequential_id: number, status, created_at }: JsonObject): void {
		// One without an ID that can be compared is another each time: it makes a name ambiguous.
		const key = typeof uuid === 'string' ? uuid : {};
		if (this.uuids.has(key)) return;
		this.uuids.add(key);
		const listed = { uuid, number, status, created: toIsoTimestamp(created_at) };
		if (typeof name === 'string') append(this.byName, comparableName(name), listed);
		const digits = comparableNumber(number);
		if (digits !== undefined) append(this.byNumber, digits, listed);
	}

	/** The cases of a name, in the order in which they were listed. */
	named(name: string): readonly ListedCase[] {
		return this.byName.get(comparableName(name)) ?? [];
	}

	/** The cases of a running number, in the order in which they were listed. */
	numbered(digits: string): readonly ListedCase[] {
		return this.byNumber.get(digits) ?? [];
	}
}

function append(map: Map<string, ListedCase[]>, key: string, listed: ListedCase): void {
	const known = map.get(key);
	if (known === undefined) map.set(key, [listed]);
	else known.push(listed);
}
