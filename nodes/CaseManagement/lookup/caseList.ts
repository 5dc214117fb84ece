import { filterDoubt, filterMismatch } from '../model/caseFilter';
import type { ServiceFilter } from '../model/caseFilter';
import { isBlank } from '../model/convert';
import { parseTimestamp, toIsoTimestamp } from '../model/dates';
import { quote, unquoted } from '../model/foreignText';
import { listedId } from '../model/identifiers';
import type { Id } from '../model/identifiers';
import type { JsonObject } from '../model/json';
import { comparableName, comparableNumber, nameText } from '../model/names';
import { inputProblem } from '../model/problem';
import type { Problem } from '../model/problem';
import { casePageReader } from '../transport/cases';
import { toProblem } from '../transport/errors';
import { iteratePages } from '../transport/pages';
import type { SendRequest } from '../transport/send';

/** Maximum number of cases of a list in which to look one up: at 100 a page, 200 requests. */
const MAX_LISTED = 20_000;

/** A case that the service has listed (listCases). */
export interface ListedCase {
	/** undefined if it cannot be sent. */
	id: Id | undefined;
	uuid: unknown;
	number: unknown;
	status: unknown;
	/** ISO 8601 in UTC, as far as it could be read. */
	created: unknown;
	/** The same in milliseconds since the epoch; undefined if it cannot be read. */
	startedAt: number | undefined;
}

/** Listed cases by name and number; each once, however often it was listed. */
export class CaseList {
	private readonly uuids = new Set<unknown>();

	private readonly byName = new Map<string, ListedCase[]>();

	private readonly firstByName = new Map<string, ListedCase>();

	private readonly byNumber = new Map<string, ListedCase[]>();

	/** Cases that may or may not match the filter, by name, with the reason. */
	private readonly unclear = new Map<string, [listed: ListedCase, reason: string]>();

	get size(): number {
		return this.uuids.size;
	}

	/** @param entry a Case as the service sends it
	 * @param doubt why it may or may not match the filter; then it is not found as the others are */
	add(entry: JsonObject, doubt?: string): void {
		const { uuid, name, sequential_id, status, created_at } = entry;
		const listed: ListedCase = {
			id: listedId(uuid),
			uuid,
			number: sequential_id,
			status,
			created: toIsoTimestamp(created_at),
			startedAt: parseTimestamp(created_at),
		};
		const text = nameText(name);
		if (doubt !== undefined) {
			if (text !== undefined) this.unclear.set(text, [listed, doubt]);
			return;
		}
		// One without an ID that can be compared is another each time: it makes a name ambiguous.
		const key = typeof uuid === 'string' ? uuid : {};
		if (this.uuids.has(key)) return;
		this.uuids.add(key);
		if (text !== undefined) this.addName(text, listed);
		const digits = comparableNumber(sequential_id);
		if (digits !== undefined) append(this.byNumber, digits, listed);
	}

	private addName(name: string, listed: ListedCase): void {
		append(this.byName, name, listed);
		const first = this.firstByName.get(name);
		const isEarlier = (listed.startedAt ?? Infinity) < (first?.startedAt ?? Infinity);
		if (first === undefined || isEarlier) this.firstByName.set(name, listed);
	}

	/** Whether no case of the list has a name that can be read. */
	get isUnnamed(): boolean {
		return this.size > 0 && this.byName.size === 0;
	}

	/** The cases of a name, in the order in which they were listed. */
	withName(name: string): readonly ListedCase[] {
		return this.byName.get(comparableName(name)) ?? [];
	}

	withNumber(digits: string): readonly ListedCase[] {
		return this.byNumber.get(digits) ?? [];
	}

	/** The case of a name that was started first; one whose start cannot be read comes last. */
	firstWithName(name: string): ListedCase | undefined {
		return this.firstByName.get(comparableName(name));
	}

	/** A case of a name that may or may not match the filter, and why. */
	unclearWithName(name: string): [listed: ListedCase, reason: string] | undefined {
		return this.unclear.get(comparableName(name));
	}
}

function append(map: Map<string, ListedCase[]>, key: string, listed: ListedCase): void {
	const known = map.get(key);
	if (known === undefined) map.set(key, [listed]);
	else known.push(listed);
}

/** E.g. `#62 (running, started 2026-01-01T10:00:00.000Z)`; with its ID if that is asked for. */
export function describeListed(listed: ListedCase, withId = false): string {
	const { uuid, number, status, created } = listed;
	const facts = [
		isBlank(status) ? 'status unknown' : unquoted(status),
		isBlank(created) ? 'start unknown' : `started ${unquoted(created)}`,
		...(withId ? [unquoted(uuid)] : []),
	];
	return `${describeNumber(number)} (${facts.join(', ')})`;
}

/** E.g. `#62`, whether the service sent 62 or "#62". */
export function describeNumber(number: unknown): string {
	if (isBlank(number)) return 'no number';
	const digits = comparableNumber(number);
	return digits === undefined ? `number ${quote(number)}` : `#${digits}`;
}

/** What to do where a list cannot be read; each one or more sentences. */
export interface ListAdvice {
	/** If it is too long, or does not end. */
	otherwise: string;
	/** If the user has no right to it (403): what it is needed for. */
	withoutRight: string;
}

/** Reads a list of cases to its end (listCases), oldest first, so that those created meanwhile are
 * met. Pages may be counted by entries: a case that leaves the list then hides another behind it. So
 * a list that has moved is read again; if it moves again, what either reading has met counts.
 * @param filter how the service reads it is not shown, so each case is compared with it once more */
export async function readCaseList(
	send: SendRequest,
	filter: ServiceFilter,
	advice: ListAdvice,
): Promise<CaseList> {
	try {
		const [both, again] = [new CaseList(), new CaseList()];
		if (!(await addListed([both], send, filter, advice))) return both;
		return (await addListed([both, again], send, filter, advice)) ? both : again;
	} catch (error) {
		throw lookupFailed(toProblem(error), advice);
	}
}

/** @returns whether the list has moved while it was read: a case came twice, or `total` changed */
async function addListed(
	lists: CaseList[],
	send: SendRequest,
	filter: ServiceFilter,
	advice: ListAdvice,
): Promise<boolean> {
	let count = 0;
	const totals = new Set<number>();
	const uuids: string[] = [];
	const readPage = casePageReader(send, { sort_by: 'oldest', ...filter });
	for await (const { entries, total } of iteratePages(readPage, undefined, advice.otherwise)) {
		count += entries.length;
		if (count > MAX_LISTED) throw tooManyListed(advice);
		if (total !== undefined) totals.add(total);
		for (const entry of entries) {
			if (typeof entry.uuid === 'string') uuids.push(entry.uuid);
			const isMatch = filterMismatch(entry, filter) === undefined;
			const doubt = isMatch ? undefined : filterDoubt(entry, filter);
			if (!isMatch && doubt === undefined) continue;
			for (const list of lists) list.add(entry, doubt);
		}
	}
	return totals.size > 1 || new Set(uuids).size < uuids.length;
}

const tooManyListed = ({ otherwise }: ListAdvice): Problem =>
	inputProblem(
		`The service lists more than ${MAX_LISTED.toLocaleString('en')} cases, which is too many to search for one by name or number`,
		otherwise,
		'lookupFailed',
	);

function lookupFailed(problem: Problem, { withoutRight }: ListAdvice): Problem {
	// What was not sent because the run ended has not failed.
	if (problem.kind === 'cancelled') return problem;
	const reported = problem.status === 403 ? problem.withNote(withoutRight) : problem;
	return reported.with({ reason: reported.reason ?? 'lookupFailed' });
}
