import { simplifyCase } from '../../../model/case';
import { filterMismatch, serviceFilter } from '../../../model/caseFilter';
import { listedId, withoutUsableId } from '../../../model/identifiers';
import type { Id } from '../../../model/identifiers';
import type { JsonObject } from '../../../model/json';
import { isNameMatch } from '../../../model/names';
import { inputProblem } from '../../../model/problem';
import type { Problem } from '../../../model/problem';
import { casePageReader } from '../../../transport/cases';
import { collectPages } from '../../../transport/pages';
import type { SendRequest } from '../../../transport/send';
import { actionMismatch } from './actions';
import type { BulkRules } from './rules';

export interface CaseOutcome {
	outcome: 'done' | 'failed' | 'planned' | 'skipped';
	message: string | null;
}

/** A case of the list, with its outcome as soon as it has one. */
export interface BulkCase {
	/** Checked; one without a usable ID is skipped. */
	id: Id | undefined;
	uuid: unknown;
	simplified: JsonObject;
	result?: CaseOutcome;
	/** Whether a request for it has ended without saying what has become of the case. */
	inDoubt?: boolean;
}

export const skipped = (message: string): CaseOutcome => ({ outcome: 'skipped', message });

/** Lists all cases that match (listCases), each once: a list that shifts while it is read has some
 * on two pages. Those that need no request are decided already.
 * @throws Problem (`input`) if there are more than the user expects */
export async function planCases(send: SendRequest, rules: BulkRules): Promise<BulkCase[]> {
	const { filter, arrayFormat, maxCases } = rules;
	const { nameContains: part } = filter;
	const isMeant = ({ name }: JsonObject) => part === undefined || isNameMatch(name, part);
	const seen = new Set<unknown>();
	const isNew = ({ uuid }: JsonObject) =>
		typeof uuid !== 'string' || seen.size < seen.add(uuid).size;
	let total: number | undefined;
	const readPage = casePageReader(send, { ...serviceFilter(filter) }, arrayFormat);
	const cases = await collectPages(
		async (cursor) => {
			const page = await readPage(cursor);
			total = page.total;
			return { ...page, entries: page.entries.filter(isNew) };
		},
		maxCases + 1,
		(entry) => (isMeant(entry) ? planCase(entry, rules) : undefined),
		'No case was changed. Narrow the filters.',
	);
	// The service counts what the name leaves out as well.
	if (cases.length > maxCases) throw tooManyCases(maxCases, part === undefined ? total : undefined);
	return cases;
}

function planCase(entry: JsonObject, { action, filter }: BulkRules): BulkCase {
	const { uuid, status } = entry;
	const id = listedId(uuid);
	const mismatch = filterMismatch(entry, filter);
	const reason =
		mismatch === undefined
			? (actionMismatch(action, status) ??
				(id === undefined ? `The service listed it ${withoutUsableId(uuid)}` : undefined))
			: `${mismatch}; the service listed it anyway. If there are many such cases, choose another Array Format under Options`;
	const result = reason === undefined ? undefined : skipped(reason);
	return { id, uuid, simplified: simplifyCase(entry), result };
}

/** @param total how many there are, as the service says; it may count what the filters leave out */
function tooManyCases(maxCases: number, total: number | undefined): Problem {
	const isKnown = total !== undefined && total > maxCases;
	const count = isKnown ? ` (the service counts ${total.toLocaleString('en')})` : '';
	return inputProblem(
		`More than ${maxCases.toLocaleString('en')} cases match${count}, which is the limit set by Max Cases`,
		'No case was changed. Narrow the filters, or raise Max Cases if you want to act on all of them.',
	);
}
