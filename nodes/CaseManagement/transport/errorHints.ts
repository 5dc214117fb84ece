import { endpoint, writeEndpoint } from './endpoints';
import type { OperationId } from './endpoints';

const BY_STATUS: Record<number, string> = {
	304: 'The service answered 304 Not Modified, although the request was not conditional. Check for a cache between n8n and the service.',
	400: 'The service did not accept the values. Check the parameters of this item.',
	401: 'Check the Authorization Token in the credential: it may be wrong or expired.',
	403: 'The user of this credential lacks the permission, or the Organization in the credential is wrong. Ask an administrator of the organization for the permission, or use the credential of someone who has it.',
	404: 'Check the ID and the Organization in the credential. What you are looking for may have been deleted or may belong elsewhere.',
	405: 'Check the Base URL in the credential: it does not seem to point to the service.',
	408: 'The service took too long. Try again later.',
	409: 'The case is in a state that does not allow this. Get the case first to see its status.',
	413: 'The data is too large for the service. Send less at once.',
	422: 'The service did not accept the values. Check the parameters of this item.',
	429: 'The service limits the number of requests. Wait a while, or set Batching in the Settings tab, under Request Options.',
};

export const unknownOutcome = (operationId: OperationId): string =>
	writeEndpoint(operationId)?.unknownOutcome ?? '';

/** Whether a request that got this status may have taken effect: a server that failed on the way, or
 * redirects to a result, may have done the work before. By the rules of HTTP, 301, 307 and 308 mean
 * that it was not done here. */
export function mayHaveTakenEffect(status: number, operationId: OperationId): boolean {
	const write = writeEndpoint(operationId);
	const isUnclear = status >= 500 || status === 408 || (status >= 300 && status < 400);
	const isElsewhere = write?.idempotent === true && [301, 307, 308].includes(status);
	return write !== undefined && isUnclear && !isElsewhere;
}

/** What to do about an HTTP error status: one to three sentences. */
export function hintForStatus(status: number, operationId: OperationId): string {
	const hint = endpoint(operationId).hints?.[status] ?? BY_STATUS[status] ?? hintForClass(status);
	return mayHaveTakenEffect(status, operationId) ? `${unknownOutcome(operationId)} ${hint}` : hint;
}

const SERVER_ERROR =
	'The service reported an internal error. Try again later. If the problem persists, report it to the operators of the service.';

const REDIRECT =
	'The service answered with a redirect, which the node does not follow. Enter the final address as the Base URL in the credential.';

const CHECK_PARAMETERS = 'Check the parameters of this item and the Base URL in the credential.';

const hintForClass = (status: number): string =>
	status >= 500 ? SERVER_ERROR : status >= 300 && status < 400 ? REDIRECT : CHECK_PARAMETERS;
