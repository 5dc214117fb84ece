import type { Problem } from '../../model/problem';
import { toProblem } from '../../transport/errors';
import { isTransient, retryAfterMs } from '../../transport/retry';

/** Longest pause between two reads, in milliseconds, unless the first is longer. */
const LONGEST_PAUSE = 60_000;

/** Least time that a read gets, in milliseconds, so that the last one, at the end, can succeed. */
const LEAST_TIME = 10_000;

/** By how much each pause is longer than the one before. */
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
	/**
	 * Reads the case once; throws a Problem.
	 *
	 * @param milliseconds that it may take at most, so that a service that never answers does not
	 * hold the wait far beyond its time
	 */
	fetchCase: (milliseconds: number) => Promise<T>;
	statusOf: (seen: T) => unknown;
	/** Milliseconds since the epoch. */
	now: () => number;
	pause: (milliseconds: number) => Promise<void>;
	/** Random number in [0, 1), adds jitter so that parallel waits do not poll in step. */
	random: () => number;
}

/** How a wait ended. */
export interface WaitEnd<T> {
	outcome: 'failed' | 'reached' | 'timedOut';
	/** The case as last read; undefined if no read succeeded. */
	seen?: T;
	/** Why the last read failed, if it did. */
	lastError?: Problem;
}

/**
 * Reads a case until it has one of the statuses or the time is over; the last read is at the end of
 * the time. Failures that can pass within the time do not end the wait.
 */
export async function waitForStatus<T>(
	rules: WaitRules,
	dependencies: WaitDependencies<T>,
): Promise<WaitEnd<T>> {
	const end = dependencies.now() + rules.timeout;
	let seen: T | undefined;
	for (let pause = rules.interval; ; pause = longer(pause)) {
		let lastError: Problem | undefined;
		try {
			seen = await dependencies.fetchCase(Math.max(end - dependencies.now(), LEAST_TIME));
		} catch (error) {
			lastError = toProblem(error);
		}
		if (lastError !== undefined && !passes(lastError, seen !== undefined)) {
			return { outcome: 'failed', seen, lastError };
		}
		if (
			lastError === undefined &&
			rules.statuses.includes(String(dependencies.statusOf(seen as T)))
		) {
			return { outcome: 'reached', seen };
		}
		const now = dependencies.now();
		if (now >= end) return { outcome: 'timedOut', seen, lastError };
		const asked = retryAfterMs(lastError?.retryAfter ?? '', now) ?? 0;
		// Up to a tenth longer, never shorter: the interval is a promise to the service.
		const wanted = Math.max(pause * (1 + dependencies.random() / 10), asked);
		await dependencies.pause(Math.min(wanted, end - now));
	}
}

const longer = (pause: number): number => Math.max(pause, Math.min(pause * GROWTH, LONGEST_PAUSE));

/** Whether a failed read may be followed by a successful one within the time. */
function passes(problem: Problem, seenBefore: boolean): boolean {
	const { kind, status = 0 } = problem;
	// A server that fails is repaired within minutes, if not within the seconds of a retry.
	if (isTransient(problem, false) || (kind === 'service' && status >= 500)) return true;
	// Once the case was seen, address and certificate have been right.
	return kind === 'connection' && seenBefore;
}
