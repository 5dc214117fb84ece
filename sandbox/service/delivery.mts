/** Delivers a response to the client, or fails to in the way a fault orders. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FaultOrder } from './controlTypes.mts';
import { setTimeout as sleep } from 'node:timers/promises';

/** A response ready to be sent. */
export interface Answer {
	status: number;
	headers: Record<string, string | string[]>;
	body: string | Buffer;
}

/**
 * An answer in JSON.
 * @param status HTTP status
 * @param body any JSON value
 */
export function jsonAnswer(status: number, body: unknown): Answer {
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8' },
		body: JSON.stringify(body),
	};
}

/** Sends a response unchanged. */
export function send(res: ServerResponse, { status, headers, body }: Answer): void {
	const bodyless = status === 204 || status === 304;
	const length = bodyless ? {} : { 'content-length': String(Buffer.byteLength(body)) };
	res.writeHead(status, { ...length, ...headers });
	res.end(bodyless ? undefined : body);
}

const PAGE = `<!DOCTYPE html>
<html><head><title>Please sign in</title></head>
<body><h1>Please sign in</h1><p>This page is not an answer of the service.</p></body></html>
`;

const textOf = (value: unknown, fallback: string): string => {
	if (value === undefined) return fallback;
	return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The response that a fault orders instead of the real one. */
function orderedAnswer(fault: FaultOrder, headers: IncomingHttpHeaders): Answer {
	const { kind, body, contentType } = fault;
	// Some services echo the request: a client must not pass secrets on from there.
	const echo = fault.echo ? ` Request headers: ${JSON.stringify(headers)}` : '';
	const answer = (type: string, text: string | Buffer, status = 200): Answer => ({
		status: fault.status ?? status,
		headers: { 'content-type': contentType ?? type, ...fault.headers },
		body: text,
	});
	switch (kind) {
		case 'html':
			return answer('text/html; charset=utf-8', textOf(body, PAGE) + echo);
		case 'text':
			return answer('text/plain; charset=utf-8', textOf(body, 'This is plain text.') + echo);
		case 'empty':
			return { status: fault.status ?? 200, headers: { ...fault.headers }, body: '' };
		case 'raw': {
			const bytes = fault.bodyBase64 ? Buffer.from(fault.bodyBase64, 'base64') : textOf(body, '');
			return answer('application/octet-stream', bytes);
		}
		case 'redirect': {
			const moved = answer('text/plain; charset=utf-8', 'Moved.', 302);
			moved.headers.location = fault.location ?? '/';
			return moved;
		}
		default: {
			const message = `A test ordered the status ${fault.status ?? 500}.${echo}`;
			const json = body === undefined ? { message } : body;
			return answer('application/json; charset=utf-8', JSON.stringify(json), 500);
		}
	}
}

/** Half of a response with the headers of the whole, then the connection is dropped. */
function sendCut(res: ServerResponse, { status, headers, body }: Answer): void {
	const bytes = Buffer.from(body);
	res.writeHead(status, { ...headers, 'content-length': String(Math.max(bytes.length, 2)) });
	res.write(bytes.subarray(0, bytes.length >> 1), () => res.socket?.destroy());
}

/** Space after space, which is allowed before JSON, until the client disconnects. */
function sendDrips(res: ServerResponse, status: number, every: number): void {
	res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
	res.write(' ');
	const dripping = setInterval(() => res.write(' '), every);
	res.once('close', () => clearInterval(dripping));
}

/**
 * Answers a request under a fault.
 * @param fault the fault that hits the request, or null
 * @param perform does the operation's work and returns its response; called at most once
 * @param headers the request's headers
 * @returns the status sent, or null if none was
 */
export async function deliver(
	res: ServerResponse,
	fault: FaultOrder | null,
	perform: () => Answer,
	headers: IncomingHttpHeaders,
): Promise<number | null> {
	const wait = fault?.ms ?? (fault?.kind === 'latency' ? 1000 : 0);
	if (wait > 0 && fault?.kind !== 'drip') await sleep(wait);
	if (!fault || fault.kind === 'latency') {
		const answer = perform();
		send(res, answer);
		return answer.status;
	}
	switch (fault.kind) {
		case 'hang':
			return null;
		case 'reset':
			res.socket?.resetAndDestroy();
			return null;
		case 'lostAnswer':
			perform();
			res.socket?.destroy();
			return null;
		case 'headersOnly': {
			const status = fault.status ?? 200;
			res.writeHead(status, {
				'content-type': 'application/json; charset=utf-8',
				'content-length': '1000',
				...fault.headers,
			});
			res.flushHeaders();
			return status;
		}
		case 'drip': {
			const { status } = perform();
			sendDrips(res, fault.status ?? status, fault.ms ?? 50);
			return fault.status ?? status;
		}
		case 'cut': {
			const real = perform();
			const answer = {
				...real,
				status: fault.status ?? real.status,
				body: textOf(fault.body, String(real.body)),
			};
			sendCut(res, answer);
			return answer.status;
		}
		default: {
			const answer = orderedAnswer(fault, headers);
			send(res, answer);
			return answer.status;
		}
	}
}
