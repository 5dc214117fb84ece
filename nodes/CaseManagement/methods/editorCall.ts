import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { toNodeError, toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import { send } from '../transport/send';
import type { SendRequest } from '../transport/send';

/** A person waits in front of a list: few calls at once are enough. */
const CALLS_AT_ONCE = 5;

/** Milliseconds after which a person has waited long enough for one call. */
const timeout = 20_000;

/**
 * Runs the calls of a list or form in the editor and turns what fails into what the person reads.
 *
 * @param what the thing that is loaded, for the message, e.g. `Templates`
 * @param work gets the function that sends
 * @throws NodeApiError or NodeOperationError with the service's own message first
 */
export async function editorCall<T>(
	context: ILoadOptionsFunctions,
	what: string,
	work: (ask: SendRequest) => Promise<T>,
): Promise<T> {
	const limiter = new Limiter(CALLS_AT_ONCE);
	try {
		return await work(
			async (call, read) => await send(context, call, read, { limiter, base: { timeout } }),
		);
	} catch (error) {
		const problem = toProblem(error);
		const note = problem.status === 403 ? 'By ID works without this right.' : undefined;
		const place = { operation: `List: ${what}`, isList: true };
		throw toNodeError(context.getNode(), problem.withNote(note), place);
	}
}
