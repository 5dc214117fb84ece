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
