import type { ItemTools } from '../execution/task';
import { Memory } from '../execution/memory';
import { OPEN_STATUSES } from '../model/case';
import { quote } from '../model/foreignText';
import { withoutUsableId } from '../model/identifiers';
import type { Id } from '../model/identifiers';
import { pick } from '../model/json';
import { comparableNumber } from '../model/names';
import { inputProblem, Problem } from '../model/problem';
import { toConnectionProblem } from '../transport/connection';
import { toProblem } from '../transport/errors';
import type { SendRequest } from '../transport/send';
import { withTimeout } from '../transport/time';
import { describeListed, describeNumber, readCaseList } from './caseList';
import type { CaseList, ListAdvice, ListedCase } from './caseList';
import { describeTarget } from './target';
import type { CaseTarget } from './target';

export interface FoundCase {
	id: Id;
	/** Its running number, as the service sent it. */
	number: unknown;
}

/** Finds the one open case of a name or number. If n8n's Retry On Fail runs the item again, it is
 * the same one, whichever case has the name by then, and in whatever status.
 * @throws Problem (`input`) if there is none, or more than one; as `readOpenCases` */
export async function findCase(target: CaseTarget, tools: ItemTools): Promise<FoundCase> {
	const { acrossTries, itemIndex, isTool } = tools;
	const found = acrossTries.get('found cases', () => new Map<number, FoundCase>());
	const known = found.get(itemIndex);
	if (known !== undefined) return known;
	const list = await readOpenCases(tools, target.templateId, {
		otherwise: narrowingAdvice(target),
		withoutRight:
			'Finding a case by name or number needs permission to list cases. By ID works without it.',
	});
	const [first, ...others] =
		target.by === 'name' ? list.withName(target.value) : list.withNumber(target.value);
	if (first === undefined) throw caseNotFound(target, list.size);
	if (others.length > 0) throw ambiguousCase(target, [first, ...others], isTool);
	const { id, number, uuid } = first;
	if (id === undefined) {
		throw inputProblem(
			`The service lists the case with ${describeTarget(target)} ${withoutUsableId(uuid)}`,
			'Nothing was sent. Report this to the operators of the service.',
			'lookupFailed',
		);
	}
	found.set(itemIndex, { id, number });
	return { id, number };
}

/** The cases that are not completed (listCases). Read once per try, however many items look one up;
 * what fails fails for all of them. */
export const readOpenCases = async (
	{ thisTry, send }: ItemTools,
	templateId: string | undefined,
	advice: ListAdvice,
): Promise<CaseList> =>
	await thisTry.get(`open cases of ${templateId?.toLowerCase() ?? 'all templates'}`, async () => {
		const process_type = templateId === undefined ? [] : [templateId];
		return await readCaseList(send, { status: OPEN_STATUSES, process_type }, advice);
	});

/** As `findCase`, for an operation that looks again when a lookup has failed: a list that could not
 * be read is read anew, and no lookup takes longer than it may.
 * @param milliseconds that the lookup may take, with all pages and attempts
 * @throws Problem as `findCase`; (`connection`) if it takes longer */
export async function findCaseWithin(
	milliseconds: number,
	target: CaseTarget,
	tools: ItemTools,
): Promise<FoundCase> {
	const until = Date.now() + milliseconds;
	const send: SendRequest = async (request, read, settings) =>
		await tools.send(request, read, {
			...settings,
			maxTimeoutMs: Math.max(until - Date.now(), 1),
			retryDeadline: until,
		});
	const thisTry = tools.thisTry.get('lists that may be read again', () => new Memory(false));
	const lookup = findCase(target, { ...tools, send, thisTry });
	try {
		// The list may be that of an item which has more time.
		return await withTimeout(
			milliseconds,
			undefined,
			async (signal) => await Promise.race([lookup, rejectOnAbort(signal)]),
		);
	} catch (error) {
		throw toConnectionProblem(error, 'listCases');
	}
}

const rejectOnAbort = async (signal: AbortSignal): Promise<never> =>
	await new Promise((_resolve, reject) => {
		signal.addEventListener('abort', () => reject(new Error('Out of time')));
	});

/** Does something with a case. If it had to be looked up, an error says which one it was. */
export async function withFoundCase<T>(
	found: FoundCase | undefined,
	work: () => Promise<T>,
): Promise<T> {
	return await work().catch((error: unknown) => {
		throw addFoundCase(toProblem(error), found);
	});
}

export function addFoundCase(problem: Problem, found: FoundCase | undefined): Problem {
	// What was not sent because the run ended is about no case.
	if (found === undefined || problem.kind === 'cancelled') return problem;
	const { id, number } = found;
	return problem.withNote(`Case: ${id} (${describeNumber(number)}).`, {
		...problem.details,
		case: { uuid: id, number: number ?? null },
	});
}

const describeTemplate = ({ templateId }: CaseTarget): string =>
	templateId === undefined ? '' : ` of the template ${quote(templateId)}`;

const narrowingAdvice = ({ templateId, hasTemplate }: CaseTarget): string =>
	hasTemplate && templateId === undefined
		? 'Nothing was sent. Choose By ID and enter the UUID of the case, or choose its template to search only the cases of that template.'
		: 'Nothing was sent. Choose By ID and enter the UUID of the case.';

function caseNotFound(target: CaseTarget, count: number): Problem {
	const template = describeTemplate(target);
	const looked = `Searched: ${count === 1 ? '1 case' : `${count.toLocaleString('en')} cases`}${template} with one of the statuses ${OPEN_STATUSES.join(', ')}.`;
	const advice =
		target.by === 'name'
			? 'Names are compared exactly, including upper and lower case. Use Case > Get Many with the filter Name Contains to see the existing cases.'
			: 'Use Case > Get Many to see the existing cases.';
	return inputProblem(
		`No open case${template} has ${describeTarget(target)}`,
		`Nothing was sent. ${looked} ${advice} To use a completed case, choose By ID.`,
		'caseNotFound',
	);
}

const MAX_DESCRIBED = 10;

/** @param isTool whether a model reads it, which can only go on with the IDs */
function ambiguousCase(target: CaseTarget, found: ListedCase[], isTool: boolean): Problem {
	const more = found.length - MAX_DESCRIBED;
	const shown = found.slice(0, MAX_DESCRIBED);
	const isNumbered = ({ number }: ListedCase) => comparableNumber(number) !== undefined;
	const isByName = target.by === 'name';
	const described = shown.map((one) =>
		describeListed(one, isTool || !isByName || !isNumbered(one)),
	);
	const modes = isByName && found.every(isNumbered) ? 'By Number or By ID' : 'By ID';
	const advice = isTool
		? 'If the case can be given By ID, call again with the UUID of the right one. Otherwise, ask the user which one is meant.'
		: `Specify which one you mean: ${modes}.`;
	const message = `${found.length.toLocaleString('en')} open cases${describeTemplate(target)} have ${describeTarget(target)}: ${described.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
	return new Problem(message, {
		kind: 'input',
		reason: 'severalCases',
		hint: `Nothing was sent. ${advice}`,
		details: { cases: shown.map((one) => pick(one, ['uuid', 'number', 'status', 'created'])) },
	});
}
