import type { CaseIndex, UntoldCase } from '../../model/caseIndex';
import { TERMINAL_STATUS } from '../../model/caseStatus';
import { toInstant } from '../../model/dates';
import { inWords } from '../../model/listedCase';
import type { ListedCase } from '../../model/listedCase';
import { inputProblem, quote } from '../../model/problem';
import type { Problem } from '../../model/problem';
import { openCases, readCases } from '../../operation/listedCases';
import type { ListAdvice } from '../../operation/listedCases';
import type { OperationTools } from '../../operation/spec';
import { listedId, withoutUsableId } from '../../transport/path';
import type { NameRule } from './nameRule';

const DAY = 24 * 3_600_000;

/** By how much the clocks of n8n and the service may differ, in milliseconds. */
const CLOCKS_DIFFER = 10 * 60_000;

/** A case that has the name, as far as the answer tells it. */
export interface NamedCase {
	uuid: string;
	/** E.g. `#62 (running, started 2026-01-01T10:00:00.000Z)`. */
	words: string;
	/** When it was started, in milliseconds since the epoch; undefined if that is not known. */
	startedAt?: number | undefined;
}

/**
 * The case that has the name: an open one before a completed one, and of several the one that was
 * started first, so that every caller gets the same.
 *
 * @param inDoubtSince if a start of the name may have taken effect: when the first one was sent, in
 * milliseconds since the epoch. What was started since then counts even if it is completed by now.
 * @throws Problem (`input`) if it cannot be told whether a case counts; as `openCases`
 */
export async function caseNamed(
	rule: NameRule,
	tools: OperationTools,
	inDoubtSince?: number,
): Promise<NamedCase | undefined> {
	const { templateId, name, lookBackDays } = rule;
	const lists = [async () => await openCases(tools, templateId, adviceFor(OTHER_WAY))];
	if (lookBackDays > 0) {
		lists.push(
			async () =>
				await completedCases(rule, tools, {
					named: `in ${lookBackDays} days`,
					after: Date.now() - lookBackDays * DAY,
					otherwise: `Nothing was started. Set a smaller Look Back, or set ${CREATE_ANOTHER}.`,
				}),
		);
	}
	if (inDoubtSince !== undefined) {
		lists.push(
			async () =>
				await completedCases(rule, tools, {
					named: 'since the first attempt',
					after: inDoubtSince - CLOCKS_DIFFER,
					otherwise: OTHER_WAY,
				}),
		);
	}
	let untold: UntoldCase | undefined;
	for (const read of lists) {
		const index = await read();
		const found = index.firstNamed(name);
		if (found !== undefined) return toNamedCase(found, rule);
		untold ??= index.untoldOf(name);
	}
	if (untold !== undefined) throw cannotBeTold(untold, rule);
	return undefined;
}

/** Whether a case was started before that moment, so far that no clock explains it. */
export const isOlder = ({ startedAt }: NamedCase, moment: number): boolean =>
	startedAt !== undefined && startedAt < moment - CLOCKS_DIFFER;

const CREATE_ANOTHER =
	'If the Name Is Taken to Create Another and look for the case in another way';

const OTHER_WAY = `Nothing was started. Set ${CREATE_ANOTHER}.`;

const adviceFor = (otherwise: string): ListAdvice => ({
	otherwise,
	withoutRight:
		'Nothing was started. The name is looked for in the list of cases. Only If the Name Is Taken needs the right to it: Create Another works without.',
});

async function completedCases(
	{ templateId }: NameRule,
	{ loadOnce, send }: OperationTools,
	{ named, after, otherwise }: { named: string; after: number; otherwise: string },
): Promise<CaseIndex> {
	return await loadOnce(
		`cases of ${templateId.toLowerCase()} completed and created ${named}`,
		async () =>
			await readCases(
				send,
				{
					status: [TERMINAL_STATUS],
					process_type: [templateId],
					created_after: new Date(after).toISOString(),
				},
				adviceFor(otherwise),
			),
	);
}

function toNamedCase(listed: ListedCase, { name }: NameRule): NamedCase {
	const uuid = listedId(listed.uuid);
	if (uuid === undefined) {
		throw inputProblem(
			`The service lists the case with the name ${quote(name)} ${withoutUsableId(listed.uuid)}`,
			'Nothing was started. Tell the operators of the service.',
			'lookupFailed',
		);
	}
	return { uuid, words: inWords(listed), startedAt: toInstant(listed.created) };
}

/** What the list leaves open must not become a second case. */
const cannotBeTold = ({ reason, ...listed }: UntoldCase, { name }: NameRule): Problem =>
	inputProblem(
		`The service lists a case with the name ${quote(name)} of which cannot be told whether it counts: ${inWords(listed, { withId: true })}. ${reason}`,
		`${OTHER_WAY} Tell the operators of the service.`,
		'lookupFailed',
	);
