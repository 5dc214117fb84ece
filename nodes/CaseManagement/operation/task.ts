import type { Problem } from '../model/problem';
import type { ItemParameters } from '../parameters/parameters';
import type { OperationId } from '../transport/endpoints';
import type { Effect } from './earlierOutcomes';
import type { OperationTools } from './spec';

/** Most requests that one node execution has in flight, unless the operation says otherwise. */
export const REQUESTS_IN_FLIGHT = 10;

/** What an operation does on one item, in up to three phases. */
export interface ItemTask<T> {
	/** As the user knows it, e.g. `Case: Get`. */
	title: string;
	/** The endpoint, for what may have happened if no clear response came. */
	operationId?: OperationId;
	effect: Effect;
	/** Most items that are worked on at once; all of them if left out. */
	itemsAtOnce?: number;
	/** Reads and checks the parameters; sends nothing. Throws a Problem for bad input. */
	prepare: (parameters: ItemParameters) => T;
	/** Most requests in flight, if not the usual number. */
	requestsInFlight?: (prepared: T) => number;
	/** What has to end for all items before `run` begins for any of them. */
	plan?: (prepared: T, tools: OperationTools) => Promise<T>;
	/** Sends, and gives the results of the item. */
	run: (prepared: T, tools: OperationTools) => Promise<object[]>;
	/** Whether the failure of any request is that of the item. */
	failsWithRequest: boolean;
	/** Adds to the error that ends the item what was completed before. */
	describeFailure?: (problem: Problem, tools: OperationTools) => Problem;
}
