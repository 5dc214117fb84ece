import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import {
	noteSecrets,
	withoutSecrets,
	withoutToken,
} from '../../../nodes/CaseManagement/transport/secrets.ts';

const signed = (token: string, organization = 'org-nine') => {
	const request = {};
	noteSecrets(request, { token, organization });
	return request;
};

const body = (token: string, text: unknown) => withoutToken(signed(token), text);

describe('the body of an answer', () => {
	test.each([
		['whole', 'got Bearer s3cret!', 'got ***'],
		['without its scheme', 'got s3cret!', 'got ***'],
		['more than once', 's3cret! s3cret!', '*** ***'],
		['not at all', 'Bearer other', 'Bearer other'],
	])('that repeats the token %s', (_how, text, expected) => {
		expect(body('Bearer s3cret!', text)).toBe(expected);
	});

	test('that repeats it as JSON or in a link', () => {
		const token = 'Basic a"b\\c/d e=';
		expect(body(token, JSON.stringify({ got: token }))).toBe('{"got":"***"}');
		expect(body(token, `/x?t=${encodeURIComponent(token)}&y`)).toBe('/x?t=***&y');
		expect(body('Basic  a"b\\c/d=', '"a\\"b\\\\c/d=" a%22b%5Cc%2Fd%3D a"b\\c/d=')).toBe(
			'"***" *** ***',
		);
	});

	test('takes the last word of several for the token', () => {
		expect(body('Token of s3cret!', 'got s3cret! of')).toBe('got *** of');
	});

	test('keeps the organization, which may be part of the data', () => {
		expect(body('Bearer s3cret!', 'of org-nine')).toBe('of org-nine');
	});

	test.each(['1', 'abc'])('keeps %j: a word that occurs anywhere is no secret', (token) => {
		expect(body(token, 'say 1 abc')).toBe('say 1 abc');
	});

	test('masks a token of four characters', () => {
		expect(body('abcd', 'abc abcd')).toBe('abc ***');
	});

	test.each([undefined, null, 7, { token: 's3cret!' }])('%j is left as it is', (value) => {
		expect(body('Bearer s3cret!', value)).toBe(value);
	});

	test('of a request that nobody signed is left as it is', () => {
		expect(withoutToken({}, 's3cret!')).toBe('s3cret!');
	});

	test('is masked with the secrets of its own request', () => {
		const [one, two] = [signed('token-one'), signed('token-two')];
		expect(withoutToken(one, 'token-one token-two')).toBe('*** token-two');
		expect(withoutToken(two, 'token-one token-two')).toBe('token-one ***');
	});
});

describe('a problem', () => {
	const facts = {
		kind: 'service',
		status: 401,
		code: 'E',
		retryAfter: '7',
		outcomeUnknown: true,
	} as const;

	test('names neither token nor organization, and keeps its facts', () => {
		const problem = new Problem('Bad Bearer s3cret! for org-nine', {
			...facts,
			hint: 'Replace s3cret! of org-nine.',
		});
		const clean = withoutSecrets(signed('Bearer s3cret!'), problem);
		expect(clean).toBeInstanceOf(Problem);
		expect(clean).toMatchObject({
			...facts,
			message: 'Bad *** for ***',
			hint: 'Replace *** of ***.',
		});
	});

	test('is masked in the message alone and in the advice alone', () => {
		const request = signed('Bearer s3cret!');
		expect(withoutSecrets(request, new Problem('s3cret!', { kind: 'service' }))).toMatchObject({
			message: '***',
			hint: undefined,
		});
		expect(
			withoutSecrets(request, new Problem('No', { kind: 'service', hint: 's3cret!' })),
		).toMatchObject({ message: 'No', hint: '***' });
	});

	test('that names no secret stays the very same, with its stack', () => {
		const problem = new Problem('No', { kind: 'service', hint: 'Wait.' });
		expect(withoutSecrets(signed('Bearer s3cret!'), problem)).toBe(problem);
		const named = new Problem('s3cret!', { kind: 'service' });
		expect(withoutSecrets({}, named)).toBe(named);
	});
});
