import type { IHttpRequestOptions } from 'n8n-workflow';

import { toConnectionProblem } from './connection';
import { CREDENTIAL } from './credential';
import type { ReadCredential, RequestContext, UsableCredential } from './credential';
import { endpoint, writeEndpoint } from './endpoints';
import type { OperationId } from './endpoints';
import { toProblem } from './errors';
import type { Limiter } from './limiter';
import { findRedactor } from './redaction';
import type { HttpResponse } from './response';
import { MAX_DELAY, retryAfterMs, retryDelay } from './retry';
import { cancelled, DEFAULT_TIMEOUT_MS, delay, withTimeout } from './time';
import { toQueryString } from './url';
import type { ArrayFormat, Query } from './url';

export interface ServiceRequest {
	operationId: OperationId;
	/** Path below the base URL, its identifiers already filled in. */
	path: string;
	query?: Query;
	arrayFormat?: ArrayFormat;
	/** JSON body; none is sent with GET and DELETE. */
	body?: object;
}

/** `send` with context and settings settled. */
export type SendRequest = <T>(
	request: ServiceRequest,
	read: (response: HttpResponse) => T,
	settings?: Partial<RequestSettings>,
) => Promise<T>;

export interface RequestSettings {
	limiter: Limiter;
	/** Without it n8n would read the credential for each request. */
	credential: ReadCredential;
	/** What n8n itself puts into a request: time-out, proxy, SSL flag. */
	base?: Partial<IHttpRequestOptions>;
	/** Milliseconds after which an attempt is given up, if its time-out would come later. */
	maxTimeoutMs?: number;
	signal?: AbortSignal;
	/** When the last attempt may begin, in milliseconds since the epoch. */
	retryDeadline?: number;
	/** Ends the delays between attempts, so that `beforeSend` is called at once. */
	cancelDelays?: AbortSignal;
	/** Called before each attempt, when it has its turn. Throws if the request is not wanted. */
	beforeSend?: () => void;
	/** Called on a failure, before the next request has its turn. */
	onFailure?: () => void;
	/** False if a failure is final at once, because the caller will ask again by itself. */
	retry?: boolean;
}

function readTimeout(base?: Partial<IHttpRequestOptions>, maxTimeoutMs = Infinity): number {
	const timeout = Number(base?.timeout);
	return Math.min(timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS, maxTimeoutMs);
}

/** The one way out to the service. Everything that leaves the package leaves here.
 *
 * An error status is a response here, not an exception: n8n would send a refused request a second
 * time (a create answered with 401, for one) and would read the service's message in its own way.
 * Redirects are not followed, so that neither token nor organization reach another host and a POST
 * never becomes a GET. `retry.ts` says what is retried, and when.
 * @param read checks the response and takes what is wanted of it; runs while the request still has
 * its place in the limiter, so that its failure can keep the next request back
 * @throws Problem (`connection`, `input` or `cancelled`) if no complete response arrived; what
 * `read` throws; neither contains a secret */
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
			const options = toHttpOptions(request, settings, credential);
			try {
				return read(await exchange(context, request, options, credential, settings.signal));
			} catch (error) {
				const problem = toProblem(error);
				const state = { isWrite, attempt, now: Date.now(), random: Math.random() };
				const wait = settings.retry === false ? undefined : retryDelay(problem, state);
				// A caller with a deadline must be back later than that, if the service asks for more.
				const asked = retryAfterMs(problem.retryAfter ?? '', state.now) ?? 0;
				const next = state.now + Math.max(wait ?? 0, asked);
				if (wait === undefined || next > (settings.retryDeadline ?? Infinity)) {
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
	`The service asks you to wait ${Math.ceil(milliseconds / 1000)} seconds before the next request.`;

function toHttpOptions(
	{ operationId, path, query = {}, arrayFormat, body }: ServiceRequest,
	{ base, maxTimeoutMs }: RequestSettings,
	{ allowedDomains }: UsableCredential,
): IHttpRequestOptions {
	const { method } = endpoint(operationId);
	const hasBody = body !== undefined && method !== 'GET' && method !== 'DELETE';
	return {
		...base,
		allowedDomains,
		timeout: readTimeout(base, maxTimeoutMs),
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
	options: IHttpRequestOptions,
	{ data }: UsableCredential,
	cancel: AbortSignal | undefined,
): Promise<HttpResponse> {
	const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
	try {
		const response = await withTimeout(readTimeout(options), cancel, async (signal) => {
			options.abortSignal = signal;
			return (await context.helpers.httpRequestWithAuthentication.call(
				withSignal(context, signal),
				CREDENTIAL,
				options,
				{ credentialsDecrypted },
			)) as HttpResponse;
		});
		return { ...response, body: decodeBody(response), redactor: findRedactor(options) };
	} catch (error) {
		throw toConnectionProblem(error, operationId, findRedactor(options));
	}
}

function decodeBody({ body, headers }: HttpResponse): unknown {
	if (!(body instanceof Uint8Array)) return body;
	const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(String(headers['content-type'])) ?? [];
	try {
		return new TextDecoder(charset).decode(body);
	} catch {
		return new TextDecoder().decode(body);
	}
}

/** The context with another signal: n8n puts that of its context into each request. */
const withSignal = (context: RequestContext, signal: AbortSignal): RequestContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as RequestContext;
