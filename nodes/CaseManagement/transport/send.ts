import type {
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { isWrite } from './errorHints';
import { toConnectionProblem } from './connection';
import { withTimeout } from './deadline';
import { toProblem } from './errors';
import type { Limiter } from './limiter';
import type { ExpectedResponse, HttpResponse } from './response';
import { delay, cancelled } from './delay';
import { toQueryString } from './query';
import type { ArrayFormat, Query } from './query';
import { retryDelay, retryAfterMs } from './retry';
import { redactorFor } from './redaction';

/** The only credential there is. */
export const CREDENTIAL = 'caseManagementApi';

/** Whatever n8n hands to a node that may call the service. */
export type RequestContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

/** One call to the service, as interface.md (section 4) describes it. */
export interface ServiceRequest extends ExpectedResponse {
	method: IHttpRequestMethods;
	/** Path below the base URL, its identifiers already filled in. */
	path: string;
	query?: Query;
	arrayFormat?: ArrayFormat;
	/** JSON body; none is sent with GET and DELETE. */
	body?: object;
}

/** Sends a call and reads its answer: `send` with everything but these two settled. */
export type SendRequest = <T>(
	call: ServiceRequest,
	read: (answer: HttpResponse) => T,
) => Promise<T>;

/** What surrounds a call. */
export interface RequestSettings {
	limiter: Limiter;
	/** What n8n itself puts into a request: time-out, proxy, allowed domains, SSL flag. */
	base?: Partial<IHttpRequestOptions>;
	/** Milliseconds after which a try is given up, if its time-out would come later. */
	maxTimeoutMs?: number;
	/** n8n's signal that the execution is cancelled. */
	signal?: AbortSignal;
	/** Milliseconds since the epoch up to which a further try may begin; without end if left out. */
	retryDeadline?: number;
	/** Ends the pauses between tries, so that `beforeSend` is asked at once. */
	cancelDelays?: AbortSignal;
	/** Asked when the call's turn has come, and before each further try; throws if it is not wanted. */
	beforeSend?: () => void;
	/** Told of a failure before the next call gets its turn. */
	onFailure?: () => void;
	/** False if a failure is final at once, since whoever asks will ask again by itself. */
	retry?: boolean;
}

/** Milliseconds after which a call is given up for which n8n has set no time-out. */
const DEFAULT_TIMEOUT = 60_000;

/** The time-out as n8n has it from the panel: an expression may have given anything. */
function timeoutOf(base?: Partial<IHttpRequestOptions>, maxTimeoutMs = Infinity): number {
	const timeout = Number(base?.timeout);
	return Math.min(timeout > 0 ? timeout : DEFAULT_TIMEOUT, maxTimeoutMs);
}

/**
 * The one way out to the service. Everything that leaves the package leaves here.
 *
 * An error status is an answer here, not an exception: n8n would send a refused call a second time
 * (a create answered with 401, for one) and would read the service's message in its own way.
 * Redirects are not followed, so that neither token nor organization reach another host and a POST
 * never becomes a GET. What is tried again, and when, stands in `retry.ts`.
 *
 * @param context n8n's context; its credential addresses and signs the request
 * @param call what to send
 * @param read checks the answer and gives what is wanted of it; runs while the call still has its
 * place in the limiter, so that its failure can keep the next call back
 * @param settings limiter and surroundings
 * @throws Problem (`connection`, `input` or `stopped`) if no whole answer came; what `read` throws;
 * neither holds a secret
 */
export async function send<T>(
	context: RequestContext,
	call: ServiceRequest,
	read: (answer: HttpResponse) => T,
	settings: RequestSettings,
): Promise<T> {
	const write = isWrite(call);
	return await settings.limiter.run(async () => {
		for (let attempt = 1; ; attempt += 1) {
			if (settings.signal?.aborted) throw cancelled();
			settings.beforeSend?.();
			const request = requestOf(call, settings);
			try {
				return read(await overTheWire(context, call, request, settings.signal));
			} catch (error) {
				const problem = toProblem(error);
				const state = { write, attempt, now: Date.now(), random: Math.random() };
				const pause = settings.retry === false ? undefined : retryDelay(problem, state);
				// Whoever has an end has to be back later than that, if the service asks for more.
				const asked = retryAfterMs(problem.retryAfter ?? '', state.now) ?? 0;
				const next = state.now + Math.max(pause ?? 0, asked);
				const tooLate = next > (settings.retryDeadline ?? Infinity);
				if (pause === undefined || tooLate) {
					settings.onFailure?.();
					throw problem;
				}
				await delay(pause, settings.signal, settings.cancelDelays);
			}
		}
	});
}

function requestOf(
	call: ServiceRequest,
	{ base, maxTimeoutMs }: Pick<RequestSettings, 'maxTimeoutMs' | 'base'>,
): IHttpRequestOptions {
	const hasBody = call.body !== undefined && call.method !== 'GET' && call.method !== 'DELETE';
	return {
		...base,
		timeout: timeoutOf(base, maxTimeoutMs),
		method: call.method,
		url: call.path + toQueryString(call.query ?? {}, call.arrayFormat),
		headers: {
			Accept: 'application/json',
			...(hasBody && { 'Content-Type': 'application/json' }),
		},
		// As text: n8n's HTTP client copies objects and loses a key such as __proto__ on the way.
		body: hasBody ? JSON.stringify(call.body) : undefined,
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}

async function overTheWire(
	context: RequestContext,
	call: ServiceRequest,
	request: IHttpRequestOptions,
	runEnd: AbortSignal | undefined,
): Promise<HttpResponse> {
	try {
		const answer = await withTimeout(timeoutOf(request), runEnd, async (signal) => {
			request.abortSignal = signal;
			return (await context.helpers.httpRequestWithAuthentication.call(
				endingBy(signal, context),
				CREDENTIAL,
				request,
			)) as HttpResponse;
		});
		return { ...answer, redactor: redactorFor(request) };
	} catch (error) {
		throw toConnectionProblem(error, call, redactorFor(request));
	}
}

/** The context with another signal: n8n puts that of its context into each request. */
const endingBy = (signal: AbortSignal, context: RequestContext): RequestContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as RequestContext;
