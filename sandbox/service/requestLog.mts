/**
 * What the sandbox saw: a log of requests, and how many were in flight at once.
 */
import type { LoggedRequest, OperationStats, Stats } from './controlTypes.mts';

/** Older entries are dropped beyond this many. */
const KEPT_ENTRIES = 50_000;

/** A request under way. */
export interface Tracked {
	entry: LoggedRequest;
	/** To be called once the operation is known. */
	routed(operationId: string): void;
	/** To be called when the operation's work was done. */
	effect(): void;
	/** To be called once, when the answer is out or the connection is gone. */
	finished(): void;
}

export interface RequestLog {
	start(entry: Omit<LoggedRequest, 'seq' | 'time' | 'inFlightAtArrival'>): Tracked;
	entries(): readonly LoggedRequest[];
	clearEntries(): void;
	stats(): Stats;
	/** Forgets counts; what is in flight stays in flight. */
	clearStats(): void;
}

/** Makes an empty log. */
export function createRequestLog(): RequestLog {
	let seq = 0;
	let entries: LoggedRequest[] = [];
	let inFlight = 0;
	let maxInFlight = 0;
	let byOperation = new Map<string, OperationStats>();

	const statsOf = (operationId: string): OperationStats => {
		const known = byOperation.get(operationId) ?? { received: 0, effects: 0 };
		byOperation.set(operationId, known);
		return known;
	};

	return {
		start(given) {
			inFlight++;
			maxInFlight = Math.max(maxInFlight, inFlight);
			const time = new Date().toISOString();
			const entry: LoggedRequest = { seq: ++seq, time, ...given, inFlightAtArrival: inFlight };
			entries.push(entry);
			if (entries.length > KEPT_ENTRIES * 1.1) entries = entries.slice(-KEPT_ENTRIES);
			let open = true;
			return {
				entry,
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
		entries: () => entries,
		clearEntries() {
			entries = [];
		},
		stats: () => ({ inFlight, maxInFlight, byOperation: Object.fromEntries(byOperation) }),
		clearStats() {
			maxInFlight = inFlight;
			byOperation = new Map();
		},
	};
}
