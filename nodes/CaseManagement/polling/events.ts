import type { JsonObject } from '../model/json';

/** What a workflow can be started by. */
export const EVENTS = ['caseCompleted', 'caseCreated', 'caseDeleted', 'caseStatusChanged'] as const;

export type EventName = (typeof EVENTS)[number];

/** What the person has chosen. */
export interface EventSelection {
	event: EventName;
	/** For `caseStatusChanged`: into which statuses; empty for all. */
	statuses: readonly string[];
}

/** Something that has become of a case. */
export interface CaseEvent {
	event: EventName;
	/** The Case as the service gave it last (interface.md, section 2.1). */
	entry: JsonObject;
	/** null where it is not known, as for a case that is seen for the first time. */
	previousStatus: string | null;
}

/** What an event needs to be found. */
export interface EventRequirements {
	/** Reading what is new. */
	newCases: boolean;
	/** Reading what is open, and looking at what has left that list. */
	openCases: boolean;
	/** Keeping what is to be told of a case that the service no longer has. */
	details: boolean;
}

/** The cheapest reading with which an event cannot be missed. */
export const requirementsOf = (event: EventName): EventRequirements => ({
	newCases: event !== 'caseDeleted',
	openCases: event !== 'caseCreated',
	details: event === 'caseDeleted',
});
