import { filterMismatch, untold } from '../model/caseFilter';
import type { ServiceFilter } from '../model/caseFilter';
import { CaseIndex } from '../model/caseIndex';
import { OPEN_STATUSES } from '../model/caseStatus';
import { inputProblem } from '../model/problem';
import type { Problem } from '../model/problem';
import { toProblem } from '../transport/errors';
import { iteratePages, toCasePage } from '../transport/pages';
import { fillPath } from '../transport/path';
import { readObject } from '../transport/response';
import type { SendRequest } from '../transport/send';
import type { OperationTools } from './spec';

/** Most cases of a list in which one is looked for by its name: at 100 a page, 200 requests. */
const MOST_LISTED = 20_000;

/** What to do where a list cannot be read; each one or more sentences. */
export interface ListAdvice {
	/** If it is too long, or does not end. */
	otherwise: string;
	/** If the user has no right to it (403): what it is needed for. */
	withoutRight: string;
}

/**
 * The cases that are not completed (listCases). Read once per execution, however many items look for
 * one; what fails fails for all of them.
 *
 * @param templateId only those of this template; of all if left out
 * @throws Problem as `readCases`
 */
export async function openCases(
	{ loadOnce, send }: OperationTools,
	templateId: string | undefined,
	advice: ListAdvice,
): Promise<CaseIndex> {
	const process_type = templateId === undefined ? [] : [templateId];
	return await loadOnce(
		`open cases of ${templateId?.toLowerCase() ?? 'all templates'}`,
		async () => await readCases(send, { status: OPEN_STATUSES, process_type }, advice),
	);
}

/**
 * Reads a list of cases to its end, oldest first, so that those that are created meanwhile are met.
 *
 * @param filter what the list is to hold. How the service reads it is not shown, so each case is held
 * against it once more
 * @throws Problem (`input`) if there are more than `MOST_LISTED`; Problem if a page cannot be read
 */
export async function readCases(
	send: SendRequest,
	filter: ServiceFilter,
	advice: ListAdvice,
): Promise<CaseIndex> {
	try {
		return await readAll(send, filter, advice);
	} catch (error) {
		const problem = lookupFailed(toProblem(error), advice);
		throw problem;
	}
}

async function readAll(
	send: SendRequest,
	filter: ServiceFilter,
	{ otherwise }: ListAdvice,
): Promise<CaseIndex> {
	const operationId = 'listCases';
	const path = fillPath(operationId);
	const query = { sort_by: 'oldest', ...filter };
	const readPage = readObject(operationId, toCasePage);
	const index = new CaseIndex();
	let listed = 0;
	const pages = iteratePages(
		async (cursor) => await send({ operationId, path, query: { ...query, cursor } }, readPage),
		undefined,
		otherwise,
	);
	for await (const { entries } of pages) {
		listed += entries.length;
		if (listed > MOST_LISTED) {
			throw inputProblem(
				`The service lists more than ${MOST_LISTED.toLocaleString('en')} cases, too many to look for one by its name or number`,
				otherwise,
				'lookupFailed',
			);
		}
		for (const entry of entries) {
			if (filterMismatch(entry, filter) === undefined) {
				index.add(entry);
				continue;
			}
			const reason = untold(entry, filter);
			if (reason !== undefined) index.addUntold(entry, reason);
		}
	}
	return index;
}

function lookupFailed(problem: Problem, { withoutRight }: ListAdvice): Problem {
	// What was not sent, for an end of the run, has not failed.
	if (problem.kind === 'cancelled') return problem;
	const reported = problem.status === 403 ? problem.withNote(withoutRight) : problem;
	return reported.reason === undefined ? reported.withReason('lookupFailed') : reported;
}
