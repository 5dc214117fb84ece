import { sleep } from 'n8n-workflow';

/** Longest time, in milliseconds, that work on many items holds n8n's event loop. */
const MAX_BLOCK_MS = 15;

/**
 * Makes the function that work on many items calls between two of them: it lets everything else in
 * n8n have its turn when enough time has passed.
 */
export function eventLoopYielder(): () => Promise<void> {
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
