import { sleep } from 'n8n-workflow';

import { Problem } from '../model/problem';

/** The run was ended by the person, or by n8n's time limit for executions. */
export const stopped = (): Problem =>
	new Problem('The execution was stopped', {
		kind: 'stopped',
		hint: 'What had been sent before may have had its effect.',
	});

/**
 * Waits, but not beyond the end of the execution.
 *
 * @param milliseconds how long
 * @param signal n8n's signal that the execution is cancelled
 * @throws Problem (`stopped`) as soon as it is
 */
export async function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
	if (signal === undefined) return await sleep(milliseconds);
	if (signal.aborted) throw stopped();
	let cancel: () => void = () => {};
	const cancelled = new Promise<never>((_resolve, reject) => {
		cancel = () => reject(stopped());
		signal.addEventListener('abort', cancel, { once: true });
	});
	try {
		await Promise.race([sleep(milliseconds), cancelled]);
	} finally {
		signal.removeEventListener('abort', cancel);
	}
}

/** How often a long pause looks whether it is still wanted, in milliseconds. */
const LOOKS = 1000;

/**
 * As `pauseFor`, for pauses of many seconds: ends early also if another item has ended the run.
 *
 * @param wanted asked about once a second; throws if the pause is not wanted any more
 */
export async function longPause(
	milliseconds: number,
	signal: AbortSignal | undefined,
	wanted: () => void,
): Promise<void> {
	for (let left = milliseconds; left > 0; left -= LOOKS) {
		wanted();
		await pauseFor(Math.min(left, LOOKS), signal);
	}
}
