import { requirementsOf } from './events';
import type { EventName } from './events';

/** An open case, for `caseDeleted` with a description. */
export interface KnownCase {
	status: string;
	details?: CaseDetails;
}

export interface CaseDetails {
	name: unknown;
	sequential_id: unknown;
	created_at: unknown;
	/** UUID of the template, '' if unknown. */
	template: string;
}

export interface NewCasesState {
	/** Creation of the newest case scanned so far, by the service's clock, never ahead of n8n's. */
	highWaterMark?: number;
	/** Cases created before this moment count as seen; -Infinity if none do. */
	lowerBound: number;
	/** Cases already seen that were created at or after `lowerBound`: UUID and creation. */
	seen: Map<string, number>;
	/** Highest running number by UUID of the template. */
	numbers: Map<string, number>;
	rescan: Rescan;
	/** Set while there are more new cases than one poll can read. */
	backlog?: Backlog;
}

/** Why a poll reads further than to the first cases that it knows:
 *
 * - `needed`: many cases were new, and shifting pages may have hidden others; down to `lowerBound`
 * - `last`: the rescan did find hidden ones, so it is repeated once
 * - `brief`: after a backlog, as far as the budget allows */
export type Rescan = 'none' | 'needed' | 'last' | 'brief';

/** A scan from the oldest new case on that spans several polls. */
export interface Backlog {
	/** The filter that the cursors belong to; it stays the same to the end of the list. */
	createdAfter: string | undefined;
	cursor: string | undefined;
	/** The last pages read, null for the first one. They are read again if the list shifts. */
	previous: Array<string | null>;
}

export interface OpenCasesState {
	cases: Map<string, KnownCase>;
	/** Known cases that a lookup did not return, and why. A second lookup confirms it. */
	absent: Map<string, Absence>;
	/** Template names by UUID, where details are kept. */
	templates: Map<string, string>;
	/** Whether the list has been scanned to its end once. Before that, its cases are the baseline. */
	complete: boolean;
	/** Whether too many cases have statuses that the contract does not name to list them all. */
	namedOnly: boolean;
	/** A scan that the last poll could not complete. */
	scan?: OpenScan;
}

export type Absence = 'deleted' | 'forbidden';

export interface OpenScan {
	cursor: string | undefined;
	statuses: string[];
	/** UUIDs on the pages read so far. */
	seen: Set<string>;
}

export interface PollState {
	newCases: NewCasesState | undefined;
	openCases: OpenCasesState | undefined;
}

export const emptyNewCases = (): NewCasesState => ({
	lowerBound: -Infinity,
	seen: new Map(),
	numbers: new Map(),
	rescan: 'none',
});

export const emptyOpenCases = (): OpenCasesState => ({
	cases: new Map(),
	absent: new Map(),
	templates: new Map(),
	complete: false,
	namedOnly: false,
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
