import type { Problem } from '../model/problem';
import type { ItemParameters } from '../parameters/parameters';
import type { OperationId } from '../transport/endpoints';
import type { SendRequest } from '../transport/send';
import type { Effect, Memory } from './memory';

/** Maximum number of requests in flight, unless the operation says otherwise. */
export const MAX_REQUESTS_IN_FLIGHT = 10;

/** What an operation does on one item, in up to three phases. */
export interface ItemTask<T> {
	/** The endpoint, for what may have happened if no clear response arrived. */
	operationId?: OperationId;
	effect: Effect;
	/** Maximum number of items at once; all of them if left out. */
	itemsAtOnce?: number;
	/** Whether the failure of any request is that of the item. */
	failsWithRequest?: boolean;
	/** Reads and checks the parameters; sends nothing. Throws a Problem for bad input. */
	prepare(parameters: ItemParameters): T;
	/** Maximum number of requests in flight, if not the usual one. The lowest of all items counts. */
	requestsInFlight?(prepared: T): number;
	/** Ends for all items before `run` begins for any of them. `run` gets what it returns. */
	plan?(prepared: T, tools: ItemTools): Promise<T>;
	/** Sends, and returns the results of the item. */
	run(prepared: T, tools: ItemTools): Promise<object[]>;
	/** Adds to the error that ends the item what was completed before. */
	describeFailure?(problem: Problem, tools: ItemTools): Problem;
}

export interface ItemTools {
	itemIndex: number;
	/** Whether a model has called the node as a tool. */
	isTool: boolean;
	/** Whether the item fails alone; otherwise its failure ends the node. */
	failsAlone: boolean;
	send: SendRequest;
	/** Waits some milliseconds, but not beyond the end of the run. Ending early is not an error. */
	delay: (milliseconds: number) => Promise<void>;
	/** What the items share in this try. */
	thisTry: Memory;
	/** What the items share, also over n8n's Retry On Fail. */
	acrossTries: Memory;
}
