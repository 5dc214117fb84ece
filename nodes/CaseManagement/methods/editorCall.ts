import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { toNodeError, toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import { send } from '../transport/send';
import type { SendRequest } from '../transport/send';
import { EDITOR_TIMEOUT_MS } from '../transport/timeouts';

/** A person waits in front of a list: few requests at once are enough. */
const REQUESTS_IN_FLIGHT = 5;

/**
 * Sends the requests of a list or form in the editor and turns what fails into what the person reads.
 *
 * @param what is loaded, for the message, e.g. `Templates`
 * @param work gets the function that sends
 * @throws NodeApiError or NodeOperationError with the service's own message first
 */
export async function editorCall<T>(
	context: ILoadOptionsFunctions,
	what: string,
	work: (send: SendRequest) => Promise<T>,
): Promise<T> {
	const limiter = new Limiter(REQUESTS_IN_FLIGHT);
	try {
		return await work(
			async (request, read) =>
				await send(context, request, read, { limiter, base: { timeout: EDITOR_TIMEOUT_MS } }),
		);
	} catch (error) {
		const problem = toProblem(error);
		const note = problem.status === 403 ? 'By ID works without this right.' : undefined;
		const place = { operation: `List: ${what}`, isList: true };
		throw toNodeError(context.getNode(), problem.withNote(note), place);
	}
}
