import type { SoughtCase } from '../parameters/caseTarget';
import { toConnectionProblem } from '../transport/connection';
import { withTimeout } from '../transport/deadline';
import { Problem } from '../model/problem';
import { NO_REDACTION } from '../transport/redaction';
import type { SendRequest } from '../transport/send';
import { findCase } from './caseLookup';
import type { FoundCase } from './caseLookup';
import { loadOncePerKey } from './loadOnce';
import type { OperationTools } from './spec';

/**
 * As `findCase`, for an operation that looks again when a look has failed: a list that could not be
 * read is read anew, and no look takes longer than it may.
 *
 * @param milliseconds that the look may take, with all pages and attempts
 * @throws Problem as `findCase`; (`connection`) if it takes longer
 */
export async function findCaseInTime(
	sought: SoughtCase,
	tools: OperationTools,
	milliseconds: number,
): Promise<FoundCase> {
	const until = Date.now() + milliseconds;
	const send: SendRequest = async (request, read, settings) =>
		await tools.send(request, read, {
			...settings,
			maxTimeoutMs: Math.max(until - Date.now(), 1),
			retryDeadline: until,
		});
	const loadOnce = tools.attempt('lists to look in again', () => loadOncePerKey(false));
	const look = findCase(sought, { ...tools, send, loadOnce });
	try {
		// The list may be that of an item which has more time.
		return await withTimeout(
			milliseconds,
			undefined,
			async (signal) => await Promise.race([look, endOf(signal)]),
		);
	} catch (error) {
		const problem =
			error instanceof Problem ? error : toConnectionProblem(error, 'listCases', NO_REDACTION);
		throw problem;
	}
}

const endOf = async (signal: AbortSignal): Promise<never> =>
	await new Promise((_resolve, reject) => {
		signal.addEventListener('abort', () => reject(new Error('Out of time')));
	});
