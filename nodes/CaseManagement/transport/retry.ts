import type { Problem } from '../model/problem';
import { isCertificateCode, isUnreadableCode } from './connection';

/** Most attempts of one request, the first included. */
const MAX_ATTEMPTS = 3;

/** Longest delay between two attempts, in milliseconds; after a longer Retry-After nothing is tried. */
export const MAX_DELAY = 30_000;

/** Delay after the first attempt, in milliseconds, before jitter; it doubles with each attempt. */
const FIRST_DELAY = 500;

/** Statuses of failures that are likely to pass. */
const TRANSIENT_STATUSES = new Set([408, 429, 502, 503, 504]);

/** What a retry decision depends on beside the problem. */
export interface RetryState {
	/** Whether the request changes something. */
	isWrite: boolean;
	/** Number of the attempt that failed, from 1. */
	attempt: number;
	/** Milliseconds since the epoch, for a Retry-After that is a date. */
	now: number;
	/** From 0 to 1, for the jitter. */
	random: number;
}

/**
 * Whether a failed request is tried again, and after which delay.
 *
 * A read may be tried again whenever the failure is likely to pass. A write may only if it is
 * certain that nothing has happened: the service refused it for its rate limit, or refused the
 * connection. Everything else could do it twice.
 *
 * @returns milliseconds to wait, or undefined if the problem is final
 */
export function retryDelay(problem: Problem, state: RetryState): number | undefined {
	if (state.attempt >= MAX_ATTEMPTS || !isTransient(problem, state.isWrite)) return undefined;
	const asked =
		problem.retryAfter === undefined ? undefined : retryAfterMs(problem.retryAfter, state.now);
	// An attempt before that time cannot help.
	if (asked !== undefined && asked > MAX_DELAY) return undefined;
	// Jitter: many requests that fail together must not come back together, neither after our own
	// delay (half of it to the whole) nor after a Retry-After that all of them got.
	const whole = FIRST_DELAY * 2 ** (state.attempt - 1);
	const own = whole * (0.5 + state.random / 2);
	return Math.min(Math.max(own, (asked ?? 0) + whole * state.random), MAX_DELAY);
}

/** Whether a failure is of a kind that passes within seconds, and trying again does no harm. */
export function isTransient({ kind, status, code }: Problem, isWrite: boolean): boolean {
	if (kind === 'service') {
		return status !== undefined && (isWrite ? status === 429 : TRANSIENT_STATUSES.has(status));
	}
	if (kind !== 'connection') return false;
	return isWrite ? code === 'ECONNREFUSED' : code !== undefined && !isFinal(code);
}

/** A bad certificate, a wrong scheme or an unknown host does not get better within seconds. */
const isFinal = (code: string): boolean =>
	isCertificateCode(code) || isUnreadableCode(code) || /SSL|EPROTO|ENOTFOUND/.test(code);

/**
 * A Retry-After header in milliseconds from now.
 *
 * @param value seconds, or an HTTP date in any of its forms (RFC 9110, section 5.6.7)
 * @returns undefined if it is neither
 */
export function retryAfterMs(value: string, now: number): number | undefined {
	const text = value.trim();
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	// Date.parse takes much that is no date; an HTTP date begins with the day of the week.
	if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return undefined;
	// The oldest of its three forms names no zone, which is UTC all the same.
	const date = Date.parse(/ [A-Z]{3}$/.test(text) ? text : `${text} GMT`);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
