import type { CaseIndex, ListedCase } from '../model/caseIndex';
import { OPEN_STATUSES } from '../model/caseStatus';
import { Problem, inputProblem, quote } from '../model/problem';
import type { SoughtCase } from '../parameters/caseTarget';
import { locatorId } from '../parameters/locator';
import { toProblem } from '../transport/errors';
import { openCases } from './listedCases';
import type { OperationTools } from './spec';

/**
 * Finds the one open case of a name or number.
 *
 * @returns its ID, checked like any other
 * @throws Problem (`input`) if there is none, or more than one; as `openCases`
 */
export async function findCase(sought: SoughtCase, tools: OperationTools): Promise<string> {
	const settled = settledCases(tools).get(tools.itemIndex);
	if (settled !== undefined) return settled;
	const { by, value } = sought;
	const cases = await listed(sought, tools);
	const found = by === 'name' ? cases.named(value) : cases.numbered(value);
	if (found.length > 1) throw several(sought, found);
	const [only] = found;
	if (only === undefined) throw none(sought, cases.size);
	return usableId(only, sought);
}

/** The open cases; who may not list them is told of the other way. */
async function listed(sought: SoughtCase, tools: OperationTools): Promise<CaseIndex> {
	try {
		return await openCases(tools, sought.templateId, howToNarrow(sought));
	} catch (error) {
		const problem = toProblem(error);
		const note =
			'The case is looked for in the list of cases; By ID works without the right to it.';
		const reported = problem.status === 403 ? problem.withNote(note) : problem;
		throw reported;
	}
}

/**
 * Notes the case to which a change is about to be sent. If n8n's Retry On Fail runs the item again,
 * it goes to the same one, whoever has the name by then.
 */
export function settleOn(caseId: string, tools: OperationTools): void {
	settledCases(tools).set(tools.itemIndex, caseId);
}

/** By input item. */
const settledCases = ({ store }: OperationTools): Map<number, string> =>
	store('cases that were found', () => new Map<number, string>());

const wordsFor = ({ by, value }: SoughtCase): string =>
	by === 'name' ? `the name ${quote(value)}` : `the number ${value}`;

const ofTemplate = ({ templateId }: SoughtCase): string =>
	templateId === undefined ? '' : ` of the template ${quote(templateId)}`;

const howToNarrow = ({ templateId }: SoughtCase): string =>
	templateId === undefined
		? 'Nothing was sent. Give the case By ID, or, for a signal, choose its template: then only the cases of that template are looked through.'
		: 'Nothing was sent. Give the case By ID.';

function none(sought: SoughtCase, count: number): Problem {
	const exactly =
		sought.by === 'name' ? ' Names are compared exactly, with regard to upper and lower case.' : '';
	return inputProblem(
		`No open case${ofTemplate(sought)} has ${wordsFor(sought)}`,
		`Nothing was sent. Looked at were the ${count.toLocaleString('en')} cases${ofTemplate(sought)} in one of the statuses ${OPEN_STATUSES.join(', ')}.${exactly} Case > Get Many with the filter Name Contains shows what is there. A completed case is reached By ID.`,
	);
}

/** As many cases as a person reads. */
const MOST_SHOWN = 10;

function several(sought: SoughtCase, found: readonly ListedCase[]): Problem {
	const more = found.length - MOST_SHOWN;
	const shown = found.slice(0, MOST_SHOWN).map((one) => describe(one, sought));
	const other = sought.by === 'name' ? 'By Number or By ID' : 'By ID';
	return new Problem(
		`${found.length} open cases${ofTemplate(sought)} have ${wordsFor(sought)}: ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
		{
			kind: 'input',
			hint: `Nothing was sent. Say which one is meant: ${other}.`,
			details: { cases: found.slice(0, MOST_SHOWN) },
		},
	);
}

/** E.g. `#62 (running, started 2026-01-01T10:00:00.000Z)`; the ID where the number does not tell. */
function describe({ uuid, number, status, created }: ListedCase, { by }: SoughtCase): string {
	const isTold = by === 'name' && number !== undefined && number !== null;
	const name = isTold ? `#${plain(number)}` : plain(uuid);
	return `${name} (${plain(status)}, started ${plain(created)})`;
}

/** A foreign value as `quote` makes it fit for a message, without the quotation marks. */
const plain = (value: unknown): string => quote(value).replace(/^"|"$/g, '');

function usableId({ uuid }: ListedCase, sought: SoughtCase): string {
	let id: string | undefined;
	try {
		id = locatorId(uuid, 'caseId');
	} catch {
		id = undefined;
	}
	if (id !== undefined) return id;
	throw inputProblem(
		`The service lists the case with ${wordsFor(sought)} without an ID that can be sent: ${quote(uuid)}`,
		'Nothing was sent. Tell the operators of the service.',
	);
}
