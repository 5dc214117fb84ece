import { toInstant, toIsoTimestamp } from './dates';
import type { JsonObject } from './json';
import type { ListedCase } from './listedCase';
import { comparableName, comparableNumber, nameText } from './names';

/** A listed case of which cannot be told whether it is meant. */
export interface UntoldCase extends ListedCase {
	/** What it does not tell, as a sentence. */
	reason: string;
}

/** Listed cases by name and by running number; each case once, however often it was listed. */
export class CaseIndex {
	private readonly uuids = new Set<unknown>();

	private readonly byName = new Map<string, ListedCase[]>();

	private readonly byNumber = new Map<string, ListedCase[]>();

	/** Of each name that was asked for, so that it is looked for once. */
	private readonly firstByName = new Map<string, ListedCase | undefined>();

	private readonly untoldByName = new Map<string, UntoldCase>();

	/** How many cases there are in it. */
	get size(): number {
		return this.uuids.size;
	}

	/** @param entry a Case as the service sends it */
	add(entry: JsonObject): void {
		const { uuid, name, sequential_id } = entry;
		// One without an ID that can be compared is another each time: it makes a name ambiguous.
		const key = typeof uuid === 'string' ? uuid : {};
		if (this.uuids.has(key)) return;
		this.uuids.add(key);
		const listed = toListed(entry);
		const text = nameText(name);
		if (text !== undefined) append(this.byName, comparableName(text), listed);
		const digits = comparableNumber(sequential_id);
		if (digits !== undefined) append(this.byNumber, digits, listed);
	}

	/**
	 * Notes a case of which cannot be told whether it is meant; it is not found as the others are.
	 *
	 * @param entry a Case as the service sends it
	 * @param reason what it does not tell
	 */
	addUntold(entry: JsonObject, reason: string): void {
		const text = nameText(entry.name);
		if (text === undefined) return;
		this.untoldByName.set(comparableName(text), { ...toListed(entry), reason });
	}

	/** The cases of a name, in the order in which they were listed. */
	named(name: string): readonly ListedCase[] {
		return this.byName.get(comparableName(name)) ?? [];
	}

	/** The case of a name that was started first; one whose start cannot be read comes last. */
	firstNamed(name: string): ListedCase | undefined {
		const key = comparableName(name);
		if (!this.firstByName.has(key)) this.firstByName.set(key, earliest(this.named(name)));
		return this.firstByName.get(key);
	}

	/** A case of a name of which cannot be told whether it is meant. */
	untoldOf(name: string): UntoldCase | undefined {
		return this.untoldByName.get(comparableName(name));
	}

	/** The cases of a running number, in the order in which they were listed. */
	numbered(digits: string): readonly ListedCase[] {
		return this.byNumber.get(digits) ?? [];
	}
}

const toListed = ({ uuid, sequential_id: number, status, created_at }: JsonObject): ListedCase => ({
	uuid,
	number,
	status,
	created: toIsoTimestamp(created_at),
});

function earliest(cases: readonly ListedCase[]): ListedCase | undefined {
	let [first] = cases;
	for (const one of cases) {
		if (startOf(one) < startOf(first!)) first = one;
	}
	return first;
}

const startOf = ({ created }: ListedCase): number => toInstant(created) ?? Infinity;

function append(map: Map<string, ListedCase[]>, key: string, listed: ListedCase): void {
	const known = map.get(key);
	if (known === undefined) map.set(key, [listed]);
	else known.push(listed);
}
