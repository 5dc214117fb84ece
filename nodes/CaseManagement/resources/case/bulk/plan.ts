import { simplifyCase } from '../../../model/case';
import { statusMismatch } from '../../../model/caseAction';
import { filterMismatch, serviceFilter } from '../../../model/caseFilter';
import type { JsonObject } from '../../../model/json';
import { nameContains } from '../../../model/names';
import { inputProblem } from '../../../model/problem';
import type { Problem } from '../../../model/problem';
import { collectPages, toCasePage } from '../../../transport/pages';
import { fillPath, listedId, withoutUsableId } from '../../../transport/path';
import { readObject } from '../../../transport/response';
import type { SendRequest } from '../../../transport/send';
import type { BulkRules } from './rules';

/** What became of one case. */
export interface CaseOutcome {
	outcome: 'done' | 'failed' | 'planned' | 'skipped';
	message: string | null;
}

/** A case of the list, with its outcome as soon as it has one. */
export interface BulkCase {
	uuid: unknown;
	simplified: JsonObject;
	result?: CaseOutcome;
	/** Whether a request for it has ended without saying what has become of the case. */
	inDoubt?: boolean;
}

/** Nothing is, or was, to be done. */
export const skipped = (message: string): CaseOutcome => ({ outcome: 'skipped', message });

/**
 * Lists all cases that match (listCases), each once: a list that shifts while it is read has some on
 * two pages. Those that need no request are decided already.
 *
 * @throws Problem (`input`) if there are more than the user expects
 */
export async function planCases(send: SendRequest, rules: BulkRules): Promise<BulkCase[]> {
	const { filter, arrayFormat, maxCases } = rules;
	const operationId = 'listCases';
	const path = fillPath(operationId);
	const query = serviceFilter(filter);
	const { nameContains: part } = filter;
	const isMeant = ({ name }: JsonObject) => part === undefined || nameContains(name, part);
	const seen = new Set<unknown>();
	const isNew = ({ uuid }: JsonObject) =>
		typeof uuid !== 'string' || seen.size < seen.add(uuid).size;
	let total: unknown;
	const readPage = readObject(operationId, (body, fail) => {
		total = body.total;
		const page = toCasePage(body, fail);
		return { ...page, entries: page.entries.filter(isNew) };
	});
	const cases = await collectPages(
		async (cursor) =>
			await send({ operationId, path, arrayFormat, query: { ...query, cursor } }, readPage),
		maxCases + 1,
		(entry) => (isMeant(entry) ? planCase(entry, rules) : undefined),
		'No case was touched. Narrow the filters.',
	);
	// The service counts what the name leaves out as well.
	if (cases.length > maxCases) throw tooMany(maxCases, part === undefined ? total : undefined);
	return cases;
}

function planCase(entry: JsonObject, { action, filter }: BulkRules): BulkCase {
	const mismatch = filterMismatch(entry, filter);
	const reason =
		mismatch === undefined
			? (statusMismatch(action, entry.status) ?? unusableId(entry.uuid))
			: `${mismatch}; the service has listed it all the same. If there are many, set another Array Format under Options`;
	return {
		uuid: entry.uuid,
		simplified: simplifyCase(entry),
		...(reason !== undefined && { result: skipped(reason) }),
	};
}

/** Why a case cannot be asked for by its ID. */
const unusableId = (uuid: unknown): string | undefined =>
	listedId(uuid) === undefined ? `The service has listed it ${withoutUsableId(uuid)}` : undefined;

/** @param total how many there are, as the service says; it may count what the filters leave out */
function tooMany(maxCases: number, total: unknown): Problem {
	const most = maxCases.toLocaleString('en');
	const isCount = typeof total === 'number' && total > maxCases;
	const count = isCount ? ` (the service counts ${total.toLocaleString('en')})` : '';
	return inputProblem(
		`More than ${most} cases match${count}, which is the limit set by Max Cases`,
		'No case was touched. Narrow the filters, or raise Max Cases if you mean them all.',
	);
}
