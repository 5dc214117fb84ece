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
