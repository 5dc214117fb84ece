import type { ItemParameters } from '../parameters/parameters';
import { writeEndpoint } from '../transport/endpoints';
import { collectPages } from '../transport/pages';
import { fillPath } from '../transport/path';
import { missingFieldError, readObject, responseValue } from '../transport/response';
import type { HttpResponse } from '../transport/response';
import type { ServiceRequest } from '../transport/send';
import { REQUESTS_IN_FLIGHT, runItems } from './runner';
import type { ItemTask } from './runner';
import type { Operation, OperationTools, RequestOperation, RequestParts } from './spec';

/** The request of one item. */
interface Prepared {
	parameters: ItemParameters;
	request: ServiceRequest;
	/** Most results. */
	limit: number;
}

/**
 * Makes an operation of one request per item, or of one per page.
 *
 * @param spec what it sends and what it returns
 */
export const requestOperation = (spec: RequestOperation): Operation => ({
	...spec,
	run: async (execution, title) => await runItems(taskOf(spec, title), execution),
});

function taskOf(spec: RequestOperation, title: string): ItemTask<Prepared> {
	const write = writeEndpoint(spec.operationId);
	const { resolveRequest } = spec;
	return {
		title,
		operationId: spec.operationId,
		effect: write === undefined ? 'none' : write.idempotent ? 'idempotent' : 'once',
		itemsAtOnce: REQUESTS_IN_FLIGHT,
		failsWithRequest: true,
		prepare: (parameters) => ({
			parameters,
			request: toRequest(spec, parameters, spec.buildRequest?.(parameters) ?? {}),
			limit: spec.readLimit?.(parameters) ?? Infinity,
		}),
		plan:
			resolveRequest === undefined
				? undefined
				: async (prepared, tools) => {
						const parts = await resolveRequest(prepared.parameters, tools);
						return { ...prepared, request: { ...prepared.request, ...parts } };
					},
		run: async (prepared, tools) => await results(spec, prepared, tools),
	};
}

function toRequest(
	{ operationId }: RequestOperation,
	parameters: ItemParameters,
	parts: RequestParts,
): ServiceRequest {
	const chosen = parts.operationId ?? operationId;
	const path = fillPath(chosen, (name) => parameters.locator(name));
	return { operationId: chosen, path, ...parts };
}

async function results(
	spec: RequestOperation,
	{ parameters, request, limit }: Prepared,
	{ send }: OperationTools,
): Promise<object[]> {
	const { operationId } = request;
	if ('toPage' in spec) {
		const read = readObject(operationId, spec.toPage);
		return await collectPages(
			async (cursor) => await send({ ...request, query: { ...request.query, cursor } }, read),
			limit,
			spec.toItem(parameters),
		);
	}
	const read =
		'toList' in spec
			? (response: HttpResponse) =>
					spec.toList(
						responseValue(response, operationId),
						parameters,
						missingFieldError(response, operationId),
					)
			: readObject(operationId, (body, fail) => spec.toItems(body, parameters, fail));
	return (await send(request, read)).slice(0, limit);
}
