import type { INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../model/problem';
import type { OperationId } from '../transport/endpoints';
import { unknownOutcome } from '../transport/errorHints';

/**
 * What an earlier attempt of n8n's Retry On Fail has left of an item: its results, a failure after
 * which it must not be sent again, or the doubt whether it took effect.
 */
type EarlierOutcome = { results: INodeExecutionData[] } | { final: Problem } | { inDoubt: true };

/**
 * Outcomes of writes, by input item. Retry On Fail re-runs the node on the same items. An item that
 * succeeded is not sent again. A non-idempotent write whose outcome is unknown is not sent again
 * either, unless a further attempt looks first for what the earlier one may have done. Once an outcome
 * is unknown it stays unknown, whatever a later attempt returns.
 */
const earlierOutcomes = new WeakMap<object, EarlierOutcome>();

/** What running an operation twice on an item would do. */
export type Effect = 'idempotent' | 'none' | 'once';

/** The results of an item that an earlier attempt has completed. */
export function earlierResults(item: object): INodeExecutionData[] | undefined {
	const earlier = earlierOutcomes.get(item);
	return earlier !== undefined && 'results' in earlier ? earlier.results : undefined;
}

/** The failure after which an item must not be sent again. */
export function finalFailure(item: object): Problem | undefined {
	const earlier = earlierOutcomes.get(item);
	return earlier !== undefined && 'final' in earlier ? earlier.final : undefined;
}

/** Remembers that an item is completed; a read is done again, for what holds then. */
export function rememberResults(item: object, effect: Effect, results: INodeExecutionData[]): void {
	if (effect !== 'none') earlierOutcomes.set(item, { results });
}

/**
 * Remembers what a failure leaves in doubt, and adds to it the doubt of earlier attempts.
 *
 * @returns the problem to report
 */
export function rememberFailure(
	item: object,
	effect: Effect,
	operationId: OperationId | undefined,
	problem: Problem,
): Problem {
	const earlier = earlierOutcomes.get(item);
	const wasInDoubt = earlier !== undefined && 'inDoubt' in earlier;
	const reported = wasInDoubt ? stillInDoubt(problem, operationId) : problem;
	if (effect !== 'none' && reported.outcomeUnknown) {
		// What may be run again once stays so: a later failure, of a read say, leaves the same doubt.
		const isFinal = effect === 'once' && !problem.looksFirst && !wasInDoubt;
		earlierOutcomes.set(item, isFinal ? { final: reported } : { inDoubt: true });
	}
	return reported;
}

/** Statuses with which the service answers if an earlier attempt took effect. */
const ALREADY_DONE = new Set([404, 409]);

/** The failure of a later attempt, which does not tell what an earlier one has done. */
function stillInDoubt(problem: Problem, operationId: OperationId | undefined): Problem {
	if (problem.outcomeUnknown) return problem;
	const doubt = `${operationId === undefined ? '' : unknownOutcome(operationId)} An earlier attempt of this item ended without a clear response.`;
	const own = problem.status !== undefined && ALREADY_DONE.has(problem.status) ? '' : problem.hint;
	const hint = own ? `${doubt} ${own}` : `${doubt} This may be its effect.`;
	return new Problem(problem.message, { ...problem, hint, outcomeUnknown: true });
}
