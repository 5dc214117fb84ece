/** What the package sends, how often, and how it handles the response. */
import { inputProblem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { RequestContext } from '../../../nodes/CaseManagement/transport/credential.ts';
import { Limiter } from '../../../nodes/CaseManagement/transport/limiter.ts';
import { registerSecrets } from '../../../nodes/CaseManagement/transport/redaction.ts';
import { responseObject } from '../../../nodes/CaseManagement/transport/response.ts';
import { send } from '../../../nodes/CaseManagement/transport/send.ts';
import type {
	RequestSettings,
	ServiceRequest,
} from '../../../nodes/CaseManagement/transport/send.ts';
import { delay } from '../../../nodes/CaseManagement/transport/time.ts';
import { answered, eventually, problemIn } from '../faking.mts';
import type { Reply, Sent } from '../faking.mts';

jest.mock('../../../nodes/CaseManagement/transport/time.ts', () => ({
	...jest.requireActual<object>('../../../nodes/CaseManagement/transport/time.ts'),
	delay: jest.fn(async () => undefined),
}));

const delayed = jest.mocked(delay);

const TOKEN = 'Bearer s3cret!!';

/** n8n's context; the replies are used in order, and the last one repeats. */
function contextOf(...replies: Reply[]) {
	const requests: Sent[] = [];
	const helper = jest.fn(async function (this: unknown, _credential: string, request: Sent) {
		requests.push(request);
		registerSecrets(request, { token: TOKEN, organization: 'org-nine' });
		return answered(replies[Math.min(requests.length, replies.length) - 1]!);
	});
	const context = { helpers: { httpRequestWithAuthentication: helper } };
	return { context: context as unknown as RequestContext, helper, requests };
}

const GET: ServiceRequest = { operationId: 'getCase', path: '/x' };
const POST: ServiceRequest = { operationId: 'createCase', path: '/x', body: { a: 1 } };

const DATA = { token: TOKEN };
const credential = async () => ({ data: DATA, allowedDomains: 'a.example' });

const ask = async (
	context: RequestContext,
	call: ServiceRequest = GET,
	settings: Partial<RequestSettings> = {},
) =>
	await send(context, call, (raw) => responseObject(raw, call.operationId), {
		limiter: new Limiter(1),
		credential,
		...settings,
	});

beforeEach(() => delayed.mockClear());

describe('a request', () => {
	const always = {
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		allowedDomains: 'a.example',
		abortSignal: expect.any(AbortSignal) as AbortSignal,
	};

	const sent = async (call: ServiceRequest, settings?: Partial<RequestSettings>) => {
		const { context, requests } = contextOf({});
		await ask(context, call, settings);
		return requests[0]!;
	};

	test('for a read has no body and accepts JSON', async () => {
		expect(await sent(GET)).toEqual({
			...always,
			method: 'GET',
			url: '/x',
			headers: { Accept: 'application/json' },
			body: undefined,
			timeout: 60_000,
		});
	});

	test('for a write sends its body as text', async () => {
		const body = JSON.parse('{"__proto__":1,"a":[null]}') as object;
		expect(await sent({ ...POST, body })).toEqual({
			...always,
			method: 'POST',
			url: '/x',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
			body: '{"__proto__":1,"a":[null]}',
			timeout: 60_000,
		});
	});

	test.each([
		['GET', 'getCase'],
		['DELETE', 'deleteCase'],
	] as const)('for %s never has a body', async (method, operationId) => {
		const request = await sent({ ...POST, operationId });
		expect(request.method).toBe(method);
		expect(request.body).toBeUndefined();
		expect(request.headers).toEqual({ Accept: 'application/json' });
	});

	test.each([
		['PUT', 'pauseCase'],
		['POST', 'createCase'],
	] as const)('for %s without a body has no content type', async (method, operationId) => {
		const request = await sent({ ...GET, operationId });
		expect(request.method).toBe(method);
		expect(request.body).toBeUndefined();
		expect(request.headers).toEqual({ Accept: 'application/json' });
	});

	test('has its query in the URL, with arrays in the chosen format', async () => {
		const query = { a: 'b c', list: ['x', 'y'] };
		expect((await sent({ ...GET, query })).url).toBe('/x?a=b%20c&list%5B%5D=x&list%5B%5D=y');
		expect((await sent({ ...GET, query, arrayFormat: 'comma' })).url).toBe('/x?a=b%20c&list=x,y');
	});

	test('keeps the options of n8n unless the call needs others', async () => {
		const base = { timeout: 5, proxy: { host: 'p', port: 1 }, encoding: 'json', method: 'PUT' };
		expect(await sent(GET, { base: base as never })).toMatchObject({
			...always,
			method: 'GET',
			timeout: 5,
			proxy: { host: 'p', port: 1 },
		});
	});

	test('is sent with the one credential, in the context of the node', async () => {
		const { context, helper } = contextOf({});
		await ask(context);
		expect(helper.mock.calls[0]![0]).toBe('caseManagementApi');
		// As it was read before: n8n would read it again.
		const [, , given] = helper.mock.calls[0] as unknown[] as [string, Sent, object];
		expect(given).toMatchObject({ credentialsDecrypted: { data: DATA } });
		const { helpers } = helper.mock.contexts[0] as RequestContext;
		expect(helpers).toBe(context.helpers);
	});

	test.each([undefined, 0, -5, 'soon', NaN])(
		'waits a minute with the time-out %p',
		async (timeout) => {
			expect((await sent(GET, { base: { timeout: timeout as never } })).timeout).toBe(60_000);
		},
	);
});

describe('a response', () => {
	test('is converted by the reader', async () => {
		const { context } = contextOf({ status: 201, body: { uuid: 'u' } });
		expect(await ask(context, POST)).toEqual({ uuid: 'u' });
	});

	test('reaches the reader with status, headers and the mask for its secrets', async () => {
		const { context } = contextOf({ headers: { a: 'b' }, body: `{"a":"${TOKEN} of org-nine"}` });
		const raw = await send(context, GET, (answer) => answer, {
			limiter: new Limiter(1),
			credential,
		});
		expect(raw).toMatchObject({ statusCode: 200, headers: { a: 'b' } });
		expect(responseObject(raw, GET.operationId)).toEqual({ a: '*** of org-nine' });
	});

	test('that never arrives is reported without the secrets in the text of the HTTP client', async () => {
		const { context } = contextOf({});
		context.helpers.httpRequestWithAuthentication = async (_credential, request) => {
			registerSecrets(request, { token: TOKEN, organization: 'org-nine' });
			throw new Error('Odd: s3cret%21%21 for org-nine');
		};
		expect((await problemIn(() => ask(context))).message).toBe('Odd: *** for ***');
	});

	test('with an error is reported without token and organization', async () => {
		const { context } = contextOf({ status: 400, body: { message: `No ${TOKEN} for org-nine` } });
		expect(await problemIn(() => ask(context, POST))).toMatchObject({
			message: 'No *** for ***',
			kind: 'service',
			status: 400,
		});
	});

	test('that never arrives is reported in plain words', async () => {
		const { context } = contextOf({ code: 'ECONNRESET' });
		expect(await problemIn(() => ask(context, POST))).toMatchObject({
			kind: 'connection',
			code: 'ECONNRESET',
			message: 'The connection to the service was lost before the response was complete',
			outcomeUnknown: true,
		});
	});

	test('on which the reader throws is an internal error', async () => {
		const { context, requests } = contextOf({});
		const reading = () => {
			throw new TypeError('odd');
		};
		const problem = await problemIn(() =>
			send(context, GET, reading, { limiter: new Limiter(1), credential }),
		);
		expect(problem.message).toBe('odd');
		expect(problem.hint).toContain('bug in this node');
		expect(requests).toHaveLength(1);
	});
});

describe('retries of a failed call', () => {
	test('happen for a read with a temporary failure, after growing pauses, three times in all', async () => {
		const random = jest.spyOn(Math, 'random').mockReturnValue(1);
		const { context, requests } = contextOf({ status: 503 });
		const onFailure = jest.fn();
		expect(await problemIn(() => ask(context, GET, { onFailure }))).toMatchObject({ status: 503 });
		expect(requests).toHaveLength(3);
		expect(delayed.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([500, 1000]);
		expect(onFailure).toHaveBeenCalledTimes(1);
		random.mockRestore();
	});

	test('end with the first success, which is not reported as a failure', async () => {
		const { context, requests } = contextOf({ code: 'ECONNRESET' }, { body: { a: 1 } });
		const onFailure = jest.fn();
		expect(await ask(context, GET, { onFailure })).toEqual({ a: 1 });
		expect(requests).toHaveLength(2);
		expect(onFailure).not.toHaveBeenCalled();
	});

	test('do not happen if the caller retries itself', async () => {
		const { context, requests } = contextOf({ status: 503 });
		await problemIn(() => ask(context, GET, { retry: false }));
		expect(requests).toHaveLength(1);
	});

	test('are separate requests with new credentials', async () => {
		const { context, requests } = contextOf({ status: 503 }, {});
		await ask(context);
		expect(requests[1]).toEqual({
			...requests[0],
			abortSignal: expect.any(AbortSignal) as unknown,
		});
		expect(requests[1]).not.toBe(requests[0]);
		expect(requests[1]!.abortSignal).not.toBe(requests[0]!.abortSignal);
	});

	test.each([
		['createCase', 503, 1],
		['deleteCase', 503, 1],
		['pauseCase', 408, 1],
		['createCase', 429, 2],
		['getCase', 404, 1],
		['getCase', 408, 2],
	] as const)('%s after HTTP %i: %i requests in all', async (operationId, status, count) => {
		const { context, requests } = contextOf({ status }, { body: {} });
		await ask(context, { ...POST, operationId }).catch(() => undefined);
		expect(requests).toHaveLength(count);
	});

	test('come as late as the service asks, also with a date', async () => {
		const random = jest.spyOn(Math, 'random').mockReturnValue(0);
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T10:00:00Z'));
		for (const header of ['7', 'Sun, 01 Mar 2026 10:00:07 GMT']) {
			const { context } = contextOf({ status: 429, headers: { 'retry-after': header } }, {});
			await ask(context, POST);
		}
		expect(delayed.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([7000, 7000]);
		now.mockRestore();
		random.mockRestore();
	});
});

describe('a response that never ends', () => {
	/** n8n's HTTP client, which adds the context's signal to the request and aborts with it. */
	function dripping() {
		const signals: AbortSignal[] = [];
		const httpRequestWithAuthentication = async function (this: {
			getExecutionCancelSignal: () => AbortSignal;
		}) {
			const signal = this.getExecutionCancelSignal();
			signals.push(signal);
			return await new Promise((_resolve, reject) => {
				signal.addEventListener('abort', () =>
					reject(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' })),
				);
			});
		};
		const context = { helpers: { httpRequestWithAuthentication } } as unknown as RequestContext;
		return { context, signals };
	}

	const base = { timeout: 20 };

	test('to a read ends at the time-out and is requested again', async () => {
		const { context, signals } = dripping();
		const { signal } = new AbortController();
		expect(await problemIn(() => ask(context, GET, { base, signal }))).toMatchObject({
			kind: 'connection',
			message: 'The service did not answer in time',
			outcomeUnknown: false,
		});
		expect(signals).toHaveLength(3);
	});

	test('to a write ends at the time-out and says what is unknown', async () => {
		const { context, signals } = dripping();
		expect(await problemIn(() => ask(context, POST, { base }))).toMatchObject({
			message: 'The service did not answer in time',
			outcomeUnknown: true,
		});
		expect(signals).toHaveLength(1);
	});

	test('ends with the run, which is not a time-out', async () => {
		const { context, signals } = dripping();
		const run = new AbortController();
		const problem = problemIn(() => ask(context, GET, { signal: run.signal }));
		await new Promise((resolve) => setImmediate(resolve));
		run.abort();
		expect((await problem).kind).toBe('cancelled');
		expect(signals).toHaveLength(1);
	});
});

describe('whether a request is sent', () => {
	test('not after the run has ended', async () => {
		const { context, requests } = contextOf({});
		const signal = AbortSignal.abort();
		expect((await problemIn(() => ask(context, GET, { signal }))).kind).toBe('cancelled');
		expect(requests).toEqual([]);
	});

	test('not again if the run ends in the pause', async () => {
		const { context, requests } = contextOf({ status: 503 });
		const controller = new AbortController();
		delayed.mockImplementationOnce(async () => controller.abort());
		const { signal } = controller;
		expect((await problemIn(() => ask(context, GET, { signal }))).kind).toBe('cancelled');
		expect(requests).toHaveLength(1);
	});

	test('not again if it is no longer needed, without waiting for the pause to end', async () => {
		const { context, requests } = contextOf({ status: 503 });
		const ending = new AbortController();
		const real = jest.requireActual<{ delay: typeof delay }>(
			'../../../nodes/CaseManagement/transport/time.ts',
		);
		// Longer than a test may take, unless it is cut short.
		delayed.mockImplementationOnce(async (_wait, ...signals) => real.delay(600_000, ...signals));
		const refusal = inputProblem('Not wanted');
		const beforeSend = jest.fn(() => {
			if (ending.signal.aborted) throw refusal;
		});
		const settings = { beforeSend, cancelDelays: ending.signal };
		const problem = problemIn(() => ask(context, GET, settings));
		await eventually(() => delayed.mock.calls.length > 0);
		ending.abort();
		expect(await problem).toBe(refusal);
		expect(requests).toHaveLength(1);
	});

	test('yes while the run continues', async () => {
		const { context } = contextOf({ body: { a: 1 } });
		const { signal } = new AbortController();
		expect(await ask(context, GET, { signal })).toEqual({ a: 1 });
	});

	test('not if it is no longer needed, which is checked before each try', async () => {
		const { context, requests } = contextOf({ status: 503 });
		const refusal = inputProblem('Not wanted');
		const beforeSend = jest.fn().mockReturnValueOnce(undefined);
		beforeSend.mockImplementation(() => {
			throw refusal;
		});
		expect(await problemIn(() => ask(context, GET, { beforeSend }))).toBe(refusal);
		expect(beforeSend).toHaveBeenCalledTimes(2);
		expect(requests).toHaveLength(1);
	});
});

test('a call keeps its place in the limiter during its pauses, and a failure is reported before the next call', async () => {
	const { context, requests } = contextOf({ status: 503 }, { status: 500 }, {});
	const limiter = new Limiter(1);
	const order: string[] = [];
	const calls = ['first', 'second'].map(
		async (name) =>
			await ask(context, GET, {
				limiter,
				beforeSend: () => order.push(`${name} begins`),
				onFailure: () => order.push(`${name} fails`),
			}),
	);
	await Promise.allSettled(calls);
	expect(order).toEqual(['first begins', 'first begins', 'first fails', 'second begins']);
	expect(requests).toHaveLength(3);
	expect(limiter.inFlight).toBe(0);
});

describe('the body of a response', () => {
	const bodyOf = async (bytes: Uint8Array, contentType?: string) => {
		const headers = contentType === undefined ? {} : { 'content-type': contentType };
		const helper = async () => ({ statusCode: 200, headers, body: bytes });
		const context = { helpers: { httpRequestWithAuthentication: helper } };
		return await ask(context as unknown as RequestContext);
	};
	const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

	test.each([
		['application/json; charset=iso-8859-1', latin1('{"a":"K\u00e4se"}')],
		['application/json;charset="ISO-8859-1"', latin1('{"a":"K\u00e4se"}')],
		['application/json', new TextEncoder().encode('{"a":"K\u00e4se"}')],
		['application/json; charset=nobody-knows', new TextEncoder().encode('{"a":"K\u00e4se"}')],
		[undefined, new TextEncoder().encode('{"a":"K\u00e4se"}')],
	])('is decoded with its character set: %s', async (contentType, bytes) => {
		expect(await bodyOf(bytes, contentType)).toEqual({ a: 'K\u00e4se' });
	});
});

test('a Retry-After longer than the maximum fails at once and is reported', async () => {
	const { context, requests } = contextOf({ status: 503, headers: { 'retry-after': '120' } });
	await expect(ask(context)).rejects.toMatchObject({
		hint: expect.stringContaining('The service asks you to wait 120 seconds') as string,
	});
	expect(requests).toHaveLength(1);
	expect(delayed).not.toHaveBeenCalled();
});
