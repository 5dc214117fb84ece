import type { ItemTools } from '../execution/task';
import { TERMINAL_STATUS } from '../model/case';
import { daysBefore } from '../model/caseFilter';
import { quote } from '../model/foreignText';
import { withoutUsableId } from '../model/identifiers';
import type { Id } from '../model/identifiers';
import { inputProblem } from '../model/problem';
import type { Problem } from '../model/problem';
import { describeListed, readCaseList } from './caseList';
import type { CaseList, ListAdvice, ListedCase } from './caseList';
import { readOpenCases } from './findCase';

export interface NameRule {
	/** With `create` it is not looked up, but other items of its name learn of the new case. */
	mode: 'create' | 'error' | 'return';
	templateId: Id;
	name: string;
	/** Days; 0: completed cases do not count. */
	lookBackDays: number;
}

/** By how much the clocks of n8n and the service may differ, in milliseconds. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

export interface ExistingCase {
	id: Id;
	/** E.g. `#62 (running, started 2026-01-01T10:00:00.000Z)`. */
	description: string;
	/** When it was started, in milliseconds since the epoch; undefined if that is not known. */
	startedAt?: number;
}

/** The case that has the name: an open one before a completed one, and of several the one that was
 * started first, so that every caller gets the same.
 * @param inDoubtSince if a start of the name may have taken effect: when the first one was sent, in
 * milliseconds since the epoch. What was started since then counts even if it is completed by now. */
export async function findExistingCase(
	rule: NameRule,
	tools: ItemTools,
	inDoubtSince?: number,
): Promise<ExistingCase | undefined> {
	const { name, lookBackDays } = rule;
	const lists = [async () => await readOpenCases(tools, rule.templateId, adviseOn(OTHER_WAY))];
	if (lookBackDays > 0) {
		const after = daysBefore(Date.now(), lookBackDays);
		const advice = `Nothing was started. Set a smaller Look Back, or set ${CREATE_ANOTHER}.`;
		lists.push(readCompleted(rule, tools, `in ${lookBackDays} days`, after, advice));
	}
	if (inDoubtSince !== undefined) {
		const after = new Date(inDoubtSince - CLOCK_TOLERANCE_MS).toISOString();
		lists.push(readCompleted(rule, tools, 'since the first attempt', after, OTHER_WAY));
	}
	let unclear: ReturnType<CaseList['unclearWithName']>;
	for (const read of lists) {
		const list = await read();
		const found = list.firstWithName(name);
		if (found !== undefined) return toExistingCase(found, rule);
		if (list.isUnnamed) throw unnamedCases(rule);
		unclear ??= list.unclearWithName(name);
	}
	if (unclear !== undefined) throw unclearCase(rule, ...unclear);
	return undefined;
}

/** Whether a case was started before that moment, by more than clocks can differ. */
export const isOlder = ({ startedAt }: ExistingCase, moment: number): boolean =>
	startedAt !== undefined && startedAt < moment - CLOCK_TOLERANCE_MS;

const CREATE_ANOTHER =
	'If the Name Is Taken to Create Another and check for an existing case in another way';

const OTHER_WAY = `Nothing was started. Set ${CREATE_ANOTHER}.`;

const adviseOn = (otherwise: string): ListAdvice => ({
	otherwise,
	withoutRight:
		'Nothing was started. Looking for the name needs permission to list cases. Create Another under If the Name Is Taken works without it.',
});

/** Makes the function that reads the completed cases of the template that were created after a date;
 * once per try.
 * @param period names them */
const readCompleted =
	(
		{ templateId }: NameRule,
		{ thisTry, send }: ItemTools,
		period: string,
		after: string,
		otherwise: string,
	) =>
	async (): Promise<CaseList> =>
		await thisTry.get(
			`cases of ${templateId.toLowerCase()} completed and created ${period}`,
			async () => {
				const filter = {
					status: [TERMINAL_STATUS],
					process_type: [templateId],
					created_after: after,
				};
				return await readCaseList(send, filter, adviseOn(otherwise));
			},
		);

function toExistingCase(listed: ListedCase, { name }: NameRule): ExistingCase {
	const { id, startedAt, uuid } = listed;
	if (id !== undefined) return { id, startedAt, description: describeListed(listed) };
	throw brokenList(
		`The service lists the case with the name ${quote(name)} ${withoutUsableId(uuid)}`,
		'Nothing was started.',
	);
}

/** Whether the name is free cannot be told from a list without names. */
const unnamedCases = ({ name }: NameRule): Problem =>
	brokenList(
		`None of the cases that the service lists has a readable name, so it is unclear whether the name ${quote(name)} is taken`,
	);

/** What the list leaves open must not become a second case. */
const unclearCase = ({ name }: NameRule, listed: ListedCase, reason: string): Problem =>
	brokenList(
		`The service lists a case with the name ${quote(name)} that may or may not match: ${describeListed(listed, true)}. ${reason}`,
	);

const brokenList = (message: string, advice = OTHER_WAY): Problem =>
	inputProblem(message, `${advice} Report this to the operators of the service.`, 'lookupFailed');
