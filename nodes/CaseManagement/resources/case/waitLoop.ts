import type { Problem } from '../../model/problem';
import { toProblem } from '../../transport/errors';
import { isTransient, retryAfterMs } from '../../transport/retry';

/** Longest pause between two looks, in milliseconds, unless the first is longer. */
const LONGEST_PAUSE = 60_000;

/** Least time that a look gets, in milliseconds, so that the last one, at the end, can be a good one. */
const LEAST_TIME = 10_000;

/** By how much each pause is longer than the one before. */
const GROWTH = 1.5;

/** How long to wait for what. Times in milliseconds. */
export interface WaitRules {
	/** Pause after the first look; the later ones grow. */
	interval: number;
	timeout: number;
	/** Statuses that end the wait. */
	statuses: readonly string[];
}

/** What the wait is made with, so that tests need not wait. */
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
	/** From 0 to 1, so that many waits do not look in step. */
	random: () => number;
}

/** How a wait ended. */
export interface WaitEnd<T> {
	outcome: 'failed' | 'reached' | 'timedOut';
	/** The last that was seen; nothing if no look came to a good end. */
	seen?: T;
	/** Why the last look failed, if it did. */
	lastError?: Problem;
}

/**
 * Looks at a case until it has one of the statuses or the time is over; the last look is at the
 * end of the time. Failures that can pass within the time do not end the wait.
 */
export async function waitForStatus<T>(
	rules: WaitRules,
	means: WaitDependencies<T>,
): Promise<WaitEnd<T>> {
	const end = means.now() + rules.timeout;
	let seen: T | undefined;
	for (let pause = rules.interval; ; pause = longer(pause)) {
		let lastError: Problem | undefined;
		try {
			seen = await means.fetchCase(Math.max(end - means.now(), LEAST_TIME));
		} catch (error) {
			lastError = toProblem(error);
		}
		if (lastError !== undefined && !passes(lastError, seen !== undefined)) {
			return { outcome: 'failed', seen, lastError };
		}
		if (lastError === undefined && rules.statuses.includes(String(means.statusOf(seen as T)))) {
			return { outcome: 'reached', seen };
		}
		const now = means.now();
		if (now >= end) return { outcome: 'timedOut', seen, lastError };
		const asked = retryAfterMs(lastError?.retryAfter ?? '', now) ?? 0;
		// Up to a tenth longer, never shorter: the interval is a promise to the service.
		const wanted = Math.max(pause * (1 + means.random() / 10), asked);
		await means.pause(Math.min(wanted, end - now));
	}
}

const longer = (pause: number): number => Math.max(pause, Math.min(pause * GROWTH, LONGEST_PAUSE));

/** Whether a failed look may be followed by a good one within the time. */
function passes(problem: Problem, seenBefore: boolean): boolean {
	const { kind, status = 0 } = problem;
	// A server that fails is repaired within minutes, if not within the seconds of a retry.
	if (isTransient(problem, false) || (kind === 'service' && status >= 500)) return true;
	// Once the case was seen, address and certificate have been right.
	return kind === 'connection' && seenBefore;
}
