import { CASE_STATUSES } from './caseStatus';
import { toInstant } from './dates';
import { asObject } from './json';
import { nameContains } from './names';
import { quote } from './problem';

/** What narrows a list of cases at the service (listCases); empty or undefined: not filtered by it. */
export interface ServiceFilter {
	status: readonly string[];
	process_type: readonly string[];
	created_before?: string | undefined;
	created_after?: string | undefined;
}

/** What narrows a list of cases. */
export interface CaseFilter extends ServiceFilter {
	/**
	 * Part of the name, as `folded` gives it. The service has no such filter: it is applied to what it
	 * lists.
	 */
	nameContains?: string | undefined;
}

/** The part of the filters that goes into the query. */
export const serviceFilter = ({
	status,
	process_type,
	created_before,
	created_after,
}: CaseFilter): ServiceFilter => ({ status, process_type, created_before, created_after });

/** A date without a time does not say in which zone, nor whether the day itself is meant. */
const DAY_IN_ANY_ZONE = 38 * 3_600_000;

/** What of a case does not fit a filter. */
interface Misfit {
	/** E.g. `Its status is running, which the filter Status does not name`. */
	reason: string;
	/** Whether the case says so itself; otherwise it lacks, or hides, what the filter needs. */
	isTold: boolean;
}

/**
 * Whether a case matches the filters, as far as the case itself shows it.
 *
 * The service filters; but the interface does not show how lists go into the query, and a service
 * that reads a filter in another way gives all cases. What is done with them may not be undone, so
 * that a case that lacks what a filter needs does not match.
 *
 * @param entry a Case as the service sends it
 * @returns what does not fit, e.g. `Its status is running, which the filter Status does not name`
 */
export const filterMismatch = (entry: object, wanted: CaseFilter): string | undefined =>
	misfitsOf(entry, wanted)[0]?.reason;

/**
 * Why it cannot be told whether a case matches the filters.
 *
 * @param entry a Case as the service sends it
 * @returns what it does not tell; undefined if it matches, or surely does not
 */
export function untold(entry: object, wanted: CaseFilter): string | undefined {
	const misfits = misfitsOf(entry, wanted);
	return misfits.some(({ isTold }) => isTold) ? undefined : misfits[0]?.reason;
}

function misfitsOf(entry: object, wanted: CaseFilter): Misfit[] {
	const { name, status, process_template, created_at } = asObject(entry);
	return [
		nameMisfit(name, wanted),
		statusMisfit(status, wanted),
		templateMisfit(asObject(process_template).uuid, wanted),
		creationMisfit(created_at, wanted),
	].filter((misfit) => misfit !== undefined);
}

function nameMisfit(name: unknown, { nameContains: part }: CaseFilter): Misfit | undefined {
	if (part === undefined || nameContains(name, part)) return undefined;
	return {
		reason: `Its name is ${quote(name)}, in which the filter Name Contains finds nothing`,
		isTold: typeof name === 'string',
	};
}

function statusMisfit(status: unknown, { status: wanted }: CaseFilter): Misfit | undefined {
	if (wanted.length === 0 || wanted.includes(String(status))) return undefined;
	return {
		reason: `Its status is ${String(status)}, which the filter Status does not name`,
		isTold: CASE_STATUSES.some((one) => one === status),
	};
}

function templateMisfit(uuid: unknown, { process_type: wanted }: CaseFilter): Misfit | undefined {
	if (wanted.length === 0) return undefined;
	const template = String(uuid).toLowerCase();
	if (wanted.some((id) => id.toLowerCase() === template)) return undefined;
	return {
		reason: 'Its template is not among those of the filter',
		isTold: typeof uuid === 'string' && uuid.trim() !== '',
	};
}

function creationMisfit(created_at: unknown, wanted: CaseFilter): Misfit | undefined {
	const { created_before: before, created_after: after } = wanted;
	if (before === undefined && after === undefined) return undefined;
	const created = toInstant(created_at);
	if (created === undefined) {
		return {
			reason: `It was created at ${quote(created_at)}, which cannot be held against the filters Created After and Created Before`,
			isTold: false,
		};
	}
	if (created <= latest(before) && created >= earliest(after)) return undefined;
	return {
		reason: `It was created at ${new Date(created).toISOString()}, which the filters Created After and Created Before do not allow`,
		isTold: true,
	};
}

const leeway = (bound: string): number => (bound.includes('T') ? 0 : DAY_IN_ANY_ZONE);

const latest = (bound?: string): number =>
	bound === undefined ? Infinity : Date.parse(bound) + leeway(bound);

const earliest = (bound?: string): number =>
	bound === undefined ? -Infinity : Date.parse(bound) - leeway(bound);

/** The earlier of two bounds, each a date or an instant; the other if one is missing. */
export function earlierOf(one: string | undefined, other: string | undefined): string | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return Date.parse(one) <= Date.parse(other) ? one : other;
}
