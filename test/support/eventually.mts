import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between the first two looks, and at most. */
const PAUSE = { first: 20, longest: 200 };

/**
 * Waits until `find` finds something, and gives it.
 *
 * @param what is waited for, to be named if it does not come
 * @param find gives undefined or false as long as it is not there
 * @param patience in milliseconds; long, since the machine may be busy
 */
export async function eventually<T>(
	what: string,
	find: () => Promise<T | undefined | false>,
	patience = 60_000,
): Promise<T> {
	const deadline = performance.now() + patience;
	for (let pause = PAUSE.first; ; pause = Math.min(pause * 1.1, PAUSE.longest)) {
		const found = await find();
		if (found !== undefined && found !== false) return found;
		if (performance.now() > deadline) throw new Error(`${what}: not within ${patience / 1000} s`);
		await sleep(pause);
	}
}
