import { sleep } from 'n8n-workflow';

import { Problem } from '../model/problem';

/** Milliseconds after which a request of an operation is given up: what n8n has for routing. */
export const OPERATION_TIMEOUT_MS = 300_000;

/** Milliseconds after which a person has waited long enough for a list, a form or a test. */
export const EDITOR_TIMEOUT_MS = 20_000;

/** Milliseconds after which one request of a poll is given up. */
export const POLL_REQUEST_TIMEOUT_MS = 20_000;

/** Milliseconds after which a request is given up for which nobody has set a time-out. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** Longest time of one timer, in milliseconds. A longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** As n8n's HTTP client names it when nothing arrives for too long. */
const OUT_OF_TIME = 'ECONNABORTED';

/** The execution was cancelled by a person, or by n8n's time limit for executions. */
export const cancelled = (): Problem =>
	new Problem('The execution was stopped', {
		kind: 'cancelled',
		hint: 'No further requests are sent.',
	});

/** A timer that keeps no process alive. n8n 1.x has no `sleep` that a signal ends. */
const timerSignal = (milliseconds: number): AbortSignal =>
	AbortSignal.timeout(Math.min(Math.ceil(milliseconds), MAX_TIMER_MS));

/** Waits, but not beyond the end of the execution.
 * @param endEarly ends the wait without an error
 * @throws Problem (`cancelled`) as soon as the execution is cancelled */
export async function delay(
	milliseconds: number,
	signal?: AbortSignal,
	endEarly?: AbortSignal,
): Promise<void> {
	const signals = [timerSignal(milliseconds), signal, endEarly].filter((one) => one !== undefined);
	if (!signals.some(({ aborted }) => aborted)) {
		await new Promise<void>((resolve) => {
			const end = () => {
				// The signals of a run outlive this wait, and a run waits often.
				for (const one of signals) one.removeEventListener('abort', end);
				resolve();
			};
			for (const one of signals) one.addEventListener('abort', end);
		});
	}
	if (signal?.aborted) throw cancelled();
}

/** Gives work a limit by the wall clock. The HTTP client's own time-out measures silence, so a
 * response that drips a byte now and then would never end by it.
 * @param work gets the signal to end by: the limit, or the end of the execution
 * @throws Error with the code `ECONNABORTED` if it ended by the limit; otherwise the work's own
 * error */
export async function withTimeout<T>(
	milliseconds: number,
	cancel: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const limit = timerSignal(milliseconds);
	// Not AbortSignal.any: the signal of a run with many requests would collect one entry for each.
	const ended = new AbortController();
	const end = () => ended.abort();
	const sources = cancel === undefined ? [limit] : [limit, cancel];
	for (const source of sources) {
		if (source.aborted) end();
		source.addEventListener('abort', end);
	}
	try {
		return await work(ended.signal);
	} catch (error) {
		const isLate = limit.aborted && cancel?.aborted !== true;
		throw isLate ? Object.assign(new Error('Out of time'), { code: OUT_OF_TIME }) : error;
	} finally {
		for (const source of sources) source.removeEventListener('abort', end);
	}
}

/** Longest time, in milliseconds, that work on many items or cases holds n8n's event loop. */
const MAX_BLOCK_MS = 15;

/** Makes the function that such work calls between two of them: it lets everything else in
 * n8n have its turn when enough time has passed. */
export function makeEventLoopYielder(): () => Promise<void> {
	let began = Date.now();
	return async () => {
		for (;;) {
			const slice = began;
			if (Date.now() - slice < MAX_BLOCK_MS) return;
			await sleep(0);
			// Many may wait here and wake together: only the first of them begins a new slice.
			if (began !== slice) continue;
			began = Date.now();
			return;
		}
	};
}
