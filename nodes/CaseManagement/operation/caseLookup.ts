import type { CaseIndex } from '../model/caseIndex';
import { OPEN_STATUSES } from '../model/caseStatus';
import { inWords, numberInWords } from '../model/listedCase';
import type { ListedCase } from '../model/listedCase';
import { comparableNumber } from '../model/names';
import { Problem, inputProblem, quote } from '../model/problem';
import type { SoughtCase } from '../parameters/caseTarget';
import { toProblem } from '../transport/errors';
import { listedId, withoutUsableId } from '../transport/path';
import { openCases } from './listedCases';
import type { OperationTools } from './spec';

/** The case of a name or number. */
export interface FoundCase {
	/** Checked to be one that can be sent. */
	uuid: string;
	/** Its running number, as the service sent it. */
	number: unknown;
}

/**
 * Finds the one open case of a name or number. If n8n's Retry On Fail runs the item again, it is the
 * same one, whoever has the name by then, and in whatever status.
 *
 * @throws Problem (`input`) if there is none, or more than one; as `openCases`
 */
export async function findCase(sought: SoughtCase, tools: OperationTools): Promise<FoundCase> {
	const settled = settledCases(tools);
	const found = settled.get(tools.itemIndex) ?? (await lookFor(sought, tools));
	settled.set(tools.itemIndex, found);
	return found;
}

/** By input item. */
const settledCases = ({ store }: OperationTools): Map<number, FoundCase> =>
	store('cases that were found', () => new Map<number, FoundCase>());

async function lookFor(sought: SoughtCase, tools: OperationTools): Promise<FoundCase> {
	const cases: CaseIndex = await openCases(tools, sought.templateId, {
		otherwise: howToNarrow(sought),
		withoutRight:
			'The case is looked for in the list of cases; By ID works without the right to it.',
	});
	const { by, value } = sought;
	const found = by === 'name' ? cases.named(value) : cases.numbered(value);
	if (found.length > 1) throw several(sought, found, tools.isTool);
	const [only] = found;
	if (only === undefined) throw none(sought, cases.size);
	const uuid = listedId(only.uuid);
	if (uuid !== undefined) return { uuid, number: only.number };
	throw inputProblem(
		`The service lists the case with ${soughtInWords(sought)} ${withoutUsableId(only.uuid)}`,
		'Nothing was sent. Tell the operators of the service.',
		'lookupFailed',
	);
}

/**
 * Does something with a case.
 *
 * @param found the case, if it had to be looked for: then an error says which one it was
 */
export async function namingCase<T>(
	found: FoundCase | undefined,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const problem = aboutCase(toProblem(error), found);
		throw problem;
	}
}

/** The same problem, saying which case was found. */
export function aboutCase(problem: Problem, found: FoundCase | undefined): Problem {
	// What was not sent, for an end of the run, is about no case.
	if (found === undefined || problem.kind === 'cancelled') return problem;
	const { uuid, number } = found;
	return problem.withNote(`This is about the case ${uuid} (${numberInWords(number)}).`, {
		...problem.details,
		case: { uuid, number: number ?? null },
	});
}

/** E.g. `the name "PO-4711"`. */
export const soughtInWords = ({ by, value }: SoughtCase): string =>
	by === 'name' ? `the name ${quote(value)}` : `the number ${value}`;

const ofTemplate = ({ templateId }: SoughtCase): string =>
	templateId === undefined ? '' : ` of the template ${quote(templateId)}`;

const howToNarrow = ({ templateId, hasTemplate }: SoughtCase): string =>
	hasTemplate && templateId === undefined
		? 'Nothing was sent. Give the case By ID, or choose its template: then only the cases of that template are looked through.'
		: 'Nothing was sent. Give the case By ID.';

function none(sought: SoughtCase, count: number): Problem {
	const looked = `Looked at: ${count === 1 ? '1 case' : `${count.toLocaleString('en')} cases`}${ofTemplate(sought)}, those in one of the statuses ${OPEN_STATUSES.join(', ')}.`;
	const advice =
		sought.by === 'name'
			? 'Names are compared exactly, with regard to upper and lower case. Case > Get Many with the filter Name Contains shows what is there.'
			: 'Case > Get Many shows what is there.';
	return inputProblem(
		`No open case${ofTemplate(sought)} has ${soughtInWords(sought)}`,
		`Nothing was sent. ${looked} ${advice} A completed case is reached By ID.`,
		'caseNotFound',
	);
}

/** As many cases as a person reads. */
const MOST_SHOWN = 10;

/** @param isTool whether a model reads it, which can only go on with the IDs */
function several(sought: SoughtCase, found: readonly ListedCase[], isTool: boolean): Problem {
	const more = found.length - MOST_SHOWN;
	const isNumbered = ({ number }: ListedCase) => comparableNumber(number) !== undefined;
	const tells = sought.by === 'name';
	const shown = found
		.slice(0, MOST_SHOWN)
		.map((one) => inWords(one, { withId: isTool || !tells || !isNumbered(one) }));
	const modes = tells && found.every(isNumbered) ? 'By Number or By ID' : 'By ID';
	const advice = isTool
		? 'Call again with the UUID of the one that is meant, if the case can be given By ID; otherwise ask the user which one is meant.'
		: `Say which one is meant: ${modes}.`;
	return new Problem(
		`${found.length.toLocaleString('en')} open cases${ofTemplate(sought)} have ${soughtInWords(sought)}: ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
		{
			kind: 'input',
			reason: 'severalCases',
			hint: `Nothing was sent. ${advice}`,
			details: { cases: found.slice(0, MOST_SHOWN) },
		},
	);
}
