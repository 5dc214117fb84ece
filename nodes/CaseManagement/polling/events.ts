import type { JsonObject } from '../model/json';

/** The events that can start a workflow. */
export const EVENTS = ['caseCompleted', 'caseCreated', 'caseDeleted', 'caseStatusChanged'] as const;

export type EventName = (typeof EVENTS)[number];

export interface EventSelection {
	event: EventName;
	/** For `caseStatusChanged`: the new statuses to report; empty for all. */
	statuses: readonly string[];
}

export interface CaseEvent {
	event: EventName;
	/** The Case as the service sent it last. */
	entry: JsonObject;
	/** null if unknown, e.g. for a case that is observed for the first time. */
	previousStatus: string | null;
}

export interface EventRequirements {
	newCases: boolean;
	/** Scan the list of open cases, and fetch those that disappeared from it. */
	openCases: boolean;
	/** Keep a description of each open case, for when the service no longer has it. */
	details: boolean;
}

export const requirementsOf = (event: EventName): EventRequirements => ({
	newCases: event !== 'caseDeleted',
	openCases: event !== 'caseCreated',
	details: event === 'caseDeleted',
});
