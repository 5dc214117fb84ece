import type { Failure, INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Problem } from '../model/problem';
import { toNodeError, toProblem } from '../transport/errors';
import { retryAfterMs } from '../transport/retry';

/**
 * The error of a failed poll, with the `failure` that n8n's scheduler reads: whether the service will
 * recover by itself, or somebody has to act.
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
	const { kind, status = 0, retryAfter } = problem;
	const delay = retryAfter === undefined ? undefined : retryAfterMs(retryAfter, now);
	const backoff = delay === undefined ? {} : { retryAfterMs: delay };
	if (status === 429) return { cause: 'rate-limited', ...backoff };
	if (status === 401) return { cause: 'credential-invalid' };
	if (kind === 'input') return { cause: 'configuration-invalid' };
	const isTemporary = kind === 'connection' || status === 408 || status >= 500;
	return isTemporary ? { cause: 'temporarily-unavailable', ...backoff } : undefined;
}
