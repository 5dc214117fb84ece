import { isObject } from '../transport/answer';
import type { JsonObject } from '../transport/answer';

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
	pass: { cursor: string; seen: Set<string> } | undefined;
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
				...(open.pass && { pass: { cursor: open.pass.cursor, seen: [...open.pass.seen] } }),
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
	const { arrivals, open } = stored;
	return {
		arrivals: isObject(arrivals) ? restoredArrivals(arrivals) : undefined,
		open: isObject(open) ? restoredOpen(open) : undefined,
	};
}

const packed = ({ status, details }: KnownCase): unknown =>
	details === undefined
		? status
		: [status, details.name, details.sequential_id, details.created_at, details.template];

function unpacked(value: unknown): KnownCase {
	if (!Array.isArray(value)) return { status: String(value) };
	const [status, name, sequential_id, created_at, template] = value as unknown[];
	const details = { name, sequential_id, created_at, template: String(template) };
	return { status: String(status), details };
}

const entriesOf = (value: unknown): Array<[string, unknown]> =>
	isObject(value) ? Object.entries(value) : [];

const numberOr = <T>(value: unknown, other: T): number | T =>
	typeof value === 'number' ? value : other;

const textOrNone = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;

function restoredArrivals({ mark, floor, seen, readAgain, catchUp }: JsonObject): ArrivalsState {
	return {
		mark: numberOr(mark, undefined),
		floor: numberOr(floor, -Infinity),
		seen: new Map(entriesOf(seen).map(([uuid, created]) => [uuid, numberOr(created, 0)])),
		readAgain: readAgain === true,
		catchUp: isObject(catchUp) ? { cursor: textOrNone(catchUp.cursor) } : undefined,
	};
}

function restoredOpen({ complete, cases, templates, pass }: JsonObject): OpenState {
	const cursor = isObject(pass) ? textOrNone(pass.cursor) : undefined;
	const seen = isObject(pass) && Array.isArray(pass.seen) ? pass.seen.map(String) : [];
	return {
		complete: complete === true,
		cases: new Map(entriesOf(cases).map(([uuid, value]) => [uuid, unpacked(value)])),
		templates: new Map(entriesOf(templates).map(([uuid, name]) => [uuid, String(name)])),
		pass: cursor === undefined ? undefined : { cursor, seen: new Set(seen) },
	};
}
