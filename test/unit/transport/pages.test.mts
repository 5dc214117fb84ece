import { problemIn } from '../faking.mts';
import { toCasePage } from '../../../nodes/CaseManagement/transport/cases.ts';
import { collectPages, iteratePages } from '../../../nodes/CaseManagement/transport/pages.ts';

const same = (entry: object) => entry;

/** A list of `total` entries in pages of `size`; counts its requests. */
function list(total: number, size: number) {
	const cursors: Array<string | undefined> = [];
	return {
		cursors,
		read: async (cursor: string | undefined) => {
			cursors.push(cursor);
			const from = cursor === undefined ? 0 : Number(cursor.slice(1));
			const entries = Array.from({ length: Math.min(size, total - from) }, (_unused, index) => ({
				n: from + index,
			}));
			const next = from + size;
			return { entries, nextCursor: next < total ? `+${next}` : null };
		},
	};
}

test.each([
	[1, 1, 1],
	[100, 100, 1],
	[101, 101, 2],
	[250, 250, 3],
	[300, 300, 3],
	[999, 301, 4],
	[Infinity, 301, 4],
])('%p of 301 returns %i entries in %i requests', async (wanted, count, requests) => {
	const pages = list(301, 100);
	const entries = await collectPages(pages.read, wanted, same);
	expect(entries).toHaveLength(count);
	expect(entries.at(-1)).toEqual({ n: count - 1 });
	expect(pages.cursors).toHaveLength(requests);
});

test('filtered entries do not count, and pages with no others are not an endless list', async () => {
	const pages = list(500, 1);
	const late = (entry: object) => ('n' in entry && Number(entry.n) > 300 ? entry : undefined);
	expect(await collectPages(pages.read, 2, late)).toEqual([{ n: 301 }, { n: 302 }]);
	expect(pages.cursors).toHaveLength(303);
});

test('an empty page in the middle is not the end', async () => {
	const pages = [
		{ entries: [{ n: 1 }], nextCursor: 'a' },
		{ entries: [], nextCursor: 'b' },
		{ entries: [{ n: 2 }], nextCursor: null },
	];
	let at = 0;
	expect(await collectPages(async () => pages[at++]!, Infinity, same)).toEqual([
		{ n: 1 },
		{ n: 2 },
	]);
});

test('a repeated cursor ends with an error, not with a loop', async () => {
	let requests = 0;
	const read = async () => ({ entries: [{ n: (requests += 1) }], nextCursor: 'same' });
	await expect(collectPages(read, Infinity, same)).rejects.toThrow('never ends');
	expect(requests).toBe(2);
});

test('endless empty pages end with an error', async () => {
	let requests = 0;
	const read = async () => ({ entries: [], nextCursor: String((requests += 1)) });
	await expect(collectPages(read, Infinity, same)).rejects.toThrow('never ends');
	expect(requests).toBe(100);
});

test('an error on the third page fails the whole list', async () => {
	const pages = list(500, 100);
	const read = async (cursor: string | undefined) => {
		if (pages.cursors.length === 2) throw new Error('page three');
		return await pages.read(cursor);
	};
	await expect(collectPages(read, Infinity, same)).rejects.toThrow('page three');
});

test('a list of any length is read completely', async () => {
	expect(await collectPages(list(200_001, 50_000).read, Infinity, same)).toHaveLength(200_001);
});

test('each matching entry is converted once, before the next page is read', async () => {
	const pages = list(301, 100);
	const seen: string[] = [];
	const read = async (cursor: string | undefined) => {
		seen.push('page');
		return await pages.read(cursor);
	};
	const results = await collectPages(read, 150, ({ n }) => {
		seen.push(String(n));
		return Number(n) * 2;
	});
	expect(results).toEqual(Array.from({ length: 150 }, (_unused, n) => n * 2));
	const numbers = results.map((_result, n) => String(n));
	expect(seen).toEqual(['page', ...numbers.slice(0, 100), 'page', ...numbers.slice(100)]);
});

test('pages are read from a given cursor, and only when they are requested', async () => {
	const pages = list(301, 100);
	const sizes: number[] = [];
	for await (const { entries, nextCursor } of iteratePages(pages.read, '+100')) {
		sizes.push(entries.length);
		if (nextCursor === '+300') break;
	}
	expect(sizes).toEqual([100, 100]);
	expect(pages.cursors).toEqual(['+100', '+200']);
});

describe('a page of cases', () => {
	const missing = (field: string): never => {
		throw new Error(`missing ${field}`);
	};

	test.each([
		['next', 'next'],
		[' odd ', ' odd '],
		['', null],
		[null, null],
		[undefined, null],
		[5, '5'],
		[0, '0'],
	])('next_cursor %j', (next_cursor, nextCursor) => {
		const processes = [{ uuid: 'a' }];
		expect(toCasePage({ processes, next_cursor }, missing)).toEqual({
			entries: processes,
			nextCursor,
		});
	});

	test.each([{}, ['a'], true, Number('12345678901234567890')])(
		'next_cursor %j is not the end but an invalid response',
		(next_cursor) => {
			expect(() => toCasePage({ processes: [], next_cursor }, missing)).toThrow(
				'missing next_cursor',
			);
		},
	);

	test.each([undefined, null, {}, 'x', [null], ['a'], [[]], [{ uuid: 'a' }, null]])(
		'processes %j',
		(processes) => {
			expect(() => toCasePage({ processes }, missing)).toThrow('missing processes');
		},
	);
});

test('only consecutive empty pages count as an endless list', async () => {
	let requests = 0;
	const read = async () => {
		requests += 1;
		const entries = requests % 60 === 0 ? [{ n: requests }] : [];
		return { entries, nextCursor: requests < 240 ? String(requests) : null };
	};
	expect(await collectPages(read, Infinity, same)).toHaveLength(4);
});

test('an endless list has advice', async () => {
	const endless = async () => ({ entries: [], nextCursor: 'same' });
	expect(await problemIn(() => collectPages(endless, Infinity, same, 'Do this.'))).toMatchObject({
		kind: 'invalidResponse',
		hint: 'Do this. Report this to the operators of the service: its case list must have a last page.',
	});
});
