import type { CaseStatus } from '../../../model/case';
import type { CaseFilter } from '../../../model/caseFilter';
import { unquoted } from '../../../model/foreignText';
import type { OperationId } from '../../../transport/endpoints';

/** What can be done with many cases. */
export const CASE_ACTIONS = ['delete', 'pause', 'resume', 'stop'] as const;

export type CaseAction = (typeof CASE_ACTIONS)[number];

interface ActionFacts {
	operationId: OperationId;
	/** The statuses it starts from (pauseCase, resumeCase, stopCase); any where none are named. */
	startsFrom?: readonly CaseStatus[];
	pastParticiple: string;
}

export const ACTION_FACTS: Record<CaseAction, ActionFacts> = {
	delete: { operationId: 'deleteCase', pastParticiple: 'deleted' },
	pause: { operationId: 'pauseCase', startsFrom: ['running'], pastParticiple: 'paused' },
	resume: {
		operationId: 'resumeCase',
		startsFrom: ['stopped', 'paused'],
		pastParticiple: 'resumed',
	},
	stop: { operationId: 'stopCase', startsFrom: ['running'], pastParticiple: 'stopped' },
};

/** Why an action makes no sense for a case in its status.
 * @returns undefined if it does make sense */
export function actionMismatch(action: CaseAction, status: unknown): string | undefined {
	const { startsFrom, pastParticiple } = ACTION_FACTS[action];
	if (startsFrom === undefined || startsFrom.some((one) => one === status)) return undefined;
	return `Its status is ${unquoted(status)}; only a ${startsFrom.join(' or ')} case can be ${pastParticiple}`;
}

/** Whether the service itself refuses the action for any case that no longer matches the filter: it
 * knows from which status an action starts, but not which name was meant. */
export function isGuardedByService(
	action: CaseAction,
	{ status, nameContains }: CaseFilter,
): boolean {
	if (nameContains !== undefined) return false;
	const { startsFrom } = ACTION_FACTS[action];
	return status.length === 0 || (startsFrom?.every((one) => status.includes(one)) ?? false);
}
