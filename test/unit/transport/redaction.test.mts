/**
 * Foreign text is shown without token and organization; data is returned without the token, unless
 * it is so short that it could be a word.
 */
import fc from 'fast-check';

import {
	findRedactor,
	registerSecrets,
} from '../../../nodes/CaseManagement/transport/redaction.ts';
import { runs } from '../../support/runs.mts';

const signed = (token: string, organization = 'org-nine') => {
	const request = {};
	registerSecrets(request, { token, organization });
	return findRedactor(request);
};

describe('text from elsewhere', () => {
	test.each([
		['whole', 'got Bearer s3cret!', 'got ***'],
		['without its scheme', 'got s3cret!', 'got ***'],
		['more than once', 's3cret! s3cret!', '*** ***'],
		['beside the organization', 'Bearer s3cret! of org-nine', '*** of ***'],
		['escaped', 's3cret&#33; s3cret\\u0021 org%2dnine', '*** *** ***'],
		['not at all', 'Bearer other of org-ten', 'Bearer other of org-ten'],
	])('that names the token %s', (_how, text, expected) => {
		expect(signed('Bearer s3cret!').text(text)).toBe(expected);
	});

	test.each([
		['Token of s3cret!', 'got s3cret! of', 'got *** of'],
		['Token token=abcd, id="efgh"', 'abcd or efgh as id', '*** or *** as id'],
		['HMAC Credential=k3y/eu,Signature=f00d==', 'f00d== of k3y/eu', '*** of ***'],
		['ApiKey name:s3cret!', 's3cret! for name', '*** for name'],
		['key=s3cret!', 'the key s3cret!', 'the key ***'],
		['YWJjZA==', 'YWJjZA== of YWJj', '*** of YWJj'],
	])('masks each value of the token %j separately', (token, text, expected) => {
		expect(signed(token).text(text)).toBe(expected);
	});

	test('masks Basic when decoded too: user and password together, and the password alone', () => {
		const redactor = signed(`Basic ${Buffer.from('ann:pässword').toString('base64')}`);
		expect(redactor.text('user ann:pässword')).toBe('user ***');
		expect(redactor.text('wrong: pässword, p%C3%A4ssword')).toBe('wrong: ***, ***');
		expect(redactor.text('no user ann')).toBe('no user ann');
	});

	test('masks Basic that is not base64 unchanged', () => {
		expect(signed('Basic %%%%%').text('Basic %%%%% or %%%%%')).toBe('*** or ***');
	});

	test.each(['1', 'abc'])('keeps %j: a word of any sentence is not a secret', (word) => {
		expect(signed(word, word).text('say 1 abc')).toBe('say 1 abc');
	});

	test('masks a token and an organization of four characters', () => {
		expect(signed('abcd', 'efgh').text('abc abcd efg efgh')).toBe('abc *** efg ***');
	});
});

/** A value as returned from a response with that JSON. */
const inData = (token: string, value: unknown) =>
	signed(token).json(structuredClone(value), JSON.stringify(value) ?? '');

describe('data', () => {
	const token = 'Bearer s3cret!!';

	test('loses the token in every text, at any depth, and keeps the rest', () => {
		const value = JSON.parse(
			`{"a":["${token}",7,null,true,{"b":"x s3cret!! y"}],"__proto__":"s3cret!!"}`,
		) as unknown;
		expect(JSON.stringify(signed(token).json(value, JSON.stringify(value)))).toBe(
			'{"a":["***",7,null,true,{"b":"x *** y"}],"__proto__":"***"}',
		);
	});

	test('loses it in keys too', () => {
		expect(inData(token, { 's3cret!!': 'k', a: { 'of S3CRET!!': 's3cret!!' } })).toEqual({
			'***': 'k',
			a: { 'of ***': '***' },
		});
	});

	test.each([undefined, null, 7, true])('%j is left unchanged', (value) => {
		expect(inData(token, value)).toBe(value);
	});

	test('is masked if it is a single text', () => {
		expect(inData(token, 'got s3cret!!')).toBe('got ***');
		expect(inData(token, 'https://x.example/?t=s3cret%21%21')).toBe('https://x.example/?t=***');
	});

	test('keeps the organization, which may rightly be part of it', () => {
		expect(inData(token, 'of org-nine')).toBe('of org-nine');
	});

	test.each([
		['Bearer running', 'The running case'],
		['running', 'running'],
		['a b c', 'a b c'],
	])('keeps values that equal a short token %j', (short, text) => {
		expect(inData(short, { text })).toEqual({ text });
	});

	test('may be nested as deeply as JSON can be', () => {
		const depth = 200_000;
		const value = JSON.parse(`${'['.repeat(depth)}"${token}"${']'.repeat(depth)}`) as unknown;
		let inner = signed(token).json(value, token);
		while (Array.isArray(inner)) inner = inner[0] as unknown;
		expect(inner).toBe('***');
	});
});

test('a request without credentials has nothing to mask', () => {
	const redactor = findRedactor({});
	expect(redactor.text('s3cret!')).toBe('s3cret!');
	expect(redactor.json('s3cret!', 's3cret!')).toBe('s3cret!');
});

test('each request has its own secrets', () => {
	const [one, two] = [signed('token-one'), signed('token-two')];
	expect(one.text('token-one token-two')).toBe('*** token-two');
	expect(two.text('token-one token-two')).toBe('token-one ***');
});

const SECRET = 'a+b/c="d"&é1';

const inCode = (text: string, write: (code: number) => string): string =>
	[...text].map((char) => write(char.codePointAt(0)!)).join('');

const hex = (code: number, width: number) => code.toString(16).padStart(width, '0');

const WRITTEN: Array<[how: string, text: string]> = [
	['as it is', SECRET],
	['in another case', SECRET.toUpperCase()],
	['with characters between that are not seen', [...SECRET].join('\u200b')],
	['as base64', Buffer.from(SECRET).toString('base64')],
	['as base64 without its end', Buffer.from(SECRET).toString('base64').replace(/=+$/, '')],
	['as hexadecimal', Buffer.from(SECRET).toString('hex').toUpperCase()],
	['as JSON', JSON.stringify(SECRET).slice(1, -1)],
	['as JSON with escaped slashes', 'a+b\\/c=\\"d\\"&é1'],
	['as JSON in JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
	['in \\u', inCode(SECRET, (code) => `\\u${hex(code, 4)}`)],
	['in upper-case \\u', inCode(SECRET, (code) => `\\u${hex(code, 4).toUpperCase()}`)],
	['in \\u twice', inCode(SECRET, (code) => `\\\\u${hex(code, 4)}`)],
	['in \\x', inCode(SECRET, (code) => `\\x${hex(code, 2)}`)],
	['in a link', encodeURIComponent(SECRET)],
	['in a link, lower case', encodeURIComponent(SECRET).toLowerCase()],
	['in a link, twice', encodeURIComponent(encodeURIComponent(SECRET))],
	['in a link, Latin-1', 'a%2Bb%2Fc%3D%22d%22%26%E91'],
	['in HTML', 'a+b/c=&quot;d&quot;&amp;é1'],
	['in HTML, by name', 'a&plus;b&sol;c&equals;&quot;d&quot;&amp;é1'],
	['in HTML, decimal', inCode(SECRET, (code) => `&#${code};`)],
	['in HTML, hexadecimal', inCode(SECRET, (code) => `&#x${hex(code, 2)};`)],
	['in HTML, twice', 'a+b/c=&amp;quot;d&amp;quot;&amp;amp;é1'],
	['in several ways at once', '\\u0061%2bb\\/c&#61;\\"d&quot;&amp;%C3%A91'],
];

test.each(WRITTEN)('a token is found %s', (_how, text) => {
	expect(signed(SECRET).text(`x ${text}, ${text} y`)).toMatch(/^x \*\*\*=*, \*\*\*=* y$/);
	expect(inData(SECRET, { a: `x ${text}` })).toEqual({
		a: expect.stringMatching(/^x \*\*\*=*$/) as string,
	});
});

test('overlapping secrets are masked together', () => {
	expect(signed('Bearer abcd').text('Bearer abcd (abcd)')).toBe('*** (***)');
});

test('a token that itself looks escaped is found too', () => {
	for (const token of ['a%41"b', 'a\\b"c']) {
		expect(signed(token).text(token)).toBe('***');
		expect(signed(token).text(JSON.stringify(token))).toBe('"***"');
	}
});

test.each(['', '%', '%zz', '%C3', '\\', '\\u12', '&#;', '&#x110000;', '&nbsp', '\u200b', 'plain'])(
	'%j is left unchanged',
	(text) => {
		expect(signed('needle').text(text)).toBe(text);
	},
);

test('a text without the secret stays unchanged, whatever it contains', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (text) => {
			expect(signed('s3cret-that-is-not-there').text(text)).toBe(text);
		}),
		{ seed: 1, numRuns: runs(250) },
	);
});

test('nothing remains of any token, in any escape', () => {
	const writings = [
		(text: string) => text,
		(text: string) => JSON.stringify(text).slice(1, -1),
		(text: string) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
		(text: string) => encodeURIComponent(text),
		(text: string) => inCode(text, (code) => `&#${code};`),
	];
	fc.assert(
		fc.property(
			// In a name with a value, or in several values, each value is a separate secret.
			fc.stringMatching(/^[A-Za-z0-9+/._~!$&\\-]{4,30}$/),
			fc.constantFrom(...writings),
			(token, write) => {
				const found = signed(token).text(`<${write(token)}>`);
				expect(found.replace(/[\\"<>=]/g, '')).toBe('***');
			},
		),
		{ seed: 1, numRuns: runs(250) },
	);
});

test('a hostile text does not take excessive time', () => {
	const token = `${'ab'.repeat(100)}c`;
	for (const part of ['\\', '%25', '&amp;', '%', '&', 'ab', '\u200b']) {
		signed(token).text(part.repeat(200_000));
	}
});

test('an organization with a space is found in form encoding', () => {
	expect(signed('Bearer s3cret!', 'acme corp').text('of acme+corp')).toBe('of ***');
});
