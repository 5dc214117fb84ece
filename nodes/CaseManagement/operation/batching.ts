import { sleep } from 'n8n-workflow';
import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { delay } from '../transport/delay';

/**
 * Whether n8n has ended the node before it came to its last item, because an expression of an item
 * failed. It does not tell the items before, which would still send.
 */
export function gaveUp(context: IExecuteSingleFunctions, begun: number): boolean {
	if (context.continueOnFail()) return false;
	// With pauses between batches the later items have simply not begun yet.
	return pauseBetweenBatches(context) === 0 && begun < itemsOf(context);
}

/** Where the panel's Request Options keep the batches. */
const BATCH = 'requestOptions.batching.batch';

interface Batch {
	batchSize?: number;
	batchInterval?: number;
}

/** Milliseconds between the batches of the panel's Request Options; 0 without batches. */
const pauseOf = ({ batchInterval }: Batch): number => Math.max(0, Number(batchInterval) || 0);

const pauseBetweenBatches = (context: IExecuteSingleFunctions): number =>
	pauseOf(context.getNodeParameter(BATCH, {}) as Batch);

/** Makes the pause between batches, where n8n does not: before the first item of each further one. */
export async function pauseBeforeItem(context: IExecuteFunctions, index: number): Promise<void> {
	if (index === 0) return;
	const batch = context.getNodeParameter(BATCH, 0, {}) as Batch;
	const pause = pauseOf(batch);
	// As n8n reads them: without a size each item is a batch.
	const size = Number(batch.batchSize) > 0 ? Number(batch.batchSize) : 1;
	if (pause > 0 && index % size === 0) {
		await delay(pause, context.getExecutionCancelSignal());
	}
}

/**
 * Waits until n8n has begun the last batch: only then does it listen to the items, and a failure
 * that nobody listens to would be an unhandled rejection.
 */
export async function lastBatchBegun(
	context: IExecuteSingleFunctions,
	begun: ReadonlySet<number>,
): Promise<void> {
	const pause = pauseBetweenBatches(context);
	const total = itemsOf(context);
	for (let seen = -1; pause > 0 && begun.size < total && seen !== begun.size; ) {
		seen = begun.size;
		// Two pauses without a new item: n8n has ended the node by itself.
		await sleep(2 * pause + 50);
	}
}

/** How many items n8n runs the node on. */
export function itemsOf(context: IExecuteSingleFunctions): number {
	const { data } = context.getExecuteData();
	const count = (data.main ?? Object.values(data)[0])?.[0]?.length ?? 0;
	// With Execute Once the other items are still there, but not for this node.
	return context.getNode().executeOnce === true ? Math.min(count, 1) : count;
}
