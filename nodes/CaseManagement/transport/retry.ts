import type { Problem } from '../model/problem';
import { connectionCause } from './connection';

/** Maximum number of attempts of one request, the first included. */
const MAX_ATTEMPTS = 3;

/** Longest delay between two attempts, in milliseconds. After a longer Retry-After there is none. */
export const MAX_DELAY = 30_000;

/** Delay after the first attempt, in milliseconds, before jitter. It doubles with each attempt. */
const FIRST_DELAY = 500;

const TRANSIENT_STATUSES = new Set([408, 429, 502, 503, 504]);

export interface RetryState {
	isWrite: boolean;
	/** The attempt that failed, from 1. */
	attempt: number;
	/** Milliseconds since the epoch, for a Retry-After that is a date. */
	now: number;
	/** From 0 to 1, for the jitter. */
	random: number;
}

/** Whether to retry a failed request, and after which delay.
 *
 * A read is retried whenever the failure is likely to pass. A write only if it is certain that
 * nothing happened: the service refused it for its rate limit, or refused the connection. Everything
 * else could do it twice.
 * @returns milliseconds to wait; undefined if the problem is final */
export function retryDelay(problem: Problem, state: RetryState): number | undefined {
	if (state.attempt >= MAX_ATTEMPTS || !isTransient(problem, state.isWrite)) return undefined;
	const asked =
		problem.retryAfter === undefined ? undefined : retryAfterMs(problem.retryAfter, state.now);
	if (asked !== undefined && asked > MAX_DELAY) return undefined;
	// Jitter: many requests that fail together must not come back together, neither after our own
	// delay (half of it to the whole) nor after a Retry-After that all of them got.
	const whole = FIRST_DELAY * 2 ** (state.attempt - 1);
	const own = whole * (0.5 + state.random / 2);
	return Math.min(Math.max(own, (asked ?? 0) + whole * state.random), MAX_DELAY);
}

/** Whether a failure is of a kind that passes within seconds, and a retry does no harm. */
export function isTransient({ kind, status, code }: Problem, isWrite: boolean): boolean {
	if (kind === 'service') {
		return status !== undefined && (isWrite ? status === 429 : TRANSIENT_STATUSES.has(status));
	}
	if (kind !== 'connection' || code === undefined) return false;
	const { retries } = connectionCause(code);
	return retries === 'any' || (retries === 'reads' && !isWrite);
}

/** A Retry-After header in milliseconds from now.
 * @param value seconds, or an HTTP date in any of its forms (RFC 9110, section 5.6.7)
 * @returns undefined if it is neither */
export function retryAfterMs(value: string, now: number): number | undefined {
	const text = value.trim();
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	// Date.parse takes much that is not a date; an HTTP date begins with the day of the week.
	if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return undefined;
	// The oldest of its three forms names no zone, which is UTC all the same.
	const date = Date.parse(/ [A-Z]{3}$/.test(text) ? text : `${text} GMT`);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
