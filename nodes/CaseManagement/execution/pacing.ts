import { sleep } from 'n8n-workflow';

import { isObject } from '../model/json';
import { delay } from '../transport/time';
import type { InputItem } from './execution';

const BATCH = 'requestOptions.batching.batch';

/** Makes the function that waits for an item's batch before it is sent. The delay between two
 * batches counts from the start of the earlier one.
 * @param first any item; batches are a setting of the node, not of an item */
export function makeBatchQueue(
	first: InputItem,
	signal?: AbortSignal,
	endEarly?: AbortSignal,
): () => Promise<void> {
	const given: unknown = first.getNodeParameter(BATCH, {});
	const { batchSize, batchInterval } = isObject(given) ? given : {};
	const interval = Math.max(0, Number(batchInterval) || 0);
	// As n8n reads them: without a size each item is a batch.
	const size = Number(batchSize) > 0 ? Number(batchSize) : 1;
	let taken = 0;
	let began = 0;
	let turn = Promise.resolve();
	return async () => {
		if (interval > 0 && taken > 0 && taken % size === 0) {
			turn = turn.then(async () => {
				await delay(Math.max(0, began + interval - Date.now()), signal, endEarly);
				began = Date.now();
			});
		}
		if (taken === 0) began = Date.now();
		taken += 1;
		await turn;
	};
}

/** Longest time, in milliseconds, that work on many items holds n8n's event loop. */
const MAX_BLOCK_MS = 15;

/** Makes the function that work on many items calls between two of them: it lets everything else in
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
