/**
 * Every fault of the sandbox, and how an operation ends under it.
 *
 * A row says how a read and a write end under this fault, after how many requests.
 *
 * - `result`   the operation's result
 * - `message`  an error with the service's own message
 * - `named`    an error that describes in our words what arrived instead of a response
 * - `unknown`  as `named` or `message`, and it says what may have happened and where to check
 */
import type { FaultOrder } from '../../sandbox/service/client.mts';

export type Outcome = 'message' | 'named' | 'result' | 'unknown';
type Cell = [outcome: Outcome, requests: number];

/** Operations for which a response without a body, or without a message, is a success. */
const EMPTY_IS_FINE = new Set([
	'pauseCase',
	'resumeCase',
	'stopCase',
	'deleteCase',
	'updateTemplate',
	'deleteTemplate',
	'triggerSignal',
]);

/** The service's own message with an error status. */
export const message = (status: number): FaultOrder => ({
	kind: 'status',
	status,
	body: { message: 'The words of the service.' },
});

const json = (body: string): FaultOrder => ({ kind: 'raw', contentType: 'application/json', body });

export interface Row {
	fault: FaultOrder;
	read: Cell;
	write: Cell;
	/** Cells that differ, by operation of the contract. */
	except?: (operationId: string) => Cell | undefined;
}

const allowsEmptyBody = (operationId: string): Cell | undefined =>
	EMPTY_IS_FINE.has(operationId) ? ['result', 1] : undefined;

/** What is never sent twice may have been done, whatever the redirect means. */
const onceOnly = (operationId: string): Cell | undefined =>
	['createCase', 'triggerSignal'].includes(operationId) ? ['unknown', 1] : undefined;

const always = { times: 'always' } as const;

// prettier-ignore
export const MATRIX: Record<string, Row> = {
	'a slow answer': { fault: { kind: 'latency', ms: 30, ...always }, read: ['result', 1], write: ['result', 1] },
	'400': { fault: { ...message(400), ...always }, read: ['message', 1], write: ['message', 1] },
	'401': { fault: { ...message(401), ...always }, read: ['message', 1], write: ['message', 1] },
	'403': { fault: { ...message(403), ...always }, read: ['message', 1], write: ['message', 1] },
	'404': { fault: { ...message(404), ...always }, read: ['message', 1], write: ['message', 1] },
	'408 always': { fault: { ...message(408), ...always }, read: ['message', 3], write: ['unknown', 1] },
	'409': { fault: { ...message(409), ...always }, read: ['message', 1], write: ['message', 1] },
	'422': { fault: { ...message(422), ...always }, read: ['message', 1], write: ['message', 1] },
	'429 once': { fault: message(429), read: ['result', 2], write: ['result', 2] },
	'429 always': { fault: { ...message(429), ...always }, read: ['message', 3], write: ['message', 3] },
	'500': { fault: { ...message(500), ...always }, read: ['message', 1], write: ['unknown', 1] },
	'502 as a page, once': { fault: { kind: 'html', status: 502 }, read: ['result', 2], write: ['unknown', 1] },
	'503 once, Retry-After': { fault: { ...message(503), headers: { 'Retry-After': '0.1' } }, read: ['result', 2], write: ['unknown', 1] },
	'503 always': { fault: { ...message(503), ...always }, read: ['message', 3], write: ['unknown', 1] },
	'504 as text': { fault: { kind: 'text', status: 504, ...always }, read: ['named', 3], write: ['unknown', 1] },
	'an error without a body': { fault: { kind: 'empty', status: 400, ...always }, read: ['named', 1], write: ['named', 1] },
	'an error that repeats our headers': { fault: { kind: 'status', status: 400, echo: true, ...always }, read: ['named', 1], write: ['named', 1] },
	'a page that repeats our headers': { fault: { kind: 'html', status: 400, echo: true, ...always }, read: ['named', 1], write: ['named', 1] },
	'a page with 200': { fault: { kind: 'html', status: 200, ...always }, read: ['named', 1], write: ['unknown', 1] },
	'200 without a body': { fault: { kind: 'empty', status: 200, ...always }, read: ['named', 1], write: ['unknown', 1], except: allowsEmptyBody },
	'204': { fault: { kind: 'empty', status: 204, ...always }, read: ['named', 1], write: ['unknown', 1], except: allowsEmptyBody },
	'text with 200': { fault: { kind: 'text', status: 200, ...always }, read: ['named', 1], write: ['unknown', 1] },
	'null': { fault: { ...json('null'), ...always }, read: ['named', 1], write: ['unknown', 1] },
	'a number': { fault: { ...json('7'), ...always }, read: ['named', 1], write: ['unknown', 1] },
	'an array of numbers': { fault: { ...json('[1]'), ...always }, read: ['named', 1], write: ['unknown', 1] },
	'JSON cut short': { fault: { ...json('{"message": "x'), ...always }, read: ['named', 1], write: ['unknown', 1] },
	'JSON of another shape': {
		fault: { ...json('{"other": 1}'), ...always }, read: ['named', 1], write: ['unknown', 1],
		except: allowsEmptyBody,
	},
	'success: false': { fault: { ...json('{"success": false, "message": "The words of the service."}'), ...always }, read: ['message', 1], write: ['unknown', 1] },
	'success: "false"': { fault: { ...json('{"success": "false", "error": "The words of the service."}'), ...always }, read: ['message', 1], write: ['unknown', 1] },
	'an error with 200': { fault: { ...json('{"error": {"message": "The words of the service."}}'), ...always }, read: ['message', 1], write: ['unknown', 1] },
	'a body cut short': { fault: { kind: 'cut', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'a reset, once': { fault: { kind: 'reset' }, read: ['result', 2], write: ['unknown', 1] },
	'a reset, always': { fault: { kind: 'reset', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'an answer lost after the effect': { fault: { kind: 'lostAnswer', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'no answer at all': { fault: { kind: 'hang', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'headers, then nothing': { fault: { kind: 'headersOnly', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'headers, then a drip without end': { fault: { kind: 'drip', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'a redirect to another host': { fault: { kind: 'redirect', location: 'http://127.0.0.2:9/', ...always }, read: ['named', 1], write: ['unknown', 1] },
	'a redirect that would make a GET of it': { fault: { kind: 'redirect', status: 303, location: '/process_templates/basic', ...always }, read: ['named', 1], write: ['unknown', 1] },
	'a redirect that means "not done here"': { fault: { kind: 'redirect', status: 308, location: 'http://127.0.0.2:9/', ...always }, read: ['named', 1], write: ['named', 1], except: onceOnly },
};
