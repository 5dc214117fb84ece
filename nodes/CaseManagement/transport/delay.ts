import { sleep } from 'n8n-workflow';

import { Problem } from '../model/problem';

/** The run was ended by the person, or by n8n's time limit for executions. */
export const cancelled = (): Problem =>
	new Problem('The execution was stopped', {
		kind: 'stopped',
		hint: 'What had been sent before may have had its effect.',
	});

/** Milliseconds that one timer runs: n8n's cannot be taken back, and should not outlive a run. */
const SLICE = 1000;

/** Sleeps until the time is over, or not much longer than until it is not wanted any more. */
async function sleepWhile(isWanted: () => boolean, milliseconds: number): Promise<void> {
	for (let left = milliseconds; left > 0 && isWanted(); left -= SLICE) {
		await sleep(Math.min(left, SLICE));
	}
}

/**
 * Waits, but not beyond the end of the execution.
 *
 * @param milliseconds how long
 * @param signal n8n's signal that the execution is cancelled
 * @param cutShort ends the pause, without an error
 * @throws Problem (`stopped`) as soon as the execution is cancelled
 */
export async function delay(
	milliseconds: number,
	signal?: AbortSignal,
	cutShort?: AbortSignal,
): Promise<void> {
	const sources = [signal, cutShort].filter((source) => source !== undefined);
	const isOver = () => sources.some((source) => source.aborted);
	if (!isOver()) {
		let end: () => void = () => {};
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		for (const source of sources) source.addEventListener('abort', end);
		await Promise.race([sleepWhile(() => !isOver(), milliseconds), ended]);
		for (const source of sources) source.removeEventListener('abort', end);
	}
	if (signal?.aborted) throw cancelled();
}
