import { parseQuery, readQuery } from '../../../sandbox/service/query.mts';

const PARAMETERS = [
	{ name: 'status[]', isArray: true },
	{ name: 'cursor', isArray: false },
];

const read = (search: string) => readQuery(parseQuery(search), PARAMETERS);

it.each([
	['as it is declared', 'status[]=a&status[]=b'],
	['escaped', 'status%5B%5D=a&status%5B%5D=b'],
	['with indices', 'status[0]=a&status[1]=b'],
	['repeated', 'status=a&status=b'],
	['with a comma', 'status=a,b'],
	['in two ways at once', 'status[]=a&status=b'],
])('accepts a list %s', (_way, search) => {
	expect(read(search)).toEqual({ query: { 'status[]': ['a', 'b'] }, unknown: [] });
});

it('accepts a list with one entry, and a blank one', () => {
	expect(read('status[]=a')).toEqual({ query: { 'status[]': ['a'] }, unknown: [] });
	expect(read('status=')).toEqual({ query: { 'status[]': [''] }, unknown: [] });
});

it('accepts a single value under its own name only', () => {
	expect(read('cursor=a,b')).toEqual({ query: { cursor: 'a,b' }, unknown: [] });
	expect(read('cursor[]=a&cursor[0]=b&status[x]=c&status[][]=d&other=e')).toEqual({
		query: {},
		unknown: ['cursor[]', 'cursor[0]', 'status[x]', 'status[][]', 'other'],
	});
});
