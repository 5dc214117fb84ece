import { inputProblem } from '../../../nodes/CaseManagement/model/problem.ts';
import { toConnectionProblem } from '../../../nodes/CaseManagement/transport/connection.ts';
import { isTransient } from '../../../nodes/CaseManagement/transport/retry.ts';

const create = 'createCase';
const get = 'getCase';

/** As n8n passes it on: wrapped in its own error. */
const wrapped = (code: string) =>
	Object.assign(new Error('outer'), { cause: Object.assign(new Error('inner'), { code }) });

test.each([
	['ECONNREFUSED', 'refused the connection', 'Nothing was sent'],
	['ENOTFOUND', 'host in the Base URL could not be found', 'Nothing was sent'],
	['EPROTO', 'does not support the scheme', 'Nothing was sent'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'does not support the scheme', 'Nothing was sent'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', 'Nothing was sent'],
	['ECONNRESET', 'was lost before the response', 'may have been created'],
	['ECONNABORTED', 'did not answer in time', 'may have been created'],
	['WHATEVER', 'could not be reached', 'may have been created'],
])('a write that ends with %s', (code, sentence, hint) => {
	const problem = toConnectionProblem(wrapped(code), create);
	expect(problem.message).toContain(sentence);
	// n8n rewrites a message that contains such a code.
	expect(problem.message).not.toContain(code);
	expect(problem.code).toBe(code);
	expect(problem.hint).toContain(hint);
	expect(problem.kind).toBe('connection');
});

test.each([
	[{ httpCode: 'ECONNRESET' }, 'You can retry the request immediately', 'ECONNRESET'],
	[{ httpCode: 'ECONNREFUSED' }, 'perhaps it is offline', 'ECONNREFUSED'],
	[{ httpCode: '200' }, 'stream has been aborted', 'ERR_BAD_RESPONSE'],
	[{ httpCode: '200' }, 'incorrect header check', 'Z_DATA_ERROR'],
	[{}, 'Cannot create a string longer than 0x1fffffe8 characters', 'ERR_STRING_TOO_LONG'],
	[{ httpCode: '200' }, 'The plan was aborted by the owner', undefined],
])('n8n 1.x passes on %j with "%s"', (fields, words, code) => {
	const problem = toConnectionProblem(Object.assign(new Error(words), fields), get);
	expect(problem.code).toBe(code);
	if (code !== undefined) expect(problem.message).not.toContain(words);
	expect(problem.kind).toBe('connection');
});

test('a read that fails does not mention an unknown outcome', () => {
	expect(toConnectionProblem(wrapped('ECONNRESET'), get).hint).not.toContain('may have been');
});

test('a credential that cannot be used is bad input, with its own sentence', () => {
	const problem = toConnectionProblem(
		Object.assign(new Error('x'), {
			cause: inputProblem('The Base URL is empty', 'Nothing was sent.'),
		}),
		create,
	);
	expect(problem).toMatchObject({ kind: 'input', message: 'The Base URL is empty' });
	expect(problem.hint).toContain('Nothing was sent');
});

test('a cancelled call says so', () => {
	expect(toConnectionProblem(wrapped('ERR_CANCELED'), get).kind).toBe('cancelled');
});

test.each([undefined, null, 'text', {}, new Error('')])('%p is never shown raw', (error) => {
	expect(toConnectionProblem(error, get).message).toBe('The request failed');
});

test('a circular chain of causes ends', () => {
	const error: Error & { cause?: unknown } = new Error('loop');
	error.cause = error;
	expect(toConnectionProblem(error, get).message).toBe('loop');
});

test('an endless chain of causes ends', () => {
	const endless = (depth: number): Error => {
		const error = new Error(`${depth}`);
		return Object.defineProperty(error, 'cause', { get: () => endless(depth + 1) });
	};
	expect(toConnectionProblem(endless(0), get).message).toBe('0');
});

test('a host that the credential does not allow is bad input: nothing was sent', () => {
	const problem = toConnectionProblem(new Error('Domain not allowed: x.example'), create);
	expect(problem.kind).toBe('input');
	expect(problem.hint).toContain('Nothing was sent');
});

test('a response that is not HTTP: the request was sent, so its outcome is unknown', () => {
	const problem = toConnectionProblem(wrapped('HPE_INVALID_CONSTANT'), create);
	expect(problem).toMatchObject({
		message: 'The response from the service is not valid HTTP',
		outcomeUnknown: true,
	});
	expect(problem.hint).toMatch(/^The case may have been created. .* should start with https:/);
	expect(toConnectionProblem(wrapped('HPE_INVALID_CONSTANT'), get).hint).toMatch(/^Check whether/);
});

test.each(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'HOSTNAME_MISMATCH', 'INVALID_CA'])(
	'%s is a certificate error: nothing was sent',
	(code) => {
		expect(toConnectionProblem(wrapped(code), create)).toMatchObject({
			message: `The certificate of the service is not valid`,
			outcomeUnknown: false,
		});
	},
);

test('an unreachable host may have received the request', () => {
	expect(toConnectionProblem(wrapped('EHOSTUNREACH'), create).outcomeUnknown).toBe(true);
});

test.each(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'])(
	'%s means a wrong scheme: nothing was sent, so nothing is unknown',
	(code) => {
		expect(toConnectionProblem(wrapped(code), create)).toMatchObject({
			message: `The service does not support the scheme of the Base URL`,
			outcomeUnknown: false,
		});
	},
);

test.each([
	['ECONNREFUSED', create, false],
	['ECONNRESET', create, true],
	['ECONNREFUSED', get, false],
	['ECONNRESET', get, false],
	['ERR_CANCELED', create, true],
	['ERR_CANCELED', get, false],
] as const)('after %s the outcome of %s is unknown: %p', (code, operationId, unknown) => {
	expect(toConnectionProblem(wrapped(code), operationId).outcomeUnknown).toBe(unknown);
});

test('a read that fails may be tried again later', () => {
	expect(toConnectionProblem(wrapped('ECONNRESET'), get)).toMatchObject({
		hint: 'Try again later. If the problem persists, check the Base URL in the credential.',
		code: 'ECONNRESET',
	});
});

test('a cancelled write says what may have happened', () => {
	expect(toConnectionProblem(wrapped('ERR_CANCELED'), create)).toMatchObject({
		message: 'The execution was stopped',
		hint: expect.stringContaining('may have been created'),
	});
	expect(toConnectionProblem(wrapped('ERR_CANCELED'), get).hint).toBeUndefined();
});

test('without a code the text of the error stands alone', () => {
	expect(toConnectionProblem(new Error('Odd'), create)).toMatchObject({
		message: 'Odd',
		kind: 'connection',
		code: undefined,
		hint: expect.stringContaining('may have been created'),
		outcomeUnknown: true,
	});
	expect(toConnectionProblem(new Error('Odd'), get)).toMatchObject({
		hint: undefined,
		outcomeUnknown: false,
	});
});

test('a code that is empty or not text is replaced by an inner one', () => {
	for (const code of ['', 7]) {
		const error = Object.assign(new Error('x'), { code, cause: { code: 'ECONNRESET' } });
		expect(toConnectionProblem(error, get).code).toBe('ECONNRESET');
	}
});

test('a message that is not text is replaced by an inner one', () => {
	expect(toConnectionProblem({ message: 7, cause: { message: 'Within' } }, get).message).toBe(
		'Within',
	);
});

test.each(['Domain x.example is not allowed', 'Not allowed: this domain'])(
	'n8n reports it in several ways: %s',
	(message) => {
		expect(toConnectionProblem(new Error(message), create)).toMatchObject({
			kind: 'input',
			message,
			hint: 'Nothing was sent. Add the host to Allowed Domains in the credential, or correct its Base URL.',
		});
	},
);

test('text from the HTTP client is masked, our own sentences are not', () => {
	const masked = (text: string) => text.replace(/domain|the|service/gi, '***');
	const mask = { text: masked, json: (value: unknown) => value };
	const of = (error: unknown) => toConnectionProblem(error, create, mask);
	expect(of(new Error('Odd service')).message).toBe('Odd ***');
	expect(of(wrapped('ECONNRESET'))).toMatchObject({
		message: 'The connection to the service was lost before the response was complete',
		hint: expect.stringContaining('The case may have been created'),
	});
	// The kind of the error is determined before anything is masked.
	expect(of(new Error('Domain not allowed: x.example'))).toMatchObject({
		kind: 'input',
		message: '*** not allowed: x.example',
	});
});

test("n8n's protection of internal addresses: nothing was sent, and the advice says whom to ask", () => {
	const error = new Error('The request was blocked because it resolves to a restricted IP address');
	for (const operationId of ['createCase', 'getCase'] as const) {
		expect(toConnectionProblem(error, operationId)).toMatchObject({
			kind: 'input',
			outcomeUnknown: false,
			hint: expect.stringMatching(/^Nothing was sent\. Ask your n8n administrator/) as string,
		});
	}
});

test.each([
	['Z_DATA_ERROR', 'cannot be decompressed'],
	['ERR_STRING_TOO_LONG', 'is too large'],
	['HPE_HEADER_OVERFLOW', 'The response headers are too large'],
	['HPE_UNEXPECTED_CONTENT_LENGTH', 'does not match its headers'],
])('%s has its own message and is not tried again', (code, words) => {
	const error = Object.assign(new Error('raw'), { code });
	const problem = toConnectionProblem(error, 'getCase');
	expect(problem.message).toContain(words);
	expect(problem.hint).toContain('Trying again will not help');
	expect(isTransient(problem, false)).toBe(false);
});

test('a message of a million characters is classified in no time', () => {
	const before = process.cpuUsage();
	toConnectionProblem(new Error('domain'.repeat(170_000)), create);
	expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
});
