import { MAX_REQUESTS_IN_FLIGHT } from '../execution/task';
import type { ItemTools } from '../execution/task';
import { findCase, withFoundCase } from '../lookup/findCase';
import type { FoundCase } from '../lookup/findCase';
import { readCaseTarget } from '../lookup/target';
import type { CaseTarget } from '../lookup/target';
import type { ItemParameters } from '../parameters/parameters';
import { writeEndpoint } from '../transport/endpoints';
import { collectPages } from '../transport/pages';
import { missingFieldError, readObject, responseValue } from '../transport/response';
import { fillPath, namesInPath } from '../transport/url';
import type { PathIds } from '../transport/url';
import type { Operation, RequestOperation, RequestParts } from './spec';

interface PreparedRequest<P> {
	parameters: ItemParameters;
	/** The case that has to be looked up before the request can be sent. */
	target: CaseTarget | undefined;
	found?: FoundCase;
	prepared: P;
	completed?: RequestParts;
	limit: number;
}

/** Makes an operation of one request per item, or of one per page of a list. */
export function requestOperation<P extends RequestParts>(
	spec: RequestOperation<P>,
): Operation<PreparedRequest<P>> {
	const { operationId, completeRequest } = spec;
	const write = writeEndpoint(operationId);
	const shows = (parameter: string) => spec.fields.some(({ name }) => name === parameter);
	const hasCase = shows('caseId');
	return {
		...spec,
		task: {
			operationId,
			effect: write === undefined ? 'none' : write.idempotent ? 'idempotent' : 'once',
			itemsAtOnce: MAX_REQUESTS_IN_FLIGHT,
			failsWithRequest: true,
			prepare(parameters) {
				const target = hasCase ? readCaseTarget(parameters, shows('templateId')) : undefined;
				const prepared = spec.prepare?.(parameters) ?? ({} as P);
				const names = namesInPath(prepared.operationId ?? operationId);
				for (const name of names) {
					if (name !== 'caseId' || target === undefined) parameters.id(name);
				}
				return { parameters, target, prepared, limit: spec.readLimit?.(parameters) ?? Infinity };
			},
			plan:
				hasCase || completeRequest !== undefined
					? async (request, tools) => {
							const { target, parameters, prepared } = request;
							const found = target === undefined ? undefined : await findCase(target, tools);
							if (found !== undefined) parameters.settleCase(found.id);
							const completed = await completeRequest?.(prepared, parameters, tools);
							return { ...request, found, completed };
						}
					: undefined,
			run: async (request, tools) =>
				await withFoundCase(request.found, async () => await sendRequest(spec, request, tools)),
		},
	};
}

async function sendRequest<P extends RequestParts>(
	spec: RequestOperation<P>,
	{ parameters, prepared, completed, limit }: PreparedRequest<P>,
	{ isTool, send }: ItemTools,
): Promise<object[]> {
	const operationId = prepared.operationId ?? spec.operationId;
	const { query, arrayFormat, body } = { ...prepared, ...completed };
	const ids: PathIds = {};
	for (const name of namesInPath(operationId)) ids[name] = parameters.id(name);
	const request = { operationId, path: fillPath(operationId, ids), query, arrayFormat, body };
	if (spec.kind === 'single') {
		const read = readObject(operationId, (object, fail) => spec.toItems(object, parameters, fail));
		return await send(request, read);
	}
	const isCut = isTool && limit === Infinity;
	if (spec.kind === 'list') {
		const items = await send(request, (response) => {
			const fail = missingFieldError(response, operationId);
			return spec.toList(responseValue(response, operationId), parameters, fail);
		});
		return isCut ? cutForModel(items, items.length) : items.slice(0, limit);
	}
	let total: number | undefined;
	const isWanted = spec.toTest?.(prepared);
	const toItem = spec.toItem(parameters);
	const readPage = readObject(operationId, spec.toPage);
	const items = await collectPages(
		async (cursor) => {
			const page = await send({ ...request, query: { ...query, cursor } }, readPage);
			// The service counts what is left out here as well.
			total = isWanted === undefined ? page.total : undefined;
			return page;
		},
		// One more than is returned tells whether something is left out.
		isCut ? MAX_TOOL_RESULTS + 1 : limit,
		(entry) => (isWanted?.(entry) === false ? undefined : toItem(entry)),
		limit === Infinity
			? 'Use Limit instead of Return All, or narrow the filters.'
			: 'Set a smaller Limit, or narrow the filters.',
	);
	return isCut ? cutForModel(items, total) : items;
}

/** Maximum number of results of a list that a model gets with Return All: more would fill its
 * context. */
const MAX_TOOL_RESULTS = 50;

function cutForModel(items: object[], total: number | undefined): object[] {
	if (items.length <= MAX_TOOL_RESULTS) return items;
	const left = total === undefined || total <= MAX_TOOL_RESULTS ? null : total - MAX_TOOL_RESULTS;
	return [
		...items.slice(0, MAX_TOOL_RESULTS),
		{
			left_out: left,
			message: `Only the first ${MAX_TOOL_RESULTS} results are returned here; ${left ?? 'more'} are left out. Narrow the list with filters, or get a single entry by its ID.`,
		},
	];
}
