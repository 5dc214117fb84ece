import { readSoughtCase } from '../parameters/caseTarget';
import type { SoughtCase } from '../parameters/caseTarget';
import type { ItemParameters } from '../parameters/parameters';
import { writeEndpoint } from '../transport/endpoints';
import { collectPages } from '../transport/pages';
import { fillPath } from '../transport/path';
import { missingFieldError, readObject, responseValue } from '../transport/response';
import type { HttpResponse } from '../transport/response';
import type { ServiceRequest } from '../transport/send';
import { findCase, namingCase } from './caseLookup';
import type { FoundCase } from './caseLookup';
import { runItems } from './runner';
import { REQUESTS_IN_FLIGHT } from './task';
import type { ItemTask } from './task';
import type {
	ListOperation,
	Operation,
	OperationTools,
	RequestOperation,
	RequestParts,
	SingleOperation,
} from './spec';

/** The request of one item. */
interface Prepared {
	parameters: ItemParameters;
	/** The case that has to be looked for before the request can be built. */
	sought: SoughtCase | undefined;
	/** The case that was found for it. */
	found?: FoundCase;
	parts: RequestParts;
	/** The whole request, as soon as nothing is left to be looked for. */
	request: ServiceRequest | undefined;
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
	const shows = (parameter: string) => spec.fields.some(({ name }) => name === parameter);
	const hasCase = shows('caseId');
	const hasTemplate = shows('templateId');
	return {
		title,
		operationId: spec.operationId,
		effect: write === undefined ? 'none' : write.idempotent ? 'idempotent' : 'once',
		itemsAtOnce: REQUESTS_IN_FLIGHT,
		failsWithRequest: true,
		prepare(parameters) {
			const sought = hasCase ? readSoughtCase(parameters, hasTemplate) : undefined;
			const parts = spec.buildRequest?.(parameters) ?? {};
			return {
				parameters,
				sought,
				parts,
				request: sought === undefined ? toRequest(spec, parameters, parts) : undefined,
				limit: spec.readLimit?.(parameters) ?? Infinity,
			};
		},
		plan:
			resolveRequest === undefined && !hasCase
				? undefined
				: async (prepared, tools) => {
						const { parameters, sought } = prepared;
						if (sought === undefined && resolveRequest === undefined) return prepared;
						const found = sought === undefined ? undefined : await findCase(sought, tools);
						if (found !== undefined) parameters.settleCase(found.uuid);
						const parts = { ...prepared.parts, ...(await resolveRequest?.(parameters, tools)) };
						return { ...prepared, found, request: toRequest(spec, parameters, parts) };
					},
		run: async ({ parameters, found, request, limit }, tools) =>
			await namingCase(
				found,
				async () => await results(spec, { parameters, request: request!, limit }, tools),
			),
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
	{
		parameters,
		request,
		limit,
	}: { parameters: ItemParameters; request: ServiceRequest; limit: number },
	tools: OperationTools,
): Promise<object[]> {
	const { send, isTool } = tools;
	const isList = 'toList' in spec || 'toPage' in spec;
	const isCut = isTool && isList && limit === Infinity;
	// One more than is given tells whether something is left out.
	const wanted = isCut ? TOOL_LIMIT + 1 : limit;
	if (!('toPage' in spec)) {
		const sendNow = async () => await send(request, reader(spec, request, parameters));
		const around = 'toItems' in spec ? spec.aroundSend : undefined;
		const items = (await around?.(parameters, tools, sendNow)) ?? (await sendNow());
		return isCut ? cutForModel(items, items.length) : items.slice(0, limit);
	}
	let total: number | undefined;
	const isWanted = spec.toTest?.(parameters);
	const read = readObject(request.operationId, (body, fail) => {
		const page = spec.toPage(body, fail);
		// The service counts what is left out here as well.
		total = isWanted === undefined ? page.total : undefined;
		return page;
	});
	const toItem = spec.toItem(parameters);
	const items = await collectPages(
		async (cursor) => await send({ ...request, query: { ...request.query, cursor } }, read),
		wanted,
		(entry) => (isWanted?.(entry) === false ? undefined : toItem(entry)),
		limit === Infinity
			? 'Set Limit instead of Return All, or narrow the filters.'
			: 'Set a smaller Limit, or narrow the filters.',
	);
	return isCut ? cutForModel(items, total) : items;
}

const reader = (
	spec: ListOperation | SingleOperation,
	{ operationId }: ServiceRequest,
	parameters: ItemParameters,
): ((response: HttpResponse) => object[]) =>
	'toList' in spec
		? (response) =>
				spec.toList(
					responseValue(response, operationId),
					parameters,
					missingFieldError(response, operationId),
				)
		: readObject(operationId, (body, fail) => spec.toItems(body, parameters, fail));

/** Most results of a list that a model gets with Return All: more would fill its context. */
const TOOL_LIMIT = 50;

/** @param total how many there are, if that is known */
function cutForModel(items: object[], total: number | undefined): object[] {
	if (items.length <= TOOL_LIMIT) return items;
	const left = total === undefined || total <= TOOL_LIMIT ? null : total - TOOL_LIMIT;
	return [
		...items.slice(0, TOOL_LIMIT),
		{
			left_out: left,
			message: `Only the first ${TOOL_LIMIT} are given here; ${left ?? 'more'} are left out. Narrow the list with its filters, or ask for a single one by its ID.`,
		},
	];
}
