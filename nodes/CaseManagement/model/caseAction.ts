import type { CaseStatus } from './caseStatus';
import { toInstant } from './dates';
import { asObject } from './json';
import { nameContains } from './names';
import { quote } from './problem';

/** What can be done with many cases. */
export const CASE_ACTIONS = ['delete', 'pause', 'resume', 'stop'] as const;

export type CaseAction = (typeof CASE_ACTIONS)[number];

/** The statuses an action starts from (pauseCase, resumeCase, stopCase); any where none are named. */
const STARTS_FROM: Record<CaseAction, readonly CaseStatus[] | undefined> = {
	delete: undefined,
	pause: ['running'],
	resume: ['stopped', 'paused'],
	stop: ['running'],
};

/** What the action makes of a case, in a sentence. */
export const PAST_PARTICIPLE: Record<CaseAction, string> = {
	delete: 'deleted',
	pause: 'paused',
	resume: 'resumed',
	stop: 'stopped',
};

/**
 * Why an action makes no sense for a case in its status.
 *
 * @param status as the service sent it
 * @returns undefined if it does make sense
 */
export function statusMismatch(action: CaseAction, status: unknown): string | undefined {
	const from = STARTS_FROM[action];
	if (from === undefined || from.some((one) => one === status)) return undefined;
	return `Its status is ${String(status)}; only a ${from.join(' or ')} case can be ${PAST_PARTICIPLE[action]}`;
}

/** What narrows a list of cases at the service (listCases); empty or undefined: not filtered by it. */
export interface ServiceFilter {
	status: readonly string[];
	process_type: readonly string[];
	created_before?: string | undefined;
	created_after?: string | undefined;
}

/** What narrows a list of cases. */
export interface CaseFilter extends ServiceFilter {
	/** Part of the name. The service has no such filter: it is applied to what it lists. */
	nameContains?: string | undefined;
}

/** The part of the filters that goes into the query. */
export const serviceFilter = ({
	status,
	process_type,
	created_before,
	created_after,
}: CaseFilter): ServiceFilter => ({ status, process_type, created_before, created_after });

/**
 * Whether the service itself refuses the action for any case that does not match the filter any more:
 * it knows from which status an action starts, but not what name was meant.
 */
export function serviceGuards(
	action: CaseAction,
	{ status, nameContains: part }: CaseFilter,
): boolean {
	if (part !== undefined) return false;
	return (
		status.length === 0 || (STARTS_FROM[action]?.every((one) => status.includes(one)) ?? false)
	);
}

/** A date without a time does not say in which zone, nor whether the day itself is meant. */
const DAY_IN_ANY_ZONE = 38 * 3_600_000;

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
export function filterMismatch(entry: object, wanted: CaseFilter): string | undefined {
	const { name, status, process_template, created_at } = asObject(entry);
	const { nameContains: part } = wanted;
	if (part !== undefined && !nameContains(name, part)) {
		return `Its name is ${quote(name)}, in which the filter Name Contains finds nothing`;
	}
	if (wanted.status.length > 0 && !wanted.status.includes(String(status))) {
		return `Its status is ${String(status)}, which the filter Status does not name`;
	}
	const template = String(asObject(process_template).uuid).toLowerCase();
	const templates = wanted.process_type.map((id) => id.toLowerCase());
	if (templates.length > 0 && !templates.includes(template)) {
		return 'Its template is not among those of the filter';
	}
	const { created_before: before, created_after: after } = wanted;
	if (before === undefined && after === undefined) return undefined;
	const created = toInstant(created_at);
	if (created === undefined) {
		return `It was created at ${quote(created_at)}, which cannot be held against the filters Created After and Created Before`;
	}
	if (created > latest(before) || created < earliest(after)) {
		return `It was created at ${new Date(created).toISOString()}, which the filters Created After and Created Before do not allow`;
	}
	return undefined;
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
