import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { Problem } from '../model/problem';
import { toErrorItem } from '../transport/errors';

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

/**
 * The error item of a node with an error output. n8n 2.x takes an item for failed by the keys of its
 * JSON, n8n 1.x by `error` beside it. That one must not be found by copying: n8n copies an item for
 * the error output, and puts only the message in the place of the JSON of one that still has it.
 */
export function forErrorOutput(item: INodeExecutionData, { onError }: INode): INodeExecutionData {
	if (onError !== 'continueErrorOutput') return item;
	const error = new Error(String(item.json.error));
	return Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
}

/**
 * What stands for an item that failed, with what of its input would be lost.
 *
 * @param operation as the user knows it, e.g. `Case: Get`
 */
export function failedItem(
	problem: Problem,
	operation: string,
	{ index: itemIndex, data }: { index: number; data: INodeExecutionData },
	node: INode,
): INodeExecutionData {
	const input = inputToKeep(data, node);
	return forErrorOutput(toErrorItem(problem, { operation, itemIndex }, input, data.binary), node);
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

/** `item 0`, or `items 0-3, 7`. */
const namesOf = (indices: ReadonlySet<number>): string =>
	`${indices.size === 1 ? 'item' : 'items'} ${toRanges([...indices])}`;

/**
 * Says what became of the items before a failure ended a node that changes things, so that nobody
 * does them twice.
 *
 * @param completed indices of the items that were completed
 * @param inDoubt indices of those of which nobody knows
 * @param total how many items there were
 * @returns undefined for a single item, of which the error says enough
 */
export function completedItemsNote(
	completed: ReadonlySet<number>,
	inDoubt: ReadonlySet<number>,
	total: number,
): string | undefined {
	if (total < 2) return undefined;
	const doubt =
		inDoubt.size === 0
			? ''
			: ` Of ${namesOf(inDoubt)} the outcome is unknown: look before you run ${inDoubt.size === 1 ? 'it' : 'them'} again.`;
	if (completed.size === 0)
		return `None of the ${total} items was completed${inDoubt.size === 0 ? '' : ', as far as is known'}.${doubt}`;
	const verb = completed.size === 1 ? 'was' : 'were';
	const them = completed.size === 1 ? 'it' : 'them';
	return `${completed.size} of ${total} items ${verb} completed (${namesOf(completed)}). Leave ${them} out when you run the workflow again.${doubt}`;
}
