/**
 * The sandbox as an HTTP server on the loopback interface.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Answer } from './delivery.mts';
import type { Contract, ContractRequest } from './contract.mts';
import type { FaultKind } from './controlTypes.mts';
import type { Faults } from './faults.mts';
import type { Handler } from './handler.mts';
import type { RequestLog } from './requestLog.mts';
import type { State, StateOptions } from './state.mts';
import { createServer } from 'node:http';
import { CONTROL_PREFIX, control } from './control.mts';
import { DEFAULTS, createState } from './state.mts';
import { HANDLERS, perform } from './operations.mts';
import { createFaults } from './faults.mts';
import { createRequestLog } from './requestLog.mts';
import { deliver, jsonAnswer, send } from './delivery.mts';
import { loadContract } from './contract.mts';
import { parseQuery, readQuery } from './query.mts';

/** Everything with the lifetime of the server. */
export interface Sandbox {
	state: State;
	readonly contract: Contract;
	readonly log: RequestLog;
	readonly faults: Faults;
	/** Drops connections with requests that a fault left unanswered. */
	dropHanging(): void;
}

export interface ServerOptions extends Partial<StateOptions> {
	/** Path of openapi.yaml. */
	contract: string;
	/** 0 (default): any free port. */
	port?: number;
	/** Handlers that replace the real ones, by operationId: for tests of the sandbox itself. */
	handlers?: Record<string, Handler>;
}

export interface RunningServer {
	/** Without a trailing slash. */
	url: string;
	sandbox: Sandbox;
	/** Ends the server and every open connection. */
	close(): Promise<void>;
}

/** Faults whose response never ends. */
const UNFINISHED: ReadonlySet<FaultKind> = new Set<FaultKind>(['hang', 'headersOnly', 'drip']);

async function readBody(req: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of req) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

/** Reads a body as JSON. No body at all is undefined. */
function parseBody(text: string, type: string | undefined): { body: unknown; problem?: string } {
	if (text === '') return { body: undefined };
	let body: unknown = text;
	try {
		body = JSON.parse(text);
	} catch {
		return { body, problem: 'the body is not JSON' };
	}
	return type?.split(';')[0]?.trim().toLowerCase() === 'application/json'
		? { body }
		: { body, problem: `the content type is ${type ?? 'missing'}, not application/json` };
}

async function serve(
	sandbox: Sandbox,
	handlers: Readonly<Record<string, Handler>>,
	hanging: Set<ServerResponse>,
	req: IncomingMessage,
	res: ServerResponse,
): Promise<void> {
	const { contract, faults, log } = sandbox;
	const { method = 'GET', url = '/', headers } = req;
	const [path = '/', ...search] = url.split('?');
	const rawQuery = parseQuery(search.join('?'));
	const tracked = log.start({
		method,
		url,
		path,
		query: rawQuery,
		headers: { ...headers },
		operationId: null,
		status: null,
	});
	const { entry } = tracked;
	res.once('close', () => tracked.finished());
	const text = await readBody(req);
	tracked.body(text);
	const { body, problem } = parseBody(text, headers['content-type']);

	const found = contract.match(method, path);
	let answer: () => Answer;
	if ('status' in found) {
		entry.contractViolation = found.message;
		const { status, message, allow } = found;
		answer = () => {
			const refusal = jsonAnswer(status, { message });
			if (allow !== undefined) refusal.headers.allow = allow;
			return refusal;
		};
	} else {
		tracked.routed(found.operationId);
		const { query, unknown } = readQuery(rawQuery, found.queryParameters);
		if (unknown.length > 0) entry.unknownQuery = unknown;
		const request: ContractRequest = { method, path, headers, query, body };
		if (problem) request.bodyProblem = problem;
		const violation = contract.checkRequest(request, found);
		if (violation) entry.contractViolation = violation;
		answer = () => {
			const outcome = perform(sandbox.state, contract, handlers, found, request, violation);
			if (outcome.done) tracked.effect();
			if (outcome.answerViolation) entry.answerViolation = outcome.answerViolation;
			return jsonAnswer(outcome.status, outcome.body);
		};
	}
	const fault = faults.take(entry.operationId, url);
	if (fault) entry.fault = fault.kind;
	if (fault !== null && UNFINISHED.has(fault.kind)) {
		hanging.add(res);
		res.once('close', () => hanging.delete(res));
	}
	entry.status = await deliver(res, fault, answer, headers);
	// Not only on 'close': that event can follow the client's next request.
	if (!hanging.has(res)) tracked.finished();
}

function listen(server: Server, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			resolve(typeof address === 'object' && address ? address.port : port);
		});
	});
}

/**
 * Starts the sandbox on 127.0.0.1.
 * @throws Error of node:net if the port is in use (code EADDRINUSE)
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
	const { contract: file, port = 0, handlers = {}, ...given } = options;
	const contract = await loadContract(file);
	const hanging = new Set<ServerResponse>();
	const sandbox: Sandbox = {
		state: createState({ ...DEFAULTS, ...given }),
		contract,
		log: createRequestLog(),
		faults: createFaults(),
		dropHanging: () => hanging.forEach((res) => res.socket?.destroy()),
	};
	const table = { ...HANDLERS, ...handlers };
	const server = createServer((req, res) => {
		const work = req.url?.startsWith(CONTROL_PREFIX)
			? readBody(req).then((text) => send(res, control(sandbox, req, text)))
			: serve(sandbox, table, hanging, req, res);
		work.catch((error: unknown) => {
			// The client disconnected while sending, or the sandbox has a bug.
			const message = `The sandbox failed: ${error instanceof Error ? error.message : error}`;
			if (res.headersSent || res.destroyed) res.destroy();
			else send(res, jsonAnswer(500, { message }));
		});
	});
	// Idle keep-alive connections must not be dropped just as the client reuses them.
	server.keepAliveTimeout = 120_000;
	const actualPort = await listen(server, port);
	return {
		url: `http://127.0.0.1:${actualPort}`,
		sandbox,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
