import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INodeExecutionData,
	INodePropertyOptions,
	DeclarativeRestApiSettings,
} from 'n8n-workflow';

import { isWrite } from '../transport/errorHints';
import { assertOperation } from './operationGuard';
import { missingFieldError, responseObject, responseValue } from '../transport/response';
import type { ExpectedResponse, FailMissingField, HttpResponse } from '../transport/response';
import type { JsonObject } from '../model/json';
import { compositeWork } from './multiRequest';
import type { CompositeOperation } from './multiRequest';
import { collectPages } from '../transport/pages';
import type { Page } from '../transport/pages';
import { ItemParameters } from '../parameters/parameters';
import { fillPath } from '../transport/path';
import type { ArrayFormat, Query } from '../transport/query';
import { runItem } from './itemRunner';
import type { Once } from './itemRunner';
import { send } from '../transport/send';
import type { SendRequest, ServiceRequest } from '../transport/send';

/** What an operation sends beside its path. */
export interface Prepared {
	/** A constant path in place of the one in `request`, where a parameter chooses the endpoint. */
	path?: string;
	query?: Query;
	arrayFormat?: ArrayFormat;
	body?: object;
}

/** What every operation says about itself. */
export interface OperationBase {
	/** Resource and operation, e.g. `case.get`; the second part is the value a workflow stores. */
	topic: string;
	/** Title Case, e.g. `Get Many`. */
	name: string;
	/** Sentence case, e.g. `Get many cases`. */
	action: string;
	description: string;
	/** As interface.md (section 4) writes it; `:name` is filled from the parameter of that name. */
	request: { method: IHttpRequestMethods; url: string };
	/** Reads and checks the item's parameters; throws a Problem for bad input. */
	prepare?: (parameters: ItemParameters) => Prepared;
	/**
	 * Checks what can only be checked with the service's help, such as the values of a form. What
	 * `once` loads is loaded once per execution of the node.
	 */
	complete?: (parameters: ItemParameters, ask: SendRequest, once: Once) => Promise<Prepared>;
}

/** An operation of one call. */
export interface SingleOperation extends OperationBase {
	/** Whether an answer without a body is a success. */
	allowsEmptyBody?: boolean;
	/** Results of an answer: objects as design section 5 shows them. */
	receive: (answer: JsonObject, parameters: ItemParameters, missing: FailMissingField) => object[];
}

/** An operation that reads a list by cursor. */
export interface PagedOperation extends OperationBase {
	/** Entries and next cursor of one answer. */
	page: (answer: JsonObject, missing: FailMissingField) => Page;
	/** One result of one entry; made once per item, so that parameters are read once. */
	entry: (parameters: ItemParameters) => (entry: object) => object;
}

/** An operation that gets a list which the service does not page: it is limited here. */
export interface ListOperation extends OperationBase {
	/** All results of an answer of any JSON shape, e.g. one whose shape is not shown. */
	list: (answer: unknown, parameters: ItemParameters, missing: FailMissingField) => object[];
}

export type Operation = SingleOperation | PagedOperation | ListOperation | CompositeOperation;

const RESOURCE_NAMES: Record<string, string> = {
	case: 'Case',
	template: 'Template',
	signal: 'Signal',
};

/** What n8n has put into a request before the node sees it. */
export type RequestOptions = DeclarativeRestApiSettings.ResultOptions['options'];

/** The way by which n8n has come to an operation. */
export interface Door {
	/** Gives what the panel's Request Options and the credential make of each request of the item. */
	options: (once: Once) => Promise<RequestOptions>;
	/** Most results of one item that n8n takes. */
	most: number;
}

/**
 * By its own way n8n hands the results of an item to its list in one call, and JavaScript allows no
 * call with many more arguments than this.
 */
const MOST_RESULTS = 100_000;

/**
 * Makes an operation of the declarative node.
 *
 * This is the only place where routing is written, so that no operation can forget a hook: path,
 * limiter, answer check, error and pairing come with it. n8n calls the function under `pagination`
 * around each request; that is the one hook from which nothing escapes.
 *
 * @param spec what the operation is
 * @returns the option for the node's `operation` parameter
 */
export function operation(spec: Operation): INodePropertyOptions {
	const [, value = ''] = spec.topic.split('.');
	return {
		name: spec.name,
		value,
		action: spec.action,
		description: spec.description,
		routing: {
			request: spec.request,
			send: { paginate: true },
			operations: {
				async pagination(
					this: IExecutePaginationFunctions,
					requestData: DeclarativeRestApiSettings.ResultOptions,
				) {
					const options = async () => requestData.options;
					return await perform(this, spec, { options, most: MOST_RESULTS });
				},
			},
		},
	};
}

/**
 * Does the operation for one input item.
 *
 * @param context n8n's context of the item
 * @returns as `runItem`
 */
export async function perform(
	context: IExecuteSingleFunctions,
	spec: Operation,
	door: Door,
): Promise<INodeExecutionData[]> {
	const parameters = new ItemParameters(context);
	const { method, url } = spec.request;
	const title = titleOf(spec);
	const prepare = () => {
		assertOperation(context, spec.topic);
		return {
			method,
			topic: spec.topic,
			allowsEmptyBody: 'allowsEmptyBody' in spec && spec.allowsEmptyBody,
			path: fillPath(url, (name) => parameters.locator(name)),
			...spec.prepare?.(parameters),
		};
	};
	const baseFor = async (once: Once) => engineOptions(await door.options(once));
	if ('steps' in spec) {
		const work = compositeWork(spec, context, parameters, baseFor);
		return await runItem(context, { operation: title, topic: spec.topic, prepare, ...work });
	}
	return await runItem(context, {
		operation: title,
		topic: spec.topic,
		// A second POST makes a second case or signal; the other methods come to the same.
		write: method === 'POST' ? 'once' : isWrite({ method, topic: spec.topic }),
		prepare: () => ({
			...prepare(),
			wanted: 'receive' in spec ? Infinity : parameters.limit(),
		}),
		async work(prepared, run) {
			const base = await baseFor(run.once);
			const ask: SendRequest = async (call, read) =>
				await send(context, call, read, { ...run, base });
			const check = spec.complete?.(parameters, ask, run.once);
			const completed = { ...prepared, ...(check && (await run.checked(check))) };
			return 'page' in spec
				? await readAll(spec, parameters, completed, ask, door.most)
				: await ask(completed, (raw) =>
						received(spec, completed, parameters, raw).slice(0, completed.wanted),
					);
		},
	});
}

function titleOf({ topic, name }: Operation): string {
	const [resource = ''] = topic.split('.');
	return `${RESOURCE_NAMES[resource] ?? resource}: ${name}`;
}

/** What of n8n's request goes into each of ours. */
function engineOptions(options: RequestOptions): Partial<IHttpRequestOptions> {
	const { timeout, proxy, skipSslCertificateValidation, allowedDomains } = options;
	return {
		timeout,
		proxy,
		allowedDomains,
		skipSslCertificateValidation: skipSslCertificateValidation === true,
	};
}

function received(
	spec: SingleOperation | ListOperation,
	call: ExpectedResponse,
	parameters: ItemParameters,
	raw: HttpResponse,
): object[] {
	const missing = missingFieldError(raw, call);
	return 'list' in spec
		? spec.list(responseValue(raw, call), parameters, missing)
		: spec.receive(responseObject(raw, call), parameters, missing);
}

async function readAll(
	spec: PagedOperation,
	parameters: ItemParameters,
	call: ServiceRequest & { wanted: number },
	ask: SendRequest,
	most: number,
): Promise<object[]> {
	const entries = await collectPages(
		async (cursor) =>
			await ask({ ...call, query: { ...call.query, cursor } }, (raw) =>
				spec.page(responseObject(raw, call), missingFieldError(raw, call)),
			),
		call.wanted,
		most,
	);
	return entries.map(spec.entry(parameters));
}
