import { filterMismatch } from '../model/caseAction';
import type { ServiceFilter } from '../model/caseAction';
import { CaseIndex } from '../model/caseIndex';
import { OPEN_STATUSES } from '../model/caseStatus';
import { inputProblem } from '../model/problem';
import { iteratePages, toCasePage } from '../transport/pages';
import { fillPath } from '../transport/path';
import { readObject } from '../transport/response';
import type { SendRequest } from '../transport/send';
import type { OperationTools } from './spec';

/** Most cases of a list in which one is looked for by its name: at 100 a page, 200 requests. */
export const MOST_LISTED = 20_000;

/**
 * The cases that are not completed (listCases). Read once per execution, however many items look for
 * one; what fails fails for all of them.
 *
 * @param templateId only those of this template; of all if left out
 * @param whenTooMany what to do if there are more than `MOST_LISTED`
 * @throws Problem (`input`) if there are more; Problem if a page cannot be read
 */
export async function openCases(
	{ loadOnce, send }: OperationTools,
	templateId: string | undefined,
	whenTooMany: string,
): Promise<CaseIndex> {
	const process_type = templateId === undefined ? [] : [templateId];
	return await loadOnce(
		`open cases of ${templateId?.toLowerCase() ?? 'all templates'}`,
		async () => await readCases(send, { status: OPEN_STATUSES, process_type }, whenTooMany),
	);
}

/**
 * Reads a list of cases to its end, oldest first, so that those that are created meanwhile are met.
 *
 * @param filter what the list is to hold. How the service reads it is not shown, so each case is held
 * against it once more
 * @param whenTooMany what to do if there are more than `MOST_LISTED`
 * @throws Problem (`input`) if there are more; Problem if a page cannot be read
 */
export async function readCases(
	send: SendRequest,
	filter: ServiceFilter,
	whenTooMany: string,
): Promise<CaseIndex> {
	const operationId = 'listCases';
	const path = fillPath(operationId);
	const query = { sort_by: 'oldest', ...filter };
	const readPage = readObject(operationId, toCasePage);
	const index = new CaseIndex();
	let listed = 0;
	const pages = iteratePages(
		async (cursor) => await send({ operationId, path, query: { ...query, cursor } }, readPage),
	);
	for await (const { entries } of pages) {
		listed += entries.length;
		if (listed > MOST_LISTED) {
			throw inputProblem(
				`The service lists more than ${MOST_LISTED.toLocaleString('en')} cases, too many to look for one by its name or number`,
				whenTooMany,
			);
		}
		for (const entry of entries) {
			if (filterMismatch(entry, filter) === undefined) index.add(entry);
		}
	}
	return index;
}
