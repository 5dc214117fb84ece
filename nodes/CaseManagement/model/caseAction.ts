import type { CaseFilter } from './caseFilter';
import type { CaseStatus } from './caseStatus';

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
