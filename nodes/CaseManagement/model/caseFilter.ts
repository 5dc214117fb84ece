import { isStatus } from './case';
import { DAY_MS, parseTimestamp } from './dates';
import { quote, unquoted } from './foreignText';
import { asObject } from './json';
import { isNameMatch } from './names';

/** What narrows a list at the service (listCases); empty or undefined: not filtered by it. */
export interface ServiceFilter {
	status: readonly string[];
	process_type: readonly string[];
	created_before?: string;
	created_after?: string;
}

export interface CaseFilter extends ServiceFilter {
	/** Part of the name, as `foldText` gives it. The node applies it: the service has no such
	 * filter. */
	nameContains?: string;
}

export const serviceFilter = (filter: CaseFilter): ServiceFilter => {
	const { status, process_type, created_before, created_after } = filter;
	return { status, process_type, created_before, created_after };
};

/** A date without a time says neither its zone nor whether the day itself is meant. */
const DAY_IN_ANY_ZONE_MS = 38 * 3_600_000;

interface Mismatch {
	reason: string;
	/** Whether the case says so itself. Otherwise it lacks, or hides, what the filter needs. */
	isCertain: boolean;
}

/** Why a case does not match the filters.
 *
 * The service filters; but the interface does not show how lists go into the query, and a service
 * that reads a filter in another way returns all cases. What is done with them may not be undone,
 * so a case that lacks what a filter needs does not match.
 * @returns a sentence without its full stop; undefined if it matches */
export const filterMismatch = (entry: object, filter: CaseFilter): string | undefined =>
	findMismatches(entry, filter)[0]?.reason;

/** Why it is not clear whether a case matches the filters.
 * @returns what it does not say; undefined if it matches, or certainly does not */
export function filterDoubt(entry: object, filter: CaseFilter): string | undefined {
	const mismatches = findMismatches(entry, filter);
	return mismatches.some(({ isCertain }) => isCertain) ? undefined : mismatches[0]?.reason;
}

function findMismatches(entry: object, filter: CaseFilter): Mismatch[] {
	const { name, status, process_template, created_at } = asObject(entry);
	return [
		nameMismatch(name, filter),
		statusMismatch(status, filter),
		templateMismatch(asObject(process_template).uuid, filter),
		creationMismatch(created_at, filter),
	].filter((mismatch) => mismatch !== undefined);
}

function nameMismatch(name: unknown, { nameContains: part }: CaseFilter): Mismatch | undefined {
	if (part === undefined || isNameMatch(name, part)) return undefined;
	return {
		reason: `Its name is ${quote(name)}, which does not match the filter Name Contains`,
		isCertain: typeof name === 'string',
	};
}

function statusMismatch(status: unknown, { status: wanted }: CaseFilter): Mismatch | undefined {
	if (wanted.length === 0 || wanted.includes(String(status))) return undefined;
	return {
		reason: `Its status is ${unquoted(status)}, which is not in the filter Status`,
		isCertain: isStatus(status),
	};
}

function templateMismatch(uuid: unknown, { process_type: ids }: CaseFilter): Mismatch | undefined {
	const template = String(uuid).toLowerCase();
	if (ids.length === 0 || ids.some((id) => id.toLowerCase() === template)) return undefined;
	const isCertain = typeof uuid === 'string' && uuid.trim() !== '';
	return { reason: 'Its template is not in the template filter', isCertain };
}

function creationMismatch(created_at: unknown, filter: CaseFilter): Mismatch | undefined {
	const { created_before: before, created_after: after } = filter;
	if (before === undefined && after === undefined) return undefined;
	const created = parseTimestamp(created_at);
	if (created === undefined) {
		return {
			reason: `It was created at ${quote(created_at)}, which cannot be compared with the filters Created After and Created Before`,
			isCertain: false,
		};
	}
	const isEarlier = before === undefined || created <= Date.parse(before) + leewayOf(before);
	const isLater = after === undefined || created >= Date.parse(after) - leewayOf(after);
	if (isEarlier && isLater) return undefined;
	return {
		reason: `It was created at ${new Date(created).toISOString()}, which is outside the filters Created After and Created Before`,
		isCertain: true,
	};
}

const leewayOf = (bound: string): number => (bound.includes('T') ? 0 : DAY_IN_ANY_ZONE_MS);

/** The earlier of two bounds, each a date or an instant; the other if one is missing. */
export function earlierOf(one: string | undefined, other: string | undefined): string | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return Date.parse(one) <= Date.parse(other) ? one : other;
}

/** The instant that many days before another, as ISO 8601 in UTC. */
export const daysBefore = (instant: number, days: number): string =>
	new Date(instant - days * DAY_MS).toISOString();
