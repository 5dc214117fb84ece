import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { Problem } from '../model/problem';
import { toErrorItem } from '../transport/errors';

export const toOutputItems = (results: object[], itemIndex: number): INodeExecutionData[] =>
	results.map((result) => {
		return { json: withoutErrorKey(result), pairedItem: { item: itemIndex } };
	});

/** n8n takes a field `error` at the top of an item for a failure, and would run the node again with
 * Retry On Fail. Such a field of the service gets another name. */
function withoutErrorKey(result: object): IDataObject {
	if (!('error' in result)) return result as IDataObject;
	const { error, ...rest } = result;
	return { ...rest, service_error: error } as IDataObject;
}

/** The part of a failed item's input that would be lost: on the regular output all of it; on the
 * error output, where n8n puts the input beside the error, the fields that the error's own names
 * hide. */
function inputToKeep({ json }: INodeExecutionData, { onError }: INode): IDataObject | undefined {
	if (onError !== 'continueErrorOutput') return json;
	const hidden = Object.entries(json).filter(([name]) => name === 'error' || name === 'details');
	return hidden.length === 0 ? undefined : Object.fromEntries(hidden);
}

/** The error item of a node with an error output. n8n 2.x recognizes a failed item by the keys of
 * its JSON, n8n 1.x by `error` beside it. That one must not be enumerable: n8n copies an item for
 * the error output, and replaces the JSON of one that still has it by the message. */
export function forErrorOutput(item: INodeExecutionData, { onError }: INode): INodeExecutionData {
	if (onError !== 'continueErrorOutput') return item;
	const error = new Error(String(item.json.error));
	return Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
}

/** @param operation as the user knows it, e.g. `Case: Get` */
export function toFailedItem(
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

const nameItems = (indices: ReadonlySet<number>): string =>
	`${indices.size === 1 ? 'item' : 'items'} ${toRanges([...indices])}`;

/** Which items were completed when a failure ended a node that changes things, so that nobody does
 * them twice.
 * @param inDoubt items that may have been completed
 * @returns undefined for a single item: the error says enough */
export function describeCompleted(
	completed: ReadonlySet<number>,
	inDoubt: ReadonlySet<number>,
	total: number,
): string | undefined {
	if (total < 2) return undefined;
	const isClear = inDoubt.size === 0;
	const doubt = ` The outcome of ${nameItems(inDoubt)} is unknown. Check before you run ${them(inDoubt)} again.`;
	const end = isClear ? '.' : `.${doubt}`;
	if (completed.size === 0) {
		return `None of the ${total} items was completed${isClear ? '' : ', as far as is known'}${end}`;
	}
	const verb = completed.size === 1 ? 'was' : 'were';
	return `${completed.size} of ${total} items ${verb} completed (${nameItems(completed)}). Leave ${them(completed)} out when you run the workflow again${end}`;
}

const them = ({ size }: ReadonlySet<number>): string => (size === 1 ? 'it' : 'them');
