/** A text is found however it is written, and nothing else is touched. */
import fc from 'fast-check';

import { replaceEscaped } from '../../../nodes/CaseManagement/transport/escapes.ts';

const SECRET = 'a+b/c="d"&é';

const inCode = (text: string, write: (code: number) => string): string =>
	[...text].map((char) => write(char.codePointAt(0)!)).join('');

const hex = (code: number, width: number) => code.toString(16).padStart(width, '0');

const WRITTEN: Array<[how: string, text: string]> = [
	['as it is', SECRET],
	['as JSON', JSON.stringify(SECRET).slice(1, -1)],
	['as JSON with escaped slashes', 'a+b\\/c=\\"d\\"&é'],
	['as JSON in JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
	['in \\u', inCode(SECRET, (code) => `\\u${hex(code, 4)}`)],
	['in upper-case \\u', inCode(SECRET, (code) => `\\u${hex(code, 4).toUpperCase()}`)],
	['in \\u twice', inCode(SECRET, (code) => `\\\\u${hex(code, 4)}`)],
	['in \\x', inCode(SECRET, (code) => `\\x${hex(code, 2)}`)],
	['in a link', encodeURIComponent(SECRET)],
	['in a link, lower case', encodeURIComponent(SECRET).toLowerCase()],
	['in a link, twice', encodeURIComponent(encodeURIComponent(SECRET))],
	['in a link, Latin-1', 'a%2Bb%2Fc%3D%22d%22%26%E9'],
	['in HTML', 'a+b/c=&quot;d&quot;&amp;é'],
	['in HTML, decimal', inCode(SECRET, (code) => `&#${code};`)],
	['in HTML, hexadecimal', inCode(SECRET, (code) => `&#x${hex(code, 2)};`)],
	['in HTML, twice', 'a+b/c=&amp;quot;d&amp;quot;&amp;amp;é'],
	['in several ways at once', '\\u0061%2bb\\/c&#61;\\"d&quot;&amp;%C3%A9'],
];

test.each(WRITTEN)('%s', (_how, text) => {
	expect(replaceEscaped(`x ${text}, 100% & \\ ${text}`, [SECRET], '***')).toBe(
		'x ***, 100% & \\ ***',
	);
});

test('what overlaps goes together, what does not stays apart', () => {
	expect(replaceEscaped('Bearer abcd (abcd)', ['abcd', 'Bearer abcd'], '*')).toBe('* (*)');
	expect(replaceEscaped('abcdef', ['cdef', 'abcd'], '*')).toBe('*');
	expect(replaceEscaped('abab', ['ab'], '*')).toBe('**');
});

test('a needle that looks escaped itself is found too', () => {
	for (const needle of ['a%41"b', 'a\\b"c', 'a&amp;"b']) {
		expect(replaceEscaped(needle, [needle], '*')).toBe('*');
		expect(replaceEscaped(JSON.stringify(needle), [needle], '*')).toBe('"*"');
	}
});

test.each(['', '%', '%zz', '%C3', '\\', '\\u12', '&#;', '&#x110000;', '&nbsp', 'plain'])(
	'%j is left as it is',
	(text) => {
		expect(replaceEscaped(text, ['needle', ''], '*')).toBe(text);
		expect(replaceEscaped(text, [], '*')).toBe(text);
	},
);

test('any text around it stays, in any escape', () => {
	const texts = fc.string({ unit: 'grapheme' });
	const writings = [
		(text: string) => text,
		(text: string) => JSON.stringify(text).slice(1, -1),
		(text: string) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
		encodeURIComponent,
		(text: string) => inCode(text, (code) => `&#${code};`),
	];
	fc.assert(
		fc.property(
			texts,
			fc.string({ minLength: 4 }),
			texts,
			fc.constantFrom(...writings),
			(before, secret, after, write) => {
				fc.pre(!/[%&\\]/.test(before + after) && !(before + after).includes(secret));
				const found = replaceEscaped(`${before}<${write(secret)}>${after}`, [secret], '\u0007');
				expect(found.startsWith(`${before}<`)).toBe(true);
				expect(found.endsWith(`>${after}`)).toBe(true);
				expect(found).toContain('\u0007');
			},
		),
		{ seed: 1, numRuns: 2000 },
	);
});

test('a hostile text takes no time out of proportion', () => {
	const started = Date.now();
	for (const part of ['\\', '%25', '&amp;', '%', '&', 'ab']) {
		replaceEscaped(part.repeat(200_000), ['ab', `${'ab'.repeat(100)}c`], '*');
	}
	expect(Date.now() - started).toBeLessThan(5000);
});
