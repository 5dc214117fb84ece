import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { Problem } from '../model/problem';
import type { Id, IdentifierName } from '../model/identifiers';
import { locatorId, locatorValue } from '../parameters/locator';
import { makeCredentialReader } from '../transport/credential';
import { toNodeError, toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import { send } from '../transport/send';
import type { SendRequest } from '../transport/send';
import { EDITOR_TIMEOUT_MS } from '../transport/time';

/** Maximum number of requests at once: a person waits in front of one list. */
const MAX_LIST_REQUESTS = 5;

interface EditorCall {
	what: string;
	/** What to do without the right to list, if there is another way. */
	withoutRight?: string;
	/** A picker shows status and advice beside the message, a dropdown or form does not. */
	inPicker?: boolean;
}

/** What runs without the right to list: in a picker, and in a dropdown, which has no By ID. */
export const BY_ID = 'By ID works without this permission.';
export const BY_EXPRESSION = 'An ID from an expression works without this permission.';

/** Sends the requests of a list or form in the editor and turns what fails into what the person
 * reads. All requests and attempts together have the time of one list, by the clock.
 * @throws NodeApiError or NodeOperationError with the service's own message first */
export async function editorCall<T>(
	context: ILoadOptionsFunctions,
	{ what, withoutRight, inPicker = false }: EditorCall,
	work: (send: SendRequest) => Promise<T>,
): Promise<T> {
	const timer = AbortSignal.timeout(EDITOR_TIMEOUT_MS);
	const settings = {
		limiter: new Limiter(MAX_LIST_REQUESTS),
		base: { timeout: EDITOR_TIMEOUT_MS },
		credential: makeCredentialReader(context),
		signal: timer,
	};
	try {
		return await work(async (request, read) => await send(context, request, read, settings));
	} catch (error) {
		const problem = timer.aborted ? outOfTime() : toProblem(error);
		const note = problem.status === 403 ? withoutRight : undefined;
		const location = { operation: `List: ${what}`, messageOnly: !inPicker };
		throw toNodeError(context.getNode(), problem.withNote(note), location);
	}
}

const outOfTime = (): Problem =>
	new Problem(`The service did not answer within ${EDITOR_TIMEOUT_MS / 1000} seconds`, {
		kind: 'connection',
		hint: 'Try again later. If the problem persists, check the Base URL in the credential.',
	});

/** The template or signal that is chosen in the panel, in whatever way: a resource locator of any
 * mode, plain text, or an expression that the editor has resolved.
 * @returns undefined if none is chosen yet */
export function chosenId(context: ILoadOptionsFunctions, name: IdentifierName): Id | undefined {
	const value = locatorValue(context.getCurrentNodeParameter(name), name);
	return String(value ?? '').trim() === '' ? undefined : locatorId(value, name);
}
