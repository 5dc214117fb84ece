import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { toConnectionProblem } from './connection';
import { withTimeout } from './deadline';
import { cancelled, delay } from './delay';
import { endpoint, writeEndpoint } from './endpoints';
import type { OperationId } from './endpoints';
import { toProblem } from './errors';
import type { Limiter } from './limiter';
import { toQueryString } from './query';
import type { ArrayFormat, Query } from './query';
import { redactorFor } from './redaction';
import type { HttpResponse } from './response';
import { MAX_DELAY, retryAfterMs, retryDelay } from './retry';
import { DEFAULT_TIMEOUT_MS } from './timeouts';

/** The only credential there is. */
export const CREDENTIAL = 'caseManagementApi';

/** Whatever n8n hands to a node that may send requests. */
export type RequestContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

/** One request to the service. */
export interface ServiceRequest {
	/** Which call it is; the method comes from its row in `endpoints.ts`. */
	operationId: OperationId;
	/** Path below the base URL, its identifiers already filled in. */
	path: string;
	query?: Query;
	arrayFormat?: ArrayFormat;
	/** JSON body; none is sent with GET and DELETE. */
	body?: object;
}

/** Sends a request and reads its response: `send` with context and settings settled. */
export type SendRequest = <T>(
	request: ServiceRequest,
	read: (response: HttpResponse) => T,
	settings?: Partial<RequestSettings>,
) => Promise<T>;

/** A credential that has been read. */
export interface UsableCredential {
	data: ICredentialDataDecryptedObject;
	/** Hosts that it is limited to, as n8n wants them with a request; undefined if it is not limited. */
	allowedDomains: string | undefined;
}

/** Gives the credential: see credentialReader.ts. */
export type ReadCredential = () => Promise<UsableCredential>;

/** What surrounds a request. */
export interface RequestSettings {
	limiter: Limiter;
	/** Without it n8n would read the credential for each request. */
	credential: ReadCredential;
	/** What n8n itself puts into a request: time-out, proxy, SSL flag. */
	base?: Partial<IHttpRequestOptions>;
	/** Milliseconds after which an attempt is given up, if its time-out would come later. */
	maxTimeoutMs?: number;
	/** n8n's signal that the execution is cancelled. */
	signal?: AbortSignal;
	/** Milliseconds since the epoch up to which a further attempt may begin; no end if left out. */
	retryDeadline?: number;
	/** Ends the delays between attempts, so that `beforeSend` is called at once. */
	cancelDelays?: AbortSignal;
	/** Called when the request has its turn, and before each further attempt; throws if it is not wanted. */
	beforeSend?: () => void;
	/** Called on a failure, before the next request has its turn. */
	onFailure?: () => void;
	/** False if a failure is final at once, since the caller will ask again by itself. */
	retry?: boolean;
}

/** The time-out as n8n has it from the panel: an expression may have given anything. */
function timeoutOf(base?: Partial<IHttpRequestOptions>, maxTimeoutMs = Infinity): number {
	const timeout = Number(base?.timeout);
	return Math.min(timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS, maxTimeoutMs);
}

/**
 * The one way out to the service. Everything that leaves the package leaves here.
 *
 * An error status is a response here, not an exception: n8n would send a refused request a second
 * time (a create answered with 401, for one) and would read the service's message in its own way.
 * Redirects are not followed, so that neither token nor organization reach another host and a POST
 * never becomes a GET. What is tried again, and when, stands in `retry.ts`.
 *
 * @param context n8n's context; its credential addresses and signs the request
 * @param request what to send
 * @param read checks the response and gives what is wanted of it; runs while the request still has
 * its place in the limiter, so that its failure can keep the next request back
 * @param settings limiter and surroundings
 * @throws Problem (`connection`, `input` or `cancelled`) if no whole response came; what `read`
 * throws; neither holds a secret
 */
export async function send<T>(
	context: RequestContext,
	request: ServiceRequest,
	read: (response: HttpResponse) => T,
	settings: RequestSettings,
): Promise<T> {
	const isWrite = writeEndpoint(request.operationId) !== undefined;
	return await settings.limiter.run(async () => {
		for (let attempt = 1; ; attempt += 1) {
			const credential = await settings.credential();
			if (settings.signal?.aborted) throw cancelled();
			settings.beforeSend?.();
			const options = httpOptions(request, settings, credential);
			try {
				return read(
					await exchange(context, request, { options, data: credential.data }, settings.signal),
				);
			} catch (error) {
				const problem = toProblem(error);
				const state = { isWrite, attempt, now: Date.now(), random: Math.random() };
				const wait = settings.retry === false ? undefined : retryDelay(problem, state);
				// Whoever has an end has to be back later than that, if the service asks for more.
				const asked = retryAfterMs(problem.retryAfter ?? '', state.now) ?? 0;
				const next = state.now + Math.max(wait ?? 0, asked);
				const isTooLate = next > (settings.retryDeadline ?? Infinity);
				if (wait === undefined || isTooLate) {
					settings.onFailure?.();
					const reported = problem.withNote(asked > MAX_DELAY ? askedToWait(asked) : undefined);
					throw reported;
				}
				await delay(wait, settings.signal, settings.cancelDelays);
			}
		}
	});
}

const askedToWait = (milliseconds: number): string =>
	`The service asks to wait ${Math.ceil(milliseconds / 1000)} seconds before the next request.`;

function httpOptions(
	{ operationId, path, query = {}, arrayFormat, body }: ServiceRequest,
	{ base, maxTimeoutMs }: Pick<RequestSettings, 'maxTimeoutMs' | 'base'>,
	{ allowedDomains }: UsableCredential,
): IHttpRequestOptions {
	const { method } = endpoint(operationId);
	const hasBody = body !== undefined && method !== 'GET' && method !== 'DELETE';
	return {
		...base,
		allowedDomains,
		timeout: timeoutOf(base, maxTimeoutMs),
		method,
		url: path + toQueryString(query, arrayFormat),
		headers: {
			Accept: 'application/json',
			...(hasBody && { 'Content-Type': 'application/json' }),
		},
		// As text: n8n's HTTP client copies objects and loses a key such as __proto__ on the way.
		body: hasBody ? JSON.stringify(body) : undefined,
		// As bytes: n8n's HTTP client would take text of any character set for UTF-8.
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}

async function exchange(
	context: RequestContext,
	{ operationId }: ServiceRequest,
	{ options, data }: Pick<UsableCredential, 'data'> & { options: IHttpRequestOptions },
	cancel: AbortSignal | undefined,
): Promise<HttpResponse> {
	const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
	try {
		const response = await withTimeout(timeoutOf(options), cancel, async (signal) => {
			options.abortSignal = signal;
			return (await context.helpers.httpRequestWithAuthentication.call(
				withSignal(context, signal),
				CREDENTIAL,
				options,
				{ credentialsDecrypted },
			)) as HttpResponse;
		});
		return { ...response, body: decodeBody(response), redactor: redactorFor(options) };
	} catch (error) {
		throw toConnectionProblem(error, operationId, redactorFor(options));
	}
}

/** The body as text, by the character set that its headers name; UTF-8 if they name none. */
function decodeBody({ body, headers }: HttpResponse): unknown {
	if (!(body instanceof Uint8Array)) return body;
	const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(String(headers['content-type'])) ?? [];
	try {
		return new TextDecoder(charset).decode(body);
	} catch {
		// A character set that nobody knows.
		return new TextDecoder().decode(body);
	}
}

/** The context with another signal: n8n puts that of its context into each request. */
const withSignal = (context: RequestContext, signal: AbortSignal): RequestContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as RequestContext;
