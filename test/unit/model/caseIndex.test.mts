import { CaseIndex } from '../../../nodes/CaseManagement/model/caseIndex.ts';

const indexOf = (...entries: object[]): CaseIndex => {
	const index = new CaseIndex();
	for (const entry of entries) index.add(entry as never);
	return index;
};

const uuids = (cases: ReadonlyArray<{ uuid: unknown }>) => cases.map(({ uuid }) => uuid);

test('cases are found by name and by number, in the order of the list', () => {
	const index = indexOf(
		{ uuid: 'a', name: 'One', sequential_id: 1 },
		{ uuid: 'b', name: ' One', sequential_id: '2' },
		{ uuid: 'c', name: 'one', sequential_id: '#0001' },
	);
	expect(uuids(index.named('One '))).toEqual(['a', 'b']);
	expect(uuids(index.named('ONE'))).toEqual([]);
	expect(uuids(index.numbered('1'))).toEqual(['a', 'c']);
	expect(index.size).toBe(3);
});

test('a case that a shifting list shows twice is one', () => {
	const entry = { uuid: 'a', name: 'One', sequential_id: 1 };
	const index = indexOf(entry, entry, { ...entry, name: 'Renamed' });
	expect(uuids(index.named('One'))).toEqual(['a']);
	expect(index.size).toBe(1);
});

test('cases without an ID are told apart: none of them is taken for the one that is meant', () => {
	expect(indexOf({ name: 'One' }, { name: 'One', uuid: null }).named('One')).toHaveLength(2);
});

test('what is kept is what a message needs', () => {
	const created_at = '2026-01-31 10:00:00 UTC';
	expect(
		indexOf({
			uuid: 'a',
			name: 'One',
			sequential_id: 1,
			status: 'error',
			created_at,
			more: 1,
		}).named('One'),
	).toEqual([{ uuid: 'a', number: 1, status: 'error', created: '2026-01-31T10:00:00.000Z' }]);
});

test.each([{}, { name: null, sequential_id: null }, { name: {}, sequential_id: 'x' }])(
	'%j breaks nothing',
	(entry) => {
		expect(indexOf(entry).size).toBe(1);
	},
);

test('a name that is a number is compared as text', () => {
	expect(uuids(indexOf({ uuid: 'a', name: 4711 }).named('4711'))).toEqual(['a']);
	expect(indexOf({ uuid: 'a', name: null }).named('null')).toEqual([]);
});

test('the first of a name is the one that was started first; an unreadable start comes last', () => {
	const at = (day: number) => `2026-01-0${day} 10:00:00 UTC`;
	const index = indexOf(
		{ uuid: 'a', name: 'One', created_at: null },
		{ uuid: 'b', name: 'One', created_at: at(3) },
		{ uuid: 'c', name: 'One', created_at: at(2) },
		{ uuid: 'd', name: 'One', created_at: at(2) },
		{ uuid: 'e', name: 'Odd', created_at: 'long ago' },
	);
	expect(index.firstNamed(' One')!.uuid).toBe('c');
	expect(index.firstNamed('Odd')!.uuid).toBe('e');
	expect(index.firstNamed('None')).toBeUndefined();
});

test('19,000 of one name, asked for by 19,000 items, hold nobody up', () => {
	const created_at = '2026-01-31 10:00:00 UTC';
	const index = indexOf(
		...Array.from({ length: 19_000 }, (_unused, n) => ({ uuid: `${n}`, name: 'One', created_at })),
	);
	// Sorted for each of them, they would outlast the test.
	let found = 0;
	for (let n = 0; n < 19_000; n += 1) found += index.firstNamed('One') === undefined ? 0 : 1;
	expect(found).toBe(19_000);
});

test('of a case that may be meant the name is kept, with why that cannot be told', () => {
	const index = indexOf({ uuid: 'a', name: 'Other' });
	index.addUntold({ uuid: 'b', name: 4711, sequential_id: '#62' }, 'Its status is null');
	index.addUntold({ uuid: 'c', name: null }, 'Its status is null');
	expect(index.untoldOf('4711')).toMatchObject({ uuid: 'b', reason: 'Its status is null' });
	expect(index.untoldOf('Other')).toBeUndefined();
	expect(index.named('4711')).toEqual([]);
	expect(index.size).toBe(1);
});
