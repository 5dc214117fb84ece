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
export interface ArrivalsState {
	/** Creation (milliseconds, service's clock) of the newest case read; undefined if there is none. */
	mark: number | undefined;
	/** What was created before this moment is taken as seen; -Infinity if nothing is. */
	floor: number;
	/** The cases read that are not older than `floor`: UUID and creation. */
	seen: Map<string, number>;
	/** The next poll reads down to the floor, whatever it finds on the way. */
	readAgain: boolean;
	/** Set while more is new than one poll can read: then from the oldest on. */
	catchUp: { cursor: string | undefined } | undefined;
}

/** The cases that are not finished. */
export interface OpenState {
	cases: Map<string, KnownCase>;
	/** Template names by UUID, where details are kept. */
	templates: Map<string, string>;
	/** Whether the list has been read to its end once: before that, nothing on it is news. */
	complete: boolean;
	/** A reading of the list that a poll could not bring to its end. */
	pass: OpenPass | undefined;
}

/** Where a reading of the list of open cases is. */
export interface OpenPass {
	/** undefined at the beginning. */
	cursor: string | undefined;
	statuses: string[];
	seen: Set<string>;
}

/** All that the trigger knows between two polls. */
export interface PollState {
	arrivals: ArrivalsState | undefined;
	open: OpenState | undefined;
}

/**
 * What n8n stores between two polls: plain JSON, about 55 bytes for each open case and each case
 * of the last minutes.
 *
 * @param scope what the knowledge is about (`scope.ts`)
 */
export function storedState(state: PollState, scope: string): JsonObject {
	const { arrivals, open } = state;
	return {
		version: VERSION,
		scope,
		...(arrivals && {
			arrivals: {
				mark: arrivals.mark ?? null,
				// JSON has no -Infinity.
				floor: Number.isFinite(arrivals.floor) ? arrivals.floor : null,
				seen: Object.fromEntries(arrivals.seen),
				...(arrivals.readAgain && { readAgain: true }),
				...(arrivals.catchUp && { catchUp: { cursor: arrivals.catchUp.cursor ?? null } }),
			},
		}),
		...(open && {
			open: {
				complete: open.complete,
				cases: Object.fromEntries([...open.cases].map(([uuid, known]) => [uuid, packed(known)])),
				...(open.templates.size > 0 && { templates: Object.fromEntries(open.templates) }),
				...(open.pass && { pass: { ...open.pass, seen: [...open.pass.seen] } }),
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
export function restoredState(stored: unknown, scope: string): PollState | undefined {
	if (!isObject(stored) || stored.version !== VERSION || stored.scope !== scope) return undefined;
	const arrivals = restoredArrivals(stored.arrivals);
	const open = restoredOpen(stored.open);
	// With a hole in it, what is missing would be news, or never looked for.
	return arrivals === UNREADABLE || open === UNREADABLE ? undefined : { arrivals, open };
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

function restoredArrivals(stored: unknown): ArrivalsState | typeof UNREADABLE | undefined {
	if (stored === undefined) return undefined;
	if (!isObject(stored)) return UNREADABLE;
	const { mark, floor, readAgain, catchUp } = stored;
	const seen = mapOf(stored.seen, (at) => (typeof at === 'number' ? at : undefined));
	if (seen === undefined || !isNumberOrNull(mark) || !isNumberOrNull(floor)) return UNREADABLE;
	return {
		mark: mark ?? undefined,
		floor: floor ?? -Infinity,
		seen,
		readAgain: readAgain === true,
		catchUp: isObject(catchUp)
			? { cursor: isText(catchUp.cursor) ? catchUp.cursor : undefined }
			: undefined,
	};
}

function restoredOpen(stored: unknown): OpenState | typeof UNREADABLE | undefined {
	if (stored === undefined) return undefined;
	if (!isObject(stored) || typeof stored.complete !== 'boolean') return UNREADABLE;
	const cases = mapOf(stored.cases, unpacked);
	const templates = mapOf(stored.templates ?? {}, (name) => (isText(name) ? name : undefined));
	if (cases === undefined || templates === undefined) return UNREADABLE;
	return { complete: stored.complete, cases, templates, pass: restoredPass(stored.pass) };
}

/** Without it, the list is read from its beginning. */
function restoredPass(stored: unknown): OpenPass | undefined {
	if (!isObject(stored)) return undefined;
	const { cursor, statuses, seen } = stored;
	if (!isText(cursor) || !Array.isArray(statuses) || !Array.isArray(seen)) return undefined;
	return { cursor, statuses: statuses.filter(isText), seen: new Set(seen.filter(isText)) };
}
