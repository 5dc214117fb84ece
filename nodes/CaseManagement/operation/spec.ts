import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../model/json';
import type { Problem } from '../model/problem';
import type { ItemParameters } from '../parameters/parameters';
import type { OperationId } from '../transport/endpoints';
import type { Page } from '../transport/pages';
import type { ArrayFormat, Query } from '../transport/query';
import type { FailMissingField } from '../transport/response';
import type { SendRequest } from '../transport/send';
import type { Execution } from './execution';
import type { ExecutionStore } from './executionStore';
import type { LoadOnce } from './loadOnce';

/** What every operation says about itself. */
interface OperationBase {
	/** Title Case, e.g. `Get Many`. */
	name: string;
	/** What a workflow stores, e.g. `getAll`. */
	value: string;
	/** Sentence case, e.g. `Get many cases`. */
	action: string;
	description: string;
	/** The endpoint that it calls, or calls first. */
	operationId: OperationId;
	/** What the panel shows for it, in this order; nothing else is shown. */
	fields: INodeProperties[];
}

/** The parts of a request beside its path. */
export interface RequestParts {
	/** The endpoint, where a parameter chooses it. */
	operationId?: OperationId;
	query?: Query;
	arrayFormat?: ArrayFormat;
	body?: object;
}

/** What an operation works with beside the parameters. */
export interface OperationTools {
	/** Index of the input item. */
	itemIndex: number;
	/** Whether a model has called the node as a tool. */
	isTool: boolean;
	/** Whether the item fails alone; otherwise its failure ends the node. */
	failsAlone: boolean;
	/** Sends a request through the one way out. */
	send: SendRequest;
	loadOnce: LoadOnce;
	/** What the items share in this attempt; n8n's Retry On Fail begins with nothing. */
	attempt: ExecutionStore;
	/** Waits some milliseconds, but not beyond the end of the run. */
	delay: (milliseconds: number) => Promise<void>;
	/** What the items share, also over n8n's Retry On Fail. */
	store: ExecutionStore;
}

interface RequestBase extends OperationBase {
	/**
	 * Reads and checks the parameters; sends nothing. Throws a Problem for bad input. The case of an
	 * item is not known yet if it is given by its name: what needs its ID belongs to `resolveRequest`.
	 */
	buildRequest?: (parameters: ItemParameters) => RequestParts;
	/**
	 * Completes the request with the service's help, such as the check of a form's values. No item's
	 * request is sent before this has ended for all items.
	 */
	resolveRequest?: (parameters: ItemParameters, tools: OperationTools) => Promise<RequestParts>;
	/** Most results of an item; all of them if left out. */
	readLimit?: (parameters: ItemParameters) => number;
}

/** An operation of one request. */
export interface SingleOperation extends RequestBase {
	/**
	 * Stands around the sending of the request: it may give results without sending it. Left out, the
	 * request is sent.
	 */
	aroundSend?: (
		parameters: ItemParameters,
		tools: OperationTools,
		sendNow: () => Promise<object[]>,
	) => Promise<object[]>;
	/** The results of a response. */
	toItems: (body: JsonObject, parameters: ItemParameters, fail: FailMissingField) => object[];
}

/** An operation that gets a list which the service does not page: it is limited here. */
export interface ListOperation extends RequestBase {
	/** All results of a response of any JSON shape, e.g. one whose shape is not shown. */
	toList: (body: unknown, parameters: ItemParameters, fail: FailMissingField) => object[];
}

/** An operation that reads a list by cursor. */
export interface PagedOperation extends RequestBase {
	toPage: (body: JsonObject, fail: FailMissingField) => Page;
	/**
	 * Makes the test for an entry that is to be left out of the results, and not counted by Limit; all
	 * are taken if it makes none. Called once per item.
	 */
	toTest?: (parameters: ItemParameters) => ((entry: JsonObject) => boolean) | undefined;
	/** Makes one result of one entry; called once per item, so that parameters are read once. */
	toItem: (parameters: ItemParameters) => (entry: JsonObject) => object;
}

/** An operation of one request per item, or of one per page. */
export type RequestOperation = ListOperation | PagedOperation | SingleOperation;

/** An operation that makes several requests per item and handles their failures itself. */
export interface MultiRequestOperation<T> extends OperationBase {
	/** Whether it changes something at the service. */
	writes: boolean;
	/** Reads and checks the parameters; sends nothing. Throws a Problem for bad input. */
	prepare: (parameters: ItemParameters) => T;
	/** Most requests in flight, if not the usual number; the least that an item says holds for all. */
	requestsInFlight?: (prepared: T) => number;
	/**
	 * What has to end for all items before `run` begins for any of them. It gives what `run` gets.
	 */
	plan?: (prepared: T, tools: OperationTools) => Promise<T>;
	/** Gives the results of the item. */
	run: (prepared: T, tools: OperationTools) => Promise<object[]>;
	/** Adds to the error that ends the item what was completed before. */
	describeFailure?: (problem: Problem, tools: OperationTools) => Problem;
}

/** An operation as its resource lists it: how it is shown, and how it runs. */
export interface Operation extends OperationBase {
	/**
	 * Runs it on the input items of one node execution.
	 *
	 * @param title as the user knows it, e.g. `Case: Get`
	 * @returns the results in the order of the items, each linked to its item
	 * @throws NodeApiError or NodeOperationError if the node stops on errors
	 */
	run: (execution: Execution, title: string) => Promise<INodeExecutionData[]>;
}
