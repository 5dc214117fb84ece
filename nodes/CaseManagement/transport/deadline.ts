import { MAX_TIMER_MS } from './delay';

/** As n8n's HTTP client names it when nothing comes for too long. */
const OUT_OF_TIME = 'ECONNABORTED';

/**
 * Gives work a limit by the wall clock. The HTTP client's own time-out measures how long nothing
 * comes, so a response that drips a byte now and then would never end by it.
 *
 * @param milliseconds from now until the work has to be through, whatever has come by then
 * @param cancel n8n's signal that the execution is cancelled
 * @param work gets the signal to end by: the limit, or the end of the execution
 * @returns what the work gives
 * @throws Error with the code `ECONNABORTED` if it ended by the limit; otherwise the work's own error
 */
export async function withTimeout<T>(
	milliseconds: number,
	cancel: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	// Its timer keeps no process alive, and goes with the signal when nobody listens any more.
	const clock = AbortSignal.timeout(Math.min(Math.ceil(milliseconds), MAX_TIMER_MS));
	// Not AbortSignal.any: the signal of a run with many requests would collect one entry for each.
	const ended = new AbortController();
	const end = () => ended.abort();
	const sources = cancel === undefined ? [clock] : [clock, cancel];
	for (const source of sources) {
		if (source.aborted) end();
		source.addEventListener('abort', end);
	}
	try {
		return await work(ended.signal);
	} catch (error) {
		const isLate = clock.aborted && cancel?.aborted !== true;
		throw isLate ? Object.assign(new Error('Out of time'), { code: OUT_OF_TIME }) : error;
	} finally {
		for (const source of sources) source.removeEventListener('abort', end);
	}
}
