import { toCaseView } from '../model/case';
import type { CaseView } from '../model/case';
import type { Id } from '../model/identifiers';
import { isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import type { OperationId } from './endpoints';
import type { Page, ReadPage } from './pages';
import { readObject } from './response';
import type { FailMissingField } from './response';
import type { RequestSettings, SendRequest, ServiceRequest } from './send';
import { fillPath } from './url';
import type { PathIds } from './url';

export function toCasePage(body: JsonObject, fail: FailMissingField): Page {
	const { processes, next_cursor: next, total } = body;
	if (!Array.isArray(processes) || !processes.every(isObject)) return fail('processes');
	return {
		entries: processes,
		nextCursor: toCursor(next, fail),
		...(typeof total === 'number' && { total }),
	};
}

/** A cursor is text; a number is sent on as text, and anything else would end a list too early. */
function toCursor(value: unknown, fail: FailMissingField): string | null {
	if (value === undefined || value === null || value === '') return null;
	if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
	// Half of a character cannot be sent back.
	return typeof value === 'string' && !/\p{Surrogate}/u.test(value) ? value : fail('next_cursor');
}

/** Makes the function that reads one page of the case list (listCases). */
export const casePageReader = (
	send: SendRequest,
	query: ServiceRequest['query'],
	arrayFormat?: ServiceRequest['arrayFormat'],
): ReadPage => {
	const operationId = 'listCases';
	const path = fillPath(operationId);
	const read = readObject(operationId, toCasePage);
	return async (cursor) =>
		await send({ operationId, path, arrayFormat, query: { ...query, cursor } }, read);
};

/** What a read needs beside its endpoint. */
interface ReadParts extends Pick<ServiceRequest, 'query'> {
	ids?: PathIds;
	settings?: Partial<RequestSettings>;
}

/** Sends a read, and takes what is wanted of the object in its response. */
export const fetchObject = async <T>(
	send: SendRequest,
	operationId: OperationId,
	{ ids, query, settings }: ReadParts,
	take: (body: JsonObject, fail: FailMissingField) => T,
): Promise<T> => {
	const request = { operationId, path: fillPath(operationId, ids), query };
	return await send(request, readObject(operationId, take), settings);
};

/** Reads one case (getCase). */
export const fetchCase = async (
	send: SendRequest,
	caseId: Id,
	settings?: Partial<RequestSettings>,
): Promise<CaseView> =>
	await fetchObject(send, 'getCase', { ids: { caseId }, settings }, (body, fail) => {
		return toCaseView(body) ?? fail('process_instance');
	});
