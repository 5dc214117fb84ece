import { isObject } from '../model/json';
import type { JsonObject } from '../model/json';

/** Changed when a stored state can no longer be read; an older one is then begun anew. */
const VERSION = 1;

/** What is kept of an open case: its status, and for `caseDeleted` what is to be told of it. */
export interface KnownCase {
	status: string;
	details?: CaseDetails;
}

export interface CaseDetails {
	name: unknown;
	sequential_id: unknown;
	created_at: unknown;
	template: string;
}

/** How far the list of new cases has been read. */
export interface NewCasesState {
	/** Creation (milliseconds, service's clock) of the newest case read; undefined if there is none. */
	highWaterMark: number | undefined;
	/** What was created before this moment is taken as seen; -Infinity if nothing is. */
	lowerBound: number;
	/** The cases read that are not older than `floor`: UUID and creation. */
	seen: Map<string, number>;
	/** The next poll reads down to the floor, whatever it finds on the way. */
	rescan: boolean;
	/** Set while more is new than one poll can read: then from the oldest on. */
	backlog: { cursor: string | undefined } | undefined;
}

/** The cases that are not finished. */
export interface OpenCasesState {
	cases: Map<string, KnownCase>;
	/** Template names by UUID, where details are kept. */
	templates: Map<string, string>;
	/** Whether the list has been read to its end once: before that, nothing on it is news. */
	complete: boolean;
	/** A reading of the list that a poll could not bring to its end. */
	scan: OpenScan | undefined;
}

/** Where a reading of the list of open cases is. */
export interface OpenScan {
	/** undefined at the beginning. */
	cursor: string | undefined;
	statuses: string[];
	seen: Set<string>;
}

/** All that the trigger knows between two polls. */
export interface PollState {
	newCases: NewCasesState | undefined;
	openCases: OpenCasesState | undefined;
}

/**
 * What n8n stores between two polls: plain JSON, about 55 bytes for each open case and each case
 * of the last minutes.
 *
 * @param scope what the knowledge is about (`scope.ts`)
 */
export function serializeState(state: PollState, scope: string): JsonObject {
	const { newCases, openCases } = state;
	return {
		version: VERSION,
		scope,
		...(newCases && {
			arrivals: {
				mark: newCases.highWaterMark ?? null,
				// JSON has no -Infinity.
				floor: Number.isFinite(newCases.lowerBound) ? newCases.lowerBound : null,
				seen: Object.fromEntries(newCases.seen),
				...(newCases.rescan && { readAgain: true }),
				...(newCases.backlog && { catchUp: { cursor: newCases.backlog.cursor ?? null } }),
			},
		}),
		...(openCases && {
			open: {
				complete: openCases.complete,
				cases: Object.fromEntries(
					[...openCases.cases].map(([uuid, known]) => [uuid, packed(known)]),
				),
				...(openCases.templates.size > 0 && { templates: Object.fromEntries(openCases.templates) }),
				...(openCases.scan && { pass: { ...openCases.scan, seen: [...openCases.scan.seen] } }),
			},
		}),
	};
}

/**
 * Reads what `storedState` wrote, perhaps before a restart or by an earlier release.
 *
 * @returns undefined if there is none, it is about something else, or it cannot be read: then the
 * trigger begins anew, as at its first activation
 */
export function restoreState(stored: unknown, scope: string): PollState | undefined {
	if (!isObject(stored) || stored.version !== VERSION || stored.scope !== scope) return undefined;
	const arrivals = restoredArrivals(stored.arrivals);
	const open = restoredOpen(stored.open);
	// With a hole in it, what is missing would be news, or never looked for.
	return arrivals === UNREADABLE || open === UNREADABLE
		? undefined
		: { newCases: arrivals, openCases: open };
}

/** What is there is not what was written. */
const UNREADABLE = Symbol('unreadable');

const packed = ({ status, details }: KnownCase): unknown =>
	details === undefined
		? status
		: [status, details.name, details.sequential_id, details.created_at, details.template];

function unpacked(value: unknown): KnownCase | undefined {
	if (typeof value === 'string') return { status: value };
	if (!Array.isArray(value)) return undefined;
	const [status, name, sequential_id, created_at, template] = value as unknown[];
	if (typeof status !== 'string' || typeof template !== 'string') return undefined;
	return { status, details: { name, sequential_id, created_at, template } };
}

const isNumberOrNull = (value: unknown): value is number | null =>
	value === null || typeof value === 'number';

const isText = (value: unknown): value is string => typeof value === 'string';

/** A map as it was written; undefined if an entry is not of its kind. */
function mapOf<T>(
	value: unknown,
	read: (entry: unknown) => T | undefined,
): Map<string, T> | undefined {
	if (!isObject(value)) return undefined;
	const found = new Map<string, T>();
	for (const [key, written] of Object.entries(value)) {
		const entry = read(written);
		if (entry === undefined) return undefined;
		found.set(key, entry);
	}
	return found;
}

function restoredArrivals(stored: unknown): NewCasesState | typeof UNREADABLE | undefined {
	if (stored === undefined) return undefined;
	if (!isObject(stored)) return UNREADABLE;
	const { mark, floor, readAgain, catchUp } = stored;
	const seen = mapOf(stored.seen, (at) => (typeof at === 'number' ? at : undefined));
	if (seen === undefined || !isNumberOrNull(mark) || !isNumberOrNull(floor)) return UNREADABLE;
	return {
		highWaterMark: mark ?? undefined,
		lowerBound: floor ?? -Infinity,
		seen,
		rescan: readAgain === true,
		backlog: isObject(catchUp)
			? { cursor: isText(catchUp.cursor) ? catchUp.cursor : undefined }
			: undefined,
	};
}

function restoredOpen(stored: unknown): OpenCasesState | typeof UNREADABLE | undefined {
	if (stored === undefined) return undefined;
	if (!isObject(stored) || typeof stored.complete !== 'boolean') return UNREADABLE;
	const cases = mapOf(stored.cases, unpacked);
	const templates = mapOf(stored.templates ?? {}, (name) => (isText(name) ? name : undefined));
	if (cases === undefined || templates === undefined) return UNREADABLE;
	return { complete: stored.complete, cases, templates, scan: restoredPass(stored.pass) };
}

/** Without it, the list is read from its beginning. */
function restoredPass(stored: unknown): OpenScan | undefined {
	if (!isObject(stored)) return undefined;
	const { cursor, statuses, seen } = stored;
	if (!isText(cursor) || !Array.isArray(statuses) || !Array.isArray(seen)) return undefined;
	return { cursor, statuses: statuses.filter(isText), seen: new Set(seen.filter(isText)) };
}
