import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { OperationId } from '../../../nodes/CaseManagement/transport/endpoints.ts';
import {
	missingFieldError,
	responseObject,
	responseValue,
} from '../../../nodes/CaseManagement/transport/response.ts';
import { problemIn } from '../faking.mts';

const call = 'getCase';

const problemOf = (statusCode: number, body: unknown, operationId: OperationId = call): Problem => {
	try {
		responseObject({ statusCode, headers: {}, body }, operationId);
	} catch (error) {
		return error as Problem;
	}
	throw new Error('no problem');
};

test('returns the JSON object of a success', () => {
	expect(responseObject({ statusCode: 200, headers: {}, body: ' {"a":1}\n' }, call)).toEqual({
		a: 1,
	});
	expect(responseObject({ statusCode: 200, headers: {}, body: '\uFEFF{"a":1}' }, call)).toEqual({
		a: 1,
	});
});

test('a byte order mark is removed before the data, but not inside it', () => {
	for (const front of ['', '\uFEFF']) {
		const body = `${front}{"a":"x\uFEFFy"}`;
		expect(responseObject({ statusCode: 200, headers: {}, body }, call)).toEqual({ a: 'x\uFEFFy' });
	}
});

test('data that contains HTML is data', () => {
	const body = JSON.stringify({ message: '<html>hello</html>' });
	expect(responseObject({ statusCode: 200, headers: {}, body }, call)).toEqual({
		message: '<html>hello</html>',
	});
});

test('the message of the service comes first, with status and advice', () => {
	const problem = problemOf(404, '{"message":"The process instance was not found"}');
	expect(problem.message).toBe('The process instance was not found');
	expect(problem.kind).toBe('service');
	expect(problem.status).toBe(404);
	expect(problem.hint).toMatch(/Check the ID/);
});

test.each([
	['{"error":{"message":"nested"}}', 'nested'],
	['{"error":"plain"}', 'plain'],
	['{"detail":"detailed"}', 'detailed'],
	['{"title":"titled"}', 'titled'],
	['{"message":"  "}', 'answered with an object without the expected fields'],
	['{"message":{"x":1}}', 'answered with an object without the expected fields'],
	['', 'answered with an empty response'],
	['<!DOCTYPE html><html><body>Oops</body></html>', 'answered with a web page instead of data'],
	['Bad gateway\n  here', 'answered with text instead of data: "Bad gateway here"'],
	['[]', 'answered with an array'],
	['null', 'answered with null'],
	['12', 'answered with a bare number'],
])('the text of an error body %j', (body, words) => {
	expect(problemOf(500, body).message).toContain(words);
	expect(problemOf(500, body).message).not.toContain('[object');
});

test.each([
	['', 'an empty response'],
	['<html></html>', 'a web page'],
	['{"process_instance": {"uu', 'incomplete data'],
	['hello', 'text instead of data'],
	['"hello"', 'a bare string'],
	['3', 'a bare number'],
	['null', 'null'],
	['[1]', 'an array'],
])('a success with the body %j is not mistaken for a valid response', (body, words) => {
	const problem = problemOf(200, body);
	expect(problem.kind).toBe('invalidResponse');
	expect(problem.message).toContain(`answered with ${words}`);
});

test('an empty body is a success where it is agreed', () => {
	const check = 'deleteCase';
	expect(responseObject({ statusCode: 204, headers: {}, body: '' }, check)).toEqual({});
	expect(responseObject({ statusCode: 200, headers: {}, body: undefined }, check)).toEqual({});
	expect(() => responseObject({ statusCode: 200, headers: {}, body: '<html>' }, check)).toThrow(
		'web page',
	);
});

describe('a success status, where no field for failures is expected', () => {
	const check = 'deleteCase';
	const body = (text: string) => ({ statusCode: 200, headers: {}, body: text });

	test.each([
		['{"error":"Not done"}', 'Not done'],
		['{"error":{"message":"Not done"}}', 'Not done'],
		['{"success":"false","message":"Not done"}', 'Not done'],
		['{"success":"False"}', 'The service reported a failure'],
		['{"success":0}', 'The service reported a failure'],
		['{"success":"0"}', 'The service reported a failure'],
		['{"error":true}', 'The service reported a failure'],
		['{"errors":["Not done"]}', 'The service reported a failure'],
		['{"message":"Deleted","error":{"code":7}}', 'Deleted'],
	])('%s reports a failure', async (text, message) => {
		expect(await problemIn(() => responseObject(body(text), check))).toMatchObject({
			kind: 'invalidResponse',
			message,
			outcomeUnknown: true,
			hint: 'The case may have been deleted. Use Case > Get to check whether it still exists. The service answered with a success status, but its response reports a failure.',
		});
	});

	test.each([
		'{}',
		'{"message":"Deleted"}',
		'{"error":null}',
		'{"error":false}',
		'{"error":""}',
		'{"error":{}}',
		'{"errors":[]}',
		'{"success":true}',
		'{"success":"true"}',
		'{"success":1}',
		'{"success":null}',
	])('%s is a success', (text) => {
		expect(responseObject(body(text), check)).toEqual(JSON.parse(text));
	});

	test('a field of that name may be data elsewhere', () => {
		const text = '{"error":"data","errors":[1],"success":0}';
		expect(responseObject(body(text), call)).toEqual(JSON.parse(text));
	});
});

test('success: false is not a success', () => {
	expect(problemOf(200, '{"success":false,"message":"No"}').message).toBe('No');
	expect(problemOf(200, '{"success":false}').message).toContain('reported a failure');
});

test('after a write, an invalid response says that the call may have had its effect', () => {
	expect(problemOf(200, '<html>', 'triggerSignal').hint).toContain('may have been received');
	expect(problemOf(200, '<html>').hint).not.toContain('may have');
	expect(problemOf(502, '', 'createCase').hint).toContain('may have been created');
	expect(problemOf(409, '', 'pauseCase').hint).not.toContain('may have');
});

test('a long text is quoted in part', () => {
	expect(problemOf(500, 'x'.repeat(5000)).message.length).toBeLessThan(250);
});

test('a long text is quoted up to 120 characters, on one line', () => {
	const quoted = (text: string) => problemOf(500, text).message.split('"')[1];
	const whole = 'x'.repeat(120);
	expect(quoted(` ${whole}\n`)).toBe(whole);
	expect(quoted(`${whole}y`)).toBe(`${'x'.repeat(117)}...`);
});

test('the text of the service is trimmed', () => {
	expect(problemOf(400, '{"message":" No\\n"}').message).toBe('No');
});

test.each([
	['  <html>', 'a web page'],
	['\n<?xml version="1.0"?>', 'a web page'],
	['<HEAD>', 'a web page'],
	['see <html>', 'text instead of data: "see <html>"'],
	[' {"a', 'incomplete data'],
	['[1,', 'incomplete data'],
	['oops {"a', 'text instead of data: "oops {"a"'],
	['  \n', 'an empty response'],
	['a\uFEFF{}', 'text instead of data'],
])('the text %j becomes %s', (body, words) => {
	expect(problemOf(200, body).message).toContain(`answered with ${words}`);
});

test('an HTML page instead of a 404 of the service: the advice names the Base URL', () => {
	expect(problemOf(404, '<html>Not found</html>').hint).toContain('Base URL');
	expect(problemOf(404, '{"message":"No such case"}').hint).not.toContain('Base URL');
});

test.each([
	[199, false],
	[200, true],
	[299, true],
	[300, false],
])('HTTP %i is a success: %p', (status, success) => {
	const check = () => responseObject({ statusCode: status, headers: {}, body: '{"a":1}' }, call);
	if (success) expect(check()).toEqual({ a: 1 });
	else expect(check).toThrow('The service answered with');
});

test('a problem has what a retry depends on', async () => {
	const answer = { statusCode: 503, headers: { 'retry-after': '7' }, body: '' };
	const post = 'createCase';
	expect(await problemIn(() => responseObject(answer, post))).toMatchObject({
		kind: 'service',
		status: 503,
		retryAfter: '7',
		outcomeUnknown: true,
	});
	for (const headers of [{}, { 'retry-after': ['7'] }]) {
		const problem = await problemIn(() => responseObject({ ...answer, headers }, call));
		expect(problem.retryAfter).toBeUndefined();
		expect(problem.outcomeUnknown).toBe(false);
	}
});

describe('a redirect', () => {
	const redirected = async (statusCode: number, headers: Record<string, unknown>) =>
		(
			await problemIn(() =>
				responseObject({ statusCode, headers, body: '{"message":"Moved"}' }, call),
			)
		).message;

	test.each([300, 302, 399])('with HTTP %i names the target host', async (status) => {
		expect(await redirected(status, { location: 'https://evil.example/x?token=1' })).toBe(
			'The service redirects to another address at https://evil.example. Redirects are not followed',
		);
	});

	test('within the service does not name a host', async () => {
		expect(await redirected(302, { location: '/login' })).toBe(
			'The service redirects to another address. Redirects are not followed',
		);
	});

	test.each([
		[304, {}],
		[302, { location: ['x'] }],
		[400, { location: 'https://evil.example' }],
		[199, { location: 'https://evil.example' }],
	])('is not assumed for HTTP %i and %j', async (status, headers) => {
		expect(await redirected(status, headers)).toBe('Moved');
	});
});

describe('a body that is not text', () => {
	test.each([
		[{ a: 1 }, { a: 1 }],
		[[1], [1]],
		[7, 7],
	])('%j is read as JSON', (body, value) => {
		expect(responseValue({ statusCode: 200, headers: {}, body }, call)).toEqual(value);
	});

	test.each([undefined, null, () => 1])('%p counts as empty', (body) => {
		expect(problemOf(200, body).message).toContain('an empty response');
	});
});

describe('a value of any type', () => {
	const value = (body: string) => responseValue({ statusCode: 200, headers: {}, body }, call);

	test.each(['null', '[]', '"x"', '3', 'false', '{"success":true}', '{"success":"false"}'])(
		'%s is accepted',
		(body) => {
			expect(value(body)).toEqual(JSON.parse(body));
		},
	);

	test.each(['', ' ', 'hello', '<html>', '{"success":false}'])(
		'%j does not count',
		async (body) => {
			expect(await problemIn(() => value(body))).toMatchObject({
				kind: 'invalidResponse',
				status: 200,
			});
		},
	);

	test('an empty body is refused unless that is agreed', () => {
		const agreed = 'pauseCase';
		expect(responseValue({ statusCode: 200, headers: {}, body: '' }, agreed)).toEqual({});
		expect(responseValue({ statusCode: 200, headers: {}, body: '[]' }, agreed)).toEqual([]);
	});
});

describe('the advice for an invalid success', () => {
	const BASE_URL =
		'Check that the Base URL in the credential is the address of the service itself, not of its website or a login page.';
	const post = 'pauseCase';
	const MAY = 'The case may have been paused. Use Case > Get to check its status.';

	test('concerns the Base URL, after a write first the possible effect', () => {
		expect(problemOf(200, '<html>')).toMatchObject({ hint: BASE_URL, outcomeUnknown: false });
		expect(problemOf(200, '<html>', post)).toMatchObject({
			hint: `${MAY} ${BASE_URL}`,
			outcomeUnknown: true,
		});
	});

	test('concerns only the failure for success: false', () => {
		const words = 'The service answered with a success status, but its response reports a failure.';
		expect(problemOf(200, '{"success":false}')).toMatchObject({
			message: 'The service reported a failure',
			kind: 'invalidResponse',
			hint: words,
			outcomeUnknown: false,
		});
		expect(problemOf(200, '{"success":false}', post)).toMatchObject({
			hint: `${MAY} ${words}`,
			outcomeUnknown: true,
		});
	});
});

test('a missing field is named; otherwise none is', async () => {
	const answer = { statusCode: 200, headers: {}, body: '{"a":1}' };
	expect((await problemIn(() => missingFieldError(answer, call)('uuid'))).message).toBe(
		'The service answered with an object without the expected fields (missing: "uuid")',
	);
	expect(problemOf(200, '[]').message).toBe('The service answered with an array');
});

describe('quotes from a response', () => {
	const SECRET = 's3cret-token';
	const redactor = {
		text: (text: string) => text.replaceAll(SECRET, '***').replaceAll('HTTP', '???'),
		json: (value: unknown) => ({ masked: value }),
	};
	const told = (statusCode: number, body: string, headers = {}) =>
		problemIn(() => responseObject({ statusCode, headers, body, redactor }, call));

	test('are masked: the text of the service, an excerpt, the host of a redirect', async () => {
		expect((await told(400, `{"message":"No ${SECRET}"}`)).message).toBe('No ***');
		expect((await told(200, `{"success":false,"error":"No ${SECRET}"}`)).message).toBe('No ***');
		expect((await told(200, `HTTP ${SECRET}`)).message).toBe(
			'The service answered with text instead of data: "??? ***"',
		);
		const moved = await told(302, '', { location: `https://${SECRET}.example/x` });
		// A host that contains a secret is not shown at all: even a part of it would reveal
		// something.
		expect(moved.message).toBe(
			'The service redirects to another address. Redirects are not followed',
		);
	});

	test('are masked before they are cut, wherever the cut falls in a secret', async () => {
		for (let before = 90; before < 130; before += 1) {
			const { message } = await told(500, `${'.'.repeat(before)}${SECRET} end`);
			expect(message).not.toMatch(/s3c|oken/);
		}
	});

	test('are replaced by our own sentence if there are none', async () => {
		expect((await told(500, '')).message).toBe('The service answered with an empty response');
	});

	test('data is masked after it was parsed', () => {
		const raw = { statusCode: 200, headers: {}, body: '{"a":1}', redactor };
		expect(responseValue(raw, call)).toEqual({ masked: { a: 1 } });
	});
});

describe('a success with only a message', () => {
	test('is reported with that message first', async () => {
		const body = '{"message":"Your trial has ended."}';
		const problem = await problemIn(() =>
			missingFieldError({ statusCode: 200, headers: {}, body }, 'getCase')('process_instance'),
		);
		expect(problem.message).toBe(
			'Your trial has ended. The service answered with an object without the expected fields (missing: "process_instance")',
		);
	});
});

test.each([
	['{"a": NaN}', 'data that is not valid JSON'],
	["{'a': 1}", 'data that is not valid JSON'],
	['{"a": 1', 'incomplete data'],
	['{"a": "x', 'incomplete data'],
	['[1, 2,', 'incomplete data'],
])('the body %s becomes %s', async (body, words) => {
	const problem = await problemIn(() =>
		responseValue({ statusCode: 200, headers: {}, body }, 'getCase'),
	);
	expect(problem.message).toBe(`The service answered with ${words}`);
});

describe('a message of the service', () => {
	const told = async (message: string) =>
		await problemIn(() =>
			responseValue({ statusCode: 400, headers: {}, body: JSON.stringify({ message }) }, 'getCase'),
		);

	test('is cut to a thousand characters, but not inside a character', async () => {
		const { message } = await told('\u{1F600}'.repeat(5_000_000 / 2));
		expect(message.length).toBeLessThanOrEqual(1000);
		expect(message).toMatch(/^[\u{1F600}]+\.\.\.$/u);
	});

	test('cannot forge line breaks, colors or text direction', async () => {
		const { message } = await told('a\r\nb\u0000\u001b[31mc\u2028d\u202ee');
		expect(message).toBe('a b [31mc d e');
	});
});
