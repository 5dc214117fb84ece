import type { Problem } from '../../model/problem';
import { toProblem } from '../../transport/errors';
import { isTransient, retryAfterMs } from '../../transport/retry';

/** Longest pause between two reads, in milliseconds, unless the first is longer. */
const MAX_PAUSE_MS = 60_000;

/** Shortest time that a read gets, in milliseconds, so that the last one, at the end, can succeed. */
const MIN_READ_MS = 10_000;

/** From one pause to the next. */
const GROWTH = 1.5;

/** How long to wait for what. Times in milliseconds. */
export interface WaitRules {
	/** Pause after the first read; the later ones grow. */
	interval: number;
	timeout: number;
	/** Statuses that end the wait. */
	statuses: readonly string[];
}

/** Injected dependencies, so tests run without real time. */
export interface WaitDependencies<T> {
	/** Reads the case once; throws a Problem.
	 * @param milliseconds that it may take at most: a silent service must not outlast the wait */
	fetchCase: (milliseconds: number) => Promise<T>;
	statusOf: (seen: T) => unknown;
	now: () => number;
	pause: (milliseconds: number) => Promise<void>;
	/** Random number in [0, 1), adds jitter so that parallel waits do not poll in step. */
	random: () => number;
}

export interface WaitEnd<T> {
	outcome: 'failed' | 'reached' | 'timedOut';
	seen?: T;
	lastError?: Problem;
}

/** Reads a case until it has one of the statuses or the time is over; the last read is at the end
 * of the time. Failures that can pass within the time do not end the wait. */
export async function waitForStatus<T>(
	rules: WaitRules,
	{ fetchCase, statusOf, now, pause: wait, random }: WaitDependencies<T>,
): Promise<WaitEnd<T>> {
	const end = now() + rules.timeout;
	let seen: T | undefined;
	for (let pause = rules.interval; ; pause = nextPause(pause)) {
		let lastError: Problem | undefined;
		try {
			seen = await fetchCase(Math.max(end - now(), MIN_READ_MS));
		} catch (error) {
			lastError = toProblem(error);
		}
		if (lastError !== undefined && !mayPass(lastError, seen !== undefined)) {
			return { outcome: 'failed', seen, lastError };
		}
		const isReached =
			lastError === undefined && rules.statuses.includes(String(statusOf(seen as T)));
		if (isReached) return { outcome: 'reached', seen };
		const at = now();
		if (at >= end) return { outcome: 'timedOut', seen, lastError };
		const asked = retryAfterMs(lastError?.retryAfter ?? '', at) ?? 0;
		// Up to a tenth longer, never shorter: the interval is a promise to the service.
		const wanted = Math.max(pause * (1 + random() / 10), asked);
		await wait(Math.min(wanted, end - at));
	}
}

const nextPause = (pause: number): number =>
	Math.max(pause, Math.min(pause * GROWTH, MAX_PAUSE_MS));

/** Whether a failed read may be followed by a successful one within the time. */
function mayPass(problem: Problem, seenBefore: boolean): boolean {
	const { kind, status = 0 } = problem;
	// A server that fails is repaired within minutes, if not within the seconds of a retry.
	if (isTransient(problem, false) || (kind === 'service' && status >= 500)) return true;
	// Once the case was seen, address and certificate have been right.
	return kind === 'connection' && seenBefore;
}
