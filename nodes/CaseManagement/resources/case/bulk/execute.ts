import { PAST_PARTICIPLE, serviceGuards, statusMismatch } from '../../../model/caseAction';
import type { CaseAction } from '../../../model/caseAction';
import { filterMismatch } from '../../../model/caseFilter';
import type { Problem } from '../../../model/problem';
import { toProblem } from '../../../transport/errors';
import type { OperationId } from '../../../transport/endpoints';
import { fetchCase } from '../../../transport/fetchCase';
import { fillPath } from '../../../transport/path';
import { readObject } from '../../../transport/response';
import type { SendRequest } from '../../../transport/send';
import { skipped } from './plan';
import type { BulkCase, CaseOutcome } from './plan';
import type { BulkRules } from './rules';

/** The call of each action. */
const OPERATION_IDS = {
	delete: 'deleteCase',
	pause: 'pauseCase',
	resume: 'resumeCase',
	stop: 'stopCase',
} as const satisfies Record<CaseAction, OperationId>;

/** Statuses with which a service can refuse an action because the case has changed. */
const REFUSALS = new Set([400, 404, 409, 422]);

const GONE = skipped('It does not exist any more');

/**
 * Acts on the cases that have no outcome yet, and on those that failed before.
 *
 * @param claim gives the index of the input item that has the case already, if it is another one
 * @throws Problem if the run ends, nothing can be sent, or a case fails that ends it all
 */
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
				one.result = skipped(`Input item ${owner} has this case too; it is acted on only once`);
			} else if (rules.dryRun) {
				const message = `It would be ${PAST_PARTICIPLE[rules.action]}`;
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

/**
 * Acts on one case and notes its outcome.
 *
 * @returns the problem that ends the whole action, if it does
 */
async function executeCase(
	one: BulkCase,
	rules: BulkRules,
	send: SendRequest,
): Promise<Problem | undefined> {
	try {
		one.result = withDoubt(one, await act(one.uuid, rules, send));
		return undefined;
	} catch (error) {
		const problem = toProblem(error);
		// The run is over, or nothing can be sent, for this case and for all others.
		const isOver = problem.kind === 'input' || problem.kind === 'cancelled';
		if (!isOver || problem.outcomeUnknown) {
			one.result = withDoubt(one, { outcome: 'failed', message: failureMessage(problem) });
		}
		// From now on: what this attempt has done is said by its own message.
		one.inDoubt ||= problem.outcomeUnknown;
		if (isOver) return problem;
		return rules.stopsOnError ? atCase(problem, one) : undefined;
	}
}

async function act(uuid: unknown, rules: BulkRules, send: SendRequest): Promise<CaseOutcome> {
	const { action } = rules;
	// A service deletes in any status, for one, and would not refuse a case that has changed.
	if (!serviceGuards(action, rules.filter)) {
		const changed = await changeOf(uuid, rules, send);
		if (changed !== undefined) return changed;
	}
	const operationId = OPERATION_IDS[action];
	try {
		const path = fillPath(operationId, () => uuid);
		const read = readObject(operationId, (body) => body);
		const { message } = await send({ operationId, path }, read);
		return { outcome: 'done', message: typeof message === 'string' ? message : null };
	} catch (error) {
		const problem = toProblem(error);
		const changed = REFUSALS.has(problem.status ?? 0)
			? await changeOf(uuid, rules, send).catch(() => undefined)
			: undefined;
		if (changed === undefined) throw problem;
		return changed;
	}
}

/** Reads a case: the outcome if it is not any more what it was when it was listed. */
async function changeOf(
	uuid: unknown,
	{ action, filter }: BulkRules,
	send: SendRequest,
): Promise<CaseOutcome | undefined> {
	try {
		const { entry } = await fetchCase(send, uuid);
		const reason = statusMismatch(action, entry.status) ?? filterMismatch(entry, filter);
		return reason === undefined
			? undefined
			: skipped(`It has changed since it was listed. ${reason}`);
	} catch (error) {
		if (toProblem(error).status === 404) return GONE;
		throw toProblem(error);
	}
}

/**
 * The outcome, with the doubt that an earlier attempt has left: whether a case is gone, or is not
 * any more what it was, because of that attempt or of somebody else cannot be told.
 */
function withDoubt({ inDoubt }: BulkCase, result: CaseOutcome): CaseOutcome {
	if (inDoubt !== true || result.outcome === 'done') return result;
	const words = (result.message ?? '').replace(/[.\s]+$/, '');
	return {
		...result,
		message: `${words}. An earlier attempt ended without a clear response; this may be its effect.`,
	};
}

/** What happened, and what may have happened, on one line. */
function failureMessage({ message, status, hint }: Problem): string {
	const words = message.replace(/[.\s]+$/, '');
	const answer = status === undefined ? '' : ` (HTTP ${status})`;
	return [`${words}${answer}.`, hint].filter((part) => part !== undefined).join(' ');
}

/** The same problem, naming the case in its advice. */
const atCase = (problem: Problem, { uuid, simplified }: BulkCase): Problem =>
	problem.withNote(`It failed at the case "${String(simplified.name)}" (${String(uuid)}).`);
