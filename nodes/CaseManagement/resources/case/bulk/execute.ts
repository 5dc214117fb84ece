import {
	PAST_PARTICIPLE,
	filterMismatch,
	serviceGuardsStatus,
	statusMismatch,
} from '../../../model/caseAction';
import type { Problem } from '../../../model/problem';
import { responseObject } from '../../../transport/response';
import { showRequest } from '../../../transport/caseRequests';
import type { Tools } from '../../../operation/multiRequest';
import { toProblem } from '../../../transport/errors';
import { fillPath } from '../../../transport/path';
import type { ServiceRequest } from '../../../transport/send';
import { skipped } from './plan';
import type { BulkCase, CaseOutcome } from './plan';
import type { BulkRules } from './rules';
import { changeRequest } from '../changeStatus';
import { deleteRequest } from '../delete';
import { fetchCase } from '../fetchCase';

const REQUESTS = {
	delete: deleteRequest,
	pause: changeRequest('pause'),
	resume: changeRequest('resume'),
	stop: changeRequest('stop'),
} as const;

/** Statuses with which a service can refuse an action because the case has changed. */
const REFUSALS = new Set([400, 404, 409, 422]);

const GONE = skipped('It does not exist any more');

/**
 * Acts on the cases that have no outcome yet, and on those that failed before.
 *
 * @param workers how many cases to act on side by side
 * @param claim gives the index of the input item that has the case already, if it is another one
 * @throws Problem if the run ends, nothing can be sent, or a case fails that ends it all
 */
export async function executePlan(
	cases: BulkCase[],
	rules: BulkRules,
	ask: Tools['ask'],
	workers: number,
	claim: (uuid: unknown) => number | undefined,
): Promise<void> {
	const waiting = cases.filter(({ result }) => result === undefined || result.outcome === 'failed');
	let next = 0;
	let end: Problem | undefined;
	const work = async () => {
		while (end === undefined && next < waiting.length) {
			const one = waiting[next]!;
			next += 1;
			const owner = claim(one.uuid);
			if (owner !== undefined) {
				one.result = skipped(`Input item ${owner} has this case too; it is acted on only once`);
				continue;
			}
			if (rules.dryRun) {
				one.result = {
					outcome: 'planned',
					message: `It would be ${PAST_PARTICIPLE[rules.action]}`,
				};
				continue;
			}
			try {
				one.result = withDoubt(one, await executeCase(one.uuid, rules, ask));
			} catch (error) {
				const problem = toProblem(error);
				// The run is over, or nothing can be sent, for this case and for all others.
				const isOver = problem.kind === 'input' || problem.kind === 'stopped';
				if (!isOver || problem.outcomeUnknown) {
					one.result = withDoubt(one, { outcome: 'failed', message: failure(problem) });
				}
				// From now on: what this try has done is said by its own message.
				one.inDoubt ||= problem.outcomeUnknown;
				if (isOver) end ??= problem;
				else if (rules.stopsOnError) end ??= atCase(problem, one);
			}
		}
	};
	await Promise.all(Array.from({ length: workers }, work));
	if (end !== undefined) throw end;
}

/** Acts on one case. */
async function executeCase(
	uuid: unknown,
	rules: BulkRules,
	ask: Tools['ask'],
): Promise<CaseOutcome> {
	const { action } = rules;
	const casePath = fillPath(showRequest.url, () => uuid);
	// A service deletes in any status, for one, and would not refuse a case that has changed.
	if (!serviceGuardsStatus(action, rules.filter.status)) {
		const changed = await changeOf(casePath, rules, ask);
		if (changed !== undefined) return changed;
	}
	const { method, url } = REQUESTS[action];
	const call: ServiceRequest = {
		method,
		topic: `case.${action}`,
		path: fillPath(url, () => uuid),
		allowsEmptyBody: true,
	};
	try {
		const { message } = await ask(call, (raw) => responseObject(raw, call));
		return { outcome: 'done', message: typeof message === 'string' ? message : null };
	} catch (error) {
		const problem = toProblem(error);
		const changed = REFUSALS.has(problem.status ?? 0)
			? await changeOf(casePath, rules, ask).catch(() => undefined)
			: undefined;
		if (changed === undefined) throw problem;
		return changed;
	}
}

/** Looks at a case: the outcome if it is not any more what it was when it was listed. */
async function changeOf(
	path: string,
	{ action, filter }: BulkRules,
	ask: Tools['ask'],
): Promise<CaseOutcome | undefined> {
	try {
		const { entry } = await fetchCase(ask, path);
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
 * The outcome, with the doubt that an earlier try has left: whether a case is gone, or is not any
 * more what it was, because of that try or of somebody else cannot be told.
 */
function withDoubt({ inDoubt }: BulkCase, result: CaseOutcome): CaseOutcome {
	if (inDoubt !== true || result.outcome === 'done') return result;
	const words = (result.message ?? '').replace(/[.\s]+$/, '');
	return {
		...result,
		message: `${words}. An earlier try ended without a clear answer; this may be its effect.`,
	};
}

/** What happened, and what may have happened, on one line. */
function failure({ message, status, hint }: Problem): string {
	const words = message.replace(/[.\s]+$/, '');
	const answer = status === undefined ? '' : ` (HTTP ${status})`;
	return [`${words}${answer}.`, hint].filter((part) => part !== undefined).join(' ');
}

/** The same problem, naming the case in its advice. */
const atCase = (problem: Problem, { uuid, simplified }: BulkCase): Problem =>
	problem.withNote(`It failed at the case "${String(simplified.name)}" (${String(uuid)}).`);
