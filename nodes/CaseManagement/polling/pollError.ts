import type { Failure, INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Problem } from '../model/problem';
import { toNodeError, toProblem } from '../transport/errors';
import { retryAfterMs } from '../transport/retry';

/**
 * The error that a failed poll ends with, in the form in which n8n's scheduler can tell a service
 * that will be back from one that needs somebody to act.
 *
 * @param now milliseconds since the epoch, for a Retry-After that is a date
 */
export function toPollError(
	node: INode,
	cause: unknown,
	operation: string,
	now: number,
): NodeApiError | NodeOperationError {
	const problem = toProblem(cause);
	const failure = failureOf(problem, now);
	return Object.assign(toNodeError(node, problem, { operation }), failure && { failure });
}

function failureOf(problem: Problem, now: number): Failure | undefined {
	const { kind, status = 0 } = problem;
	const asked =
		problem.retryAfter === undefined ? undefined : retryAfterMs(problem.retryAfter, now);
	const wait = asked === undefined ? {} : { retryAfterMs: asked };
	if (status === 429) return { cause: 'rate-limited', ...wait };
	if (status === 401) return { cause: 'credential-invalid' };
	if (kind === 'input') return { cause: 'configuration-invalid' };
	const isPassing = kind === 'connection' || status === 408 || status >= 500;
	return isPassing ? { cause: 'temporarily-unavailable', ...wait } : undefined;
}
