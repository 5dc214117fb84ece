import { Problem } from '../model/problem';

/** Longest time that one timer holds, in milliseconds; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** The execution was cancelled by a person, or by n8n's time limit for executions. */
export const cancelled = (): Problem =>
	new Problem('The execution was stopped', {
		kind: 'cancelled',
		hint: 'Nothing further is sent.',
	});

/**
 * Waits, but not beyond the end of the execution. The timer is that of AbortSignal: it keeps no
 * process alive, and n8n 1.x has no `sleep` that a signal ends.
 *
 * @param milliseconds how long
 * @param signal n8n's signal that the execution is cancelled
 * @param endEarly ends the wait without an error
 * @throws Problem (`cancelled`) as soon as the execution is cancelled
 */
export async function delay(
	milliseconds: number,
	signal?: AbortSignal,
	endEarly?: AbortSignal,
): Promise<void> {
	const timer = AbortSignal.timeout(Math.min(Math.ceil(milliseconds), MAX_TIMER_MS));
	const signals = [timer, signal, endEarly].filter((one) => one !== undefined);
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
