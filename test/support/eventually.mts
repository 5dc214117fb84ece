import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between the first two checks, and the maximum. */
const PAUSE = { first: 20, longest: 200 };

/**
 * Waits until `find` finds something, and returns it.
 *
 * @param what the name of what is awaited, for the error message
 * @param find returns undefined or false until then
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
