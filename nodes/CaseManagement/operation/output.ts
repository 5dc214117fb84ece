import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

/** The results of an item as n8n wants them, each linked to its input item. */
export const toOutputItems = (results: object[], itemIndex: number): INodeExecutionData[] =>
	results.map((result) => ({
		json: withoutErrorKey(result) as IDataObject,
		pairedItem: { item: itemIndex },
	}));

/**
 * n8n takes a field `error` at the top of an item for a failure: with Retry On Fail it would run the
 * node again. A field of that name that the service sent goes by another one.
 */
function withoutErrorKey(result: object): object {
	if (!('error' in result)) return result;
	const { error, ...rest } = result;
	return { ...rest, service_error: error };
}

/**
 * What of a failed item's input would be lost: on the regular output all of it, on the error output,
 * where n8n itself puts it beside the error, only what has the names that the error takes.
 */
export function inputToKeep(
	{ json }: INodeExecutionData,
	{ onError }: INode,
): IDataObject | undefined {
	if (onError !== 'continueErrorOutput') return json;
	const hidden = Object.entries(json).filter(([name]) => name === 'error' || name === 'details');
	return hidden.length === 0 ? undefined : Object.fromEntries(hidden);
}

/** Index ranges as people write them, e.g. `0-3, 7`. */
function toRanges(indices: readonly number[]): string {
	const ranges: Array<[from: number, to: number]> = [];
	for (const index of [...indices].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last !== undefined && index === last[1] + 1) last[1] = index;
		else ranges.push([index, index]);
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/**
 * Says which items were completed before a failure ended a node that changes things, so that nobody
 * does them twice.
 *
 * @param completed indices of those items
 * @param total how many items there were
 * @returns undefined for a single item, of which the error says enough
 */
export function completedItemsNote(
	completed: ReadonlySet<number>,
	total: number,
): string | undefined {
	if (total < 2) return undefined;
	if (completed.size === 0) return `None of the ${total} items were completed.`;
	const [verb, which] = completed.size === 1 ? ['was', 'item'] : ['were', 'items'];
	return `${completed.size} of ${total} items ${verb} completed (${which} ${toRanges([...completed])}). Leave ${completed.size === 1 ? 'it' : 'them'} out when you run the workflow again.`;
}
