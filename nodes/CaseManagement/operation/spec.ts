import type { INodeProperties } from 'n8n-workflow';

import type { ItemTask, ItemTools } from '../execution/task';
import type { JsonObject } from '../model/json';
import type { ItemParameters } from '../parameters/parameters';
import type { OperationId } from '../transport/endpoints';
import type { Page } from '../transport/pages';
import type { FailMissingField } from '../transport/response';
import type { ServiceRequest } from '../transport/send';

interface OperationInfo {
	name: string;
	/** What a workflow stores, e.g. `getAll`. */
	value: string;
	action: string;
	description: string;
	/** The endpoint that it calls, or calls first. */
	operationId: OperationId;
	/** What the panel shows for it, in this order; nothing else is shown. */
	fields: INodeProperties[];
}

/** An operation as its resource lists it: how it is shown, and how it runs. */
export interface Operation<T = unknown> extends OperationInfo {
	task: ItemTask<T>;
}

/** The parts of a request beside its path; the operationId where a parameter chooses the endpoint. */
export type RequestParts = Partial<Omit<ServiceRequest, 'path'>>;

interface RequestInfo<P extends RequestParts> extends OperationInfo {
	/** Reads and checks the parameters; sends nothing. Throws a Problem for bad input. Later phases
	 * get what it returns: parts of the request, and what else they need. The case of an item is
	 * not known yet if it is given by name or number: what needs its ID belongs to
	 * `completeRequest`. */
	prepare?: (parameters: ItemParameters) => P;
	/** Completes the request with the service's help, such as the check of a form's values. No
	 * item's request is sent before this has ended for all items. */
	completeRequest?: (
		prepared: P,
		parameters: ItemParameters,
		tools: ItemTools,
	) => Promise<RequestParts>;
	/** Maximum number of results of an item; all of them if left out. */
	readLimit?: (parameters: ItemParameters) => number;
}

/** The response is one object. */
export interface SingleOperation<P extends RequestParts> extends RequestInfo<P> {
	kind: 'single';
	toItems: (body: JsonObject, parameters: ItemParameters, fail: FailMissingField) => object[];
}

/** The response is a list that the service does not page; Limit is applied by the node. */
export interface ListOperation<P extends RequestParts> extends RequestInfo<P> {
	kind: 'list';
	toList: (body: unknown, parameters: ItemParameters, fail: FailMissingField) => object[];
}

/** The response is one page of a list. */
export interface PagedOperation<P extends RequestParts> extends RequestInfo<P> {
	kind: 'paged';
	toPage: (body: JsonObject, fail: FailMissingField) => Page;
	/** Makes the test for an entry to leave out of the results and of Limit; called once per item. */
	toTest?: (prepared: P) => ((entry: JsonObject) => boolean) | undefined;
	/** Makes one result of one entry; called once per item, so that parameters are read once. */
	toItem: (parameters: ItemParameters) => (entry: JsonObject) => object;
}

export type RequestOperation<P extends RequestParts = RequestParts> =
	| ListOperation<P>
	| PagedOperation<P>
	| SingleOperation<P>;
