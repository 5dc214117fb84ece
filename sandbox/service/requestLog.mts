/**
 * What the sandbox saw: a log of requests, and how many were in flight at once.
 */
import type { LoggedRequest, OperationStats, Stats } from './controlTypes.mts';
import { shallow } from './shallow.mts';

/** The capacity: beyond it the oldest entries are dropped. */
export interface LogBounds {
	entries: number;
	/** The total size of all URLs, headers and bodies, as received. */
	bytes: number;
	/** The size of one body: a longer one is not kept, but its entry is. */
	bodyBytes: number;
}

const LOG_BOUNDS: LogBounds = {
	entries: 50_000,
	bytes: 64 * 1024 * 1024,
	bodyBytes: 8 * 1024 * 1024,
};

/** The logged part of a request except its body. */
type Logged = Omit<LoggedRequest, 'body'>;

/** A request in progress. */
export interface Tracked {
	entry: Logged;
	/** Call when the body has arrived. */
	body(text: string): void;
	/** Call once the operation is known. */
	routed(operationId: string): void;
	/** Call when the operation's work is done. */
	effect(): void;
	/** Call once, when the response is sent or the connection is closed. */
	finished(): void;
}

export interface RequestLog {
	start(entry: Omit<Logged, 'seq' | 'time' | 'inFlightAtArrival'>): Tracked;
	/** The kept entries, oldest first. */
	entries(): readonly LoggedRequest[];
	clearEntries(): void;
	stats(): Stats;
	/** Clears the counts, but not the requests in flight. */
	clearStats(): void;
}

/**
 * An entry with its body as text, since its size is known; parsed, it can take many times as much.
 */
interface Kept {
	entry: Logged;
	text: string;
	bytes: number;
	/** No longer in the log, though its body may still be coming. */
	isDropped: boolean;
}

/** The body as the log shows it: as JSON if possible, cut where it is nested too deeply. */
function shownBody(text: string): unknown {
	if (text === '') return null;
	try {
		return shallow(JSON.parse(text));
	} catch {
		return text;
	}
}

/** Creates an empty log. */
export function createRequestLog(bounds: LogBounds = LOG_BOUNDS): RequestLog {
	let seq = 0;
	let kept: Kept[] = [];
	let bytes = 0;
	let inFlight = 0;
	let maxInFlight = 0;
	let byOperation = new Map<string, OperationStats>();

	const statsOf = (operationId: string): OperationStats => {
		const known = byOperation.get(operationId) ?? { received: 0, effects: 0 };
		byOperation.set(operationId, known);
		return known;
	};

	const drop = (): void => {
		while (kept.length > bounds.entries || bytes > bounds.bytes) {
			const oldest = kept.shift();
			if (!oldest) return;
			oldest.isDropped = true;
			bytes -= oldest.bytes;
		}
	};

	return {
		start(given) {
			inFlight++;
			maxInFlight = Math.max(maxInFlight, inFlight);
			const time = new Date().toISOString();
			const entry: Logged = { seq: ++seq, time, ...given, inFlightAtArrival: inFlight };
			// The URL is stored three times: raw, as path, and as query.
			const own: Kept = {
				entry,
				text: '',
				bytes: entry.url.length * 3 + JSON.stringify(entry.headers).length,
				isDropped: false,
			};
			kept.push(own);
			bytes += own.bytes;
			drop();
			let open = true;
			return {
				entry,
				body(text) {
					if (own.isDropped) return;
					const length = Buffer.byteLength(text);
					const isKept = length <= bounds.bodyBytes;
					own.text = isKept ? text : `(a body of ${length} bytes, too long to be kept)`;
					const size = isKept ? length : own.text.length;
					own.bytes += size;
					bytes += size;
					drop();
				},
				routed(operationId) {
					entry.operationId = operationId;
					statsOf(operationId).received++;
				},
				effect() {
					if (entry.operationId) statsOf(entry.operationId).effects++;
				},
				finished() {
					if (open) inFlight--;
					open = false;
				},
			};
		},
		entries: () => kept.map(({ entry, text }) => ({ ...entry, body: shownBody(text) })),
		clearEntries() {
			for (const entry of kept) entry.isDropped = true;
			kept = [];
			bytes = 0;
		},
		stats: () => ({ inFlight, maxInFlight, byOperation: Object.fromEntries(byOperation) }),
		clearStats() {
			maxInFlight = inFlight;
			byOperation = new Map();
		},
	};
}
