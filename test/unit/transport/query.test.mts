import { ARRAY_FORMATS, toQueryString } from '../../../nodes/CaseManagement/transport/query.ts';

test.each([
	['brackets', '?status%5B%5D=running&status%5B%5D=a%2Cb'],
	['indices', '?status%5B0%5D=running&status%5B1%5D=a%2Cb'],
	['repeat', '?status=running&status=a%2Cb'],
	['comma', '?status=running,a%2Cb'],
] as const)('writes an array as %s', (format, expected) => {
	expect(toQueryString({ status: ['running', 'a,b'] }, format)).toBe(expected);
});

test('writes brackets unless told otherwise', () => {
	expect(toQueryString({ status: ['x'] })).toBe('?status%5B%5D=x');
});

test('sends nothing for what is blank', () => {
	expect(toQueryString({ a: undefined, b: '', c: [] })).toBe('');
});

test('hands an opaque cursor back exactly', () => {
	const cursor = 'a+b/c==&d=%20 e\u00fc';
	expect(new URLSearchParams(toQueryString({ cursor })).get('cursor')).toBe(cursor);
});

test('sends no empty array, in whatever shape', () => {
	for (const format of ARRAY_FORMATS) expect(toQueryString({ a: [], b: 'x' }, format)).toBe('?b=x');
});
