import { filterMismatch } from '../../../model/caseFilter';
import { quote, unquoted, withoutStop } from '../../../model/foreignText';
import type { Id } from '../../../model/identifiers';
import type { Problem } from '../../../model/problem';
import { fetchCase } from '../../../transport/cases';
import { toProblem } from '../../../transport/errors';
import { readObject } from '../../../transport/response';
import type { SendRequest } from '../../../transport/send';
import { fillPath } from '../../../transport/url';
import { ACTION_FACTS, actionMismatch, isGuardedByService } from './actions';
import { skipped } from './plan';
import type { BulkCase, CaseOutcome } from './plan';
import type { BulkRules } from './rules';

const REFUSED_BY_STATE = new Set([400, 404, 409, 422]);

const GONE = skipped('It no longer exists');

/** Acts on the cases that have no outcome yet, and on those that failed before.
 * @param claim returns the index of the input item that has the case already, if it is another one
 * @throws Problem if the run ends, nothing can be sent, or a case fails that ends it all */
export async function executePlan(
	cases: BulkCase[],
	rules: BulkRules,
	send: SendRequest,
	claim: (uuid: unknown) => number | undefined,
): Promise<void> {
	const queue = cases
		.filter(({ result }) => result === undefined || result.outcome === 'failed')
		.values();
	let end: Problem | undefined;
	const worker = async () => {
		for (const one of queue) {
			const owner = claim(one.uuid);
			if (owner !== undefined) {
				one.result = skipped(
					`Input item ${owner} also matches this case; each case is acted on only once`,
				);
			} else if (rules.dryRun) {
				const message = `It would be ${ACTION_FACTS[rules.action].pastParticiple}`;
				one.result = { outcome: 'planned', message };
			} else {
				const failure = await executeCase(one, rules, send);
				end ??= failure;
			}
			if (end !== undefined) return;
		}
	};
	await Promise.all(Array.from({ length: rules.requestsAtOnce }, worker));
	if (end !== undefined) throw end;
}

/** Acts on one case and notes its outcome.
 * @returns the problem that ends the whole action, if it does */
async function executeCase(
	one: BulkCase,
	rules: BulkRules,
	send: SendRequest,
): Promise<Problem | undefined> {
	try {
		one.result = addEarlierDoubt(one, await actOn(one.id!, rules, send));
		return undefined;
	} catch (error) {
		const problem = toProblem(error);
		// The run is over, or nothing can be sent, for this case and for all others.
		const isOver = problem.kind === 'input' || problem.kind === 'cancelled';
		if (!isOver || problem.outcomeUnknown) {
			one.result = addEarlierDoubt(one, { outcome: 'failed', message: describeFailure(problem) });
		}
		// From now on: what this attempt has done is said by its own message.
		one.inDoubt ||= problem.outcomeUnknown;
		if (isOver) return problem;
		return rules.stopsOnError ? addCase(problem, one) : undefined;
	}
}

async function actOn(id: Id, rules: BulkRules, send: SendRequest): Promise<CaseOutcome> {
	const { action, filter } = rules;
	// A service deletes in any status, for one, and would not refuse a case that has changed.
	if (!isGuardedByService(action, filter)) {
		const changed = await changeOf(id, rules, send);
		if (changed !== undefined) return changed;
	}
	const { operationId } = ACTION_FACTS[action];
	try {
		const path = fillPath(operationId, { caseId: id });
		const read = readObject(operationId, (body) => body);
		const { message } = await send({ operationId, path }, read);
		return { outcome: 'done', message: typeof message === 'string' ? message : null };
	} catch (error) {
		const problem = toProblem(error);
		const changed = REFUSED_BY_STATE.has(problem.status ?? 0)
			? await changeOf(id, rules, send).catch(() => undefined)
			: undefined;
		if (changed === undefined) throw problem;
		return changed;
	}
}

/** Reads a case: the outcome if it is no longer what it was when it was listed. */
async function changeOf(
	id: Id,
	{ action, filter }: BulkRules,
	send: SendRequest,
): Promise<CaseOutcome | undefined> {
	try {
		const { entry } = await fetchCase(send, id);
		const reason = actionMismatch(action, entry.status) ?? filterMismatch(entry, filter);
		if (reason === undefined) return undefined;
		return skipped(`It has changed since it was listed. ${reason}`);
	} catch (error) {
		const problem = toProblem(error);
		if (problem.status === 404) return GONE;
		throw problem;
	}
}

/** The outcome, with the doubt that an earlier attempt has left: it is not clear whether that
 * attempt or somebody else has changed or deleted the case. */
function addEarlierDoubt({ inDoubt }: BulkCase, result: CaseOutcome): CaseOutcome {
	if (inDoubt !== true || result.outcome === 'done') return result;
	const message = `${withoutStop(result.message ?? '')}. An earlier attempt ended without a clear response. This may be the result of that attempt.`;
	return { ...result, message };
}

function describeFailure({ message, status, hint }: Problem): string {
	const answer = status === undefined ? '' : ` (HTTP ${status})`;
	return [`${withoutStop(message)}${answer}.`, hint].filter((part) => part !== undefined).join(' ');
}

const addCase = (problem: Problem, { uuid, simplified }: BulkCase): Problem =>
	problem.withNote(`The action failed for the case ${quote(simplified.name)} (${unquoted(uuid)}).`);
