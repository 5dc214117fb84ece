import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Failure, IBinaryKeyData, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { withoutStop } from '../model/foreignText';
import { definedOf } from '../model/json';
import { Problem } from '../model/problem';
import { retryAfterMs } from './retry';

export interface ErrorLocation {
	/** E.g. `Case: Get`. */
	operation: string;
	/** Index of the input item, counted from 0 as n8n does; none in lists, forms and the trigger. */
	itemIndex?: number;
	/** Whether only the message of an error is shown, as in a dropdown or form of the editor. */
	messageOnly?: boolean;
}

/** Whether a node is the variant that agents and MCP clients call: n8n adds the word to its type. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

export function toProblem(error: unknown): Problem {
	if (error instanceof Problem) return error;
	const message = error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
	return new Problem(message, {
		kind: 'input',
		hint: 'This is unexpected and may be a bug in this node. Please report it, together with the parameters of this item.',
	});
}

/** What the user reads: the service's own message (or ours) first, then status, operation and item.
 * @returns e.g. `The process instance was not found (HTTP 404, Case: Get, item 3)`; in the editor a
 * problem with the user's own values stands alone: `Choose a template first` */
export function formatMessage(problem: Problem, place: ErrorLocation): string {
	const words = withoutStop(problem.message);
	// In a list or form, what is to be entered first stands right beside it.
	if (problem.kind === 'input' && place.itemIndex === undefined) return words;
	const status = problem.status === undefined ? '' : `HTTP ${problem.status}, `;
	const item = place.itemIndex === undefined ? '' : `, item ${place.itemIndex}`;
	return `${words} (${status}${place.operation}${item})`;
}

/** The error that ends a node in stop mode, or a list or form in the editor: NodeApiError where the
 * service or the way to it failed and n8n can show it, otherwise NodeOperationError. */
export function toNodeError(
	node: INode,
	cause: unknown,
	place: ErrorLocation,
): NodeApiError | NodeOperationError {
	const problem = toProblem(cause);
	// An agent, and a dropdown in the editor, shows the message alone. What is to be entered first
	// needs no advice there.
	const inEditor = place.messageOnly === true && problem.kind !== 'input';
	const alone = isTool(node) || inEditor;
	const advice = alone && problem.hint !== undefined ? `. ${problem.hint}` : '';
	const message = formatMessage(problem, place) + advice;
	const { itemIndex } = place;
	const httpCode = problem.status === undefined ? undefined : String(problem.status);
	const error =
		// Of a NodeApiError n8n shows in a dropdown "[object Object]".
		problem.kind === 'input' || problem.kind === 'cancelled' || inEditor
			? new NodeOperationError(node, message, { itemIndex })
			: new NodeApiError(node, { message: problem.message }, { message, itemIndex, httpCode });
	// n8n replaces messages that hold certain words, such as the code of a connection error.
	error.message = message;
	error.description = problem.hint;
	const { code, details } = problem;
	if (details !== undefined || code !== undefined) {
		error.context.data = { ...(details as IDataObject), ...(code !== undefined && { code }) };
	}
	return error;
}

/** The item that stands for a failed one when the node continues on errors.
 *
 * Only the keys `error` and `details` may be at the top: n8n then sends it to the error output and
 * merges the input there, and it keeps `pairedItem`, which an item with an `error` beside `json`
 * loses.
 * @param input the JSON of the failed item, or the part that would be lost
 */
export function toErrorItem(
	error: unknown,
	place: ErrorLocation & { itemIndex: number },
	input: IDataObject | undefined,
	binary?: IBinaryKeyData,
): INodeExecutionData {
	const problem = toProblem(error);
	const details = definedOf({
		message: problem.message,
		operation: place.operation,
		itemIndex: place.itemIndex,
		reason: problem.reason,
		httpStatus: problem.status,
		code: problem.code,
		outcomeUnknown: problem.outcomeUnknown || undefined,
		whatToDo: problem.hint,
		...problem.details,
		input,
	});
	return {
		json: { error: formatMessage(problem, place), details: details as IDataObject },
		pairedItem: { item: place.itemIndex },
		...(binary && { binary }),
	};
}

/** Tells n8n's scheduler whether the service will recover by itself, or somebody has to act.
 * @param now milliseconds since the epoch, for a Retry-After that is a date */
export function schedulerFailure(problem: Problem, now: number): Failure | undefined {
	const { kind, status = 0, retryAfter } = problem;
	const delay = retryAfter === undefined ? undefined : retryAfterMs(retryAfter, now);
	const backoff = delay === undefined ? {} : { retryAfterMs: delay };
	if (status === 429) return { cause: 'rate-limited', ...backoff };
	if (status === 401) return { cause: 'credential-invalid' };
	if (kind === 'input') return { cause: 'configuration-invalid' };
	const isTemporary = kind === 'connection' || status === 408 || status >= 500;
	return isTemporary ? { cause: 'temporarily-unavailable', ...backoff } : undefined;
}
