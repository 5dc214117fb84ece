/**
 * Foreign words come without token and organization; data comes without the token, if that is long
 * enough to be no word of its own.
 */
import { redactorFor, registerSecrets } from '../../../nodes/CaseManagement/transport/redaction.ts';

const signed = (token: string, organization = 'org-nine') => {
	const request = {};
	registerSecrets(request, { token, organization });
	return redactorFor(request);
};

describe('foreign words', () => {
	test.each([
		['whole', 'got Bearer s3cret!', 'got ***'],
		['without its scheme', 'got s3cret!', 'got ***'],
		['more than once', 's3cret! s3cret!', '*** ***'],
		['beside the organization', 'Bearer s3cret! of org-nine', '*** of ***'],
		['escaped', 's3cret&#33; s3cret\\u0021 org%2dnine', '*** *** ***'],
		['not at all', 'Bearer other of org-ten', 'Bearer other of org-ten'],
	])('that name the token %s', (_how, text, expected) => {
		expect(signed('Bearer s3cret!').text(text)).toBe(expected);
	});

	test.each([
		['Token of s3cret!', 'got s3cret! of', 'got *** of'],
		['Token token=abcd, id="efgh"', 'abcd or efgh as id', '*** or *** as id'],
		['HMAC Credential=k3y/eu,Signature=f00d==', 'f00d== of k3y/eu', '*** of ***'],
		['ApiKey name:s3cret!', 's3cret! for name', '*** for name'],
		['key=s3cret!', 'the key s3cret!', 'the key ***'],
		['YWJjZA==', 'YWJjZA== of YWJj', '*** of YWJj'],
	])('of the token %j each value is masked alone', (token, text, expected) => {
		expect(signed(token).text(text)).toBe(expected);
	});

	test('Basic is masked decoded too: both together, and the password alone', () => {
		const mask = signed(`Basic ${Buffer.from('ann:pässword').toString('base64')}`);
		expect(mask.text('user ann:pässword')).toBe('user ***');
		expect(mask.text('wrong: pässword, p%C3%A4ssword')).toBe('wrong: ***, ***');
		expect(mask.text('no user ann')).toBe('no user ann');
	});

	test('Basic that is no base64 is masked as it is', () => {
		expect(signed('Basic %%%%%').text('Basic %%%%% or %%%%%')).toBe('*** or ***');
	});

	test.each(['1', 'abc'])('keep %j: what occurs in any sentence is no secret', (word) => {
		expect(signed(word, word).text('say 1 abc')).toBe('say 1 abc');
	});

	test('lose a token and an organization of four characters', () => {
		expect(signed('abcd', 'efgh').text('abc abcd efg efgh')).toBe('abc *** efg ***');
	});
});

describe('data', () => {
	const token = 'Bearer s3cret!!';

	test('loses the token in every text, however deep, and keeps all else', () => {
		const value = JSON.parse(
			`{"a":["${token}",7,null,true,{"b":"x s3cret!! y"}],"__proto__":"s3cret!!","s3cret!!":"k"}`,
		) as unknown;
		expect(JSON.stringify(signed(token).json(value))).toBe(
			'{"a":["***",7,null,true,{"b":"x *** y"}],"__proto__":"***","s3cret!!":"k"}',
		);
	});

	test.each([undefined, null, 7, true])('%j is left as it is', (value) => {
		expect(signed(token).json(value)).toBe(value);
	});

	test('that is one text is masked', () => {
		expect(signed(token).json('got s3cret!!')).toBe('got ***');
		expect(signed(token).json('https://x.example/?t=s3cret%21%21')).toBe(
			'https://x.example/?t=***',
		);
	});

	test('keeps the organization, which may rightly be part of it', () => {
		expect(signed(token).json('of org-nine')).toBe('of org-nine');
	});

	test.each([
		['Bearer running', 'The running case'],
		['running', 'running'],
		['a b c', 'a b c'],
	])('keeps what is also a short token %j', (short, text) => {
		expect(signed(short).json({ text })).toEqual({ text });
	});

	test('nested as deep as JSON can be, ends', () => {
		const depth = 200_000;
		const value = JSON.parse(`${'['.repeat(depth)}"${token}"${']'.repeat(depth)}`) as unknown;
		let inner = signed(token).json(value);
		while (Array.isArray(inner)) inner = inner[0] as unknown;
		expect(inner).toBe('***');
	});
});

test('a request that nobody signed has nothing to mask', () => {
	const mask = redactorFor({});
	expect(mask.text('s3cret!')).toBe('s3cret!');
	expect(mask.json('s3cret!')).toBe('s3cret!');
});

test('each request has its own secrets', () => {
	const [one, two] = [signed('token-one'), signed('token-two')];
	expect(one.text('token-one token-two')).toBe('*** token-two');
	expect(two.text('token-one token-two')).toBe('token-one ***');
});
