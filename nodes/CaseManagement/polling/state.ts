/** The events that can start a workflow. */
export const EVENTS = ['caseCompleted', 'caseCreated', 'caseDeleted', 'caseStatusChanged'] as const;

export type EventName = (typeof EVENTS)[number];

export interface EventSelection {
	event: EventName;
	/** For `caseStatusChanged`: the new statuses to report; empty for all. */
	statuses: readonly string[];
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

/** How far a list has been read that takes several polls, oldest case first. Times are creation
 * dates in milliseconds since the epoch. */
export interface Place {
	/** The first and the last case of the page read last. */
	first: number;
	last: number;
	/** The last case that any poll has read since the list was begun, if one has. */
	furthest?: number;
	/** The page read last, and the filter that this cursor belongs to. */
	cursor?: string;
	createdAfter?: string;
	/** How the service was asked last to go on, see `LongList`. */
	way: number;
}

/** An open case. */
export interface KnownCase {
	status: string;
	/** For `caseDeleted`, which describes a case that can no longer be fetched: name, running number,
	 * creation date and UUID of the template ('' if unknown). */
	details?: unknown[];
}

/** Before every date, in milliseconds since the epoch. */
export const BEGINNING = -8_640_000_000_000_000;

export interface NewCasesState {
	/** Creation of the newest case scanned so far, by the service's clock, never ahead of n8n's. */
	highWaterMark?: number;
	/** Cases created before this moment count as seen; `BEGINNING` if none do. */
	lowerBound: number;
	/** All cases created since then have been seen: running numbers tell something only of these. */
	since: number;
	/** Cases already seen that were created at or after `lowerBound`: UUID and creation. */
	seen: Map<string, number>;
	/** Highest running number by UUID of the template, of cases created at or after `since`. */
	numbers: Map<string, number>;
	rescan: Rescan;
	/** Set while there are more new cases than one poll can read. */
	backlog?: Place;
}

/** Why a poll reads further than to the first cases that it knows:
 *
 * - `needed`: many cases were new, and shifting pages may have hidden others; down to `lowerBound`
 * - `last`: the rescan did find hidden ones, so it is repeated once
 * - `brief`: after a backlog, as far as the time allows */
type Rescan = 'none' | 'needed' | 'last' | 'brief';

export interface OpenCasesState {
	/** By UUID, those first that have waited longest to be fetched. */
	cases: Map<string, KnownCase>;
	/** Those that the reading in progress has found on the list so far. */
	listed: Set<string>;
	/** How far it has come, if the list takes more than one poll. */
	place?: Place;
	/** Whether the list has been read to its end once. Before that, cases on it are not yet known. */
	complete: boolean;
	/** Known cases that a lookup did not return, and why. A second lookup confirms it. */
	absent: Map<string, Absence>;
	/** Template names by UUID, where details are kept. */
	templates: Map<string, string>;
}

export type Absence = 'deleted' | 'forbidden';

export interface PollState {
	newCases?: NewCasesState;
	openCases?: OpenCasesState;
}

export const emptyNewCases = (): NewCasesState => ({
	lowerBound: BEGINNING,
	since: BEGINNING,
	seen: new Map(),
	numbers: new Map(),
	rescan: 'none',
});

export const emptyOpenCases = (): OpenCasesState => ({
	cases: new Map(),
	listed: new Set(),
	complete: false,
	absent: new Map(),
	templates: new Map(),
});

/** A state that a poll may change while the given one stays as it is. Known cases are replaced, never
 * changed, so that 100,000 of them need not be copied. */
export const copyState = ({ newCases, openCases }: PollState): PollState => ({
	newCases: structuredClone(newCases),
	openCases: openCases && {
		...openCases,
		cases: new Map(openCases.cases),
		listed: new Set(openCases.listed),
		absent: new Map(openCases.absent),
		templates: new Map(openCases.templates),
	},
});

/** The settings that decide which cases a state is about. */
export interface FingerprintParts {
	event: EventName;
	templateIds: readonly string[];
	baseUrl: string;
	organization: string;
}

/** A short text that changes when the settings select other cases. The state then starts anew:
 * otherwise the cases of another organization would look deleted. */
export function fingerprint(parts: FingerprintParts): string {
	const { event, templateIds, baseUrl, organization } = parts;
	const { newCases, openCases, details } = requirementsOf(event);
	// The names that version 0.1.0 stored.
	const needed = [newCases && 'arrivals', openCases && 'open', details && 'details'];
	const cases = JSON.stringify([[...templateIds].sort(), baseUrl, organization]);
	return `${needed.filter(Boolean).join('+')} ${hash(cases)}`;
}

/** FNV-1a, 32 bits: recognizes the organization without storing it. */
function hash(text: string): string {
	let value = 0x811c9dc5;
	for (const byte of new TextEncoder().encode(text)) {
		value = Math.imul(value ^ byte, 0x01000193) >>> 0;
	}
	return value.toString(36);
}
