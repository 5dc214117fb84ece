import { CaseList } from '../../../nodes/CaseManagement/lookup/caseList.ts';

const listOf = (...entries: object[]): CaseList => {
	const list = new CaseList();
	for (const entry of entries) list.add(entry as never);
	return list;
};

const uuids = (cases: ReadonlyArray<{ uuid: unknown }>) => cases.map(({ uuid }) => uuid);

test('cases are found by name and by number, in list order', () => {
	const list = listOf(
		{ uuid: 'a', name: 'One', sequential_id: 1 },
		{ uuid: 'b', name: ' One', sequential_id: '2' },
		{ uuid: 'c', name: 'one', sequential_id: '#0001' },
	);
	expect(uuids(list.withName('One '))).toEqual(['a', 'b']);
	expect(uuids(list.withName('ONE'))).toEqual([]);
	expect(uuids(list.withNumber('1'))).toEqual(['a', 'c']);
	expect(list.size).toBe(3);
});

test('a case that a shifting list repeats counts once', () => {
	const entry = { uuid: 'a', name: 'One', sequential_id: 1 };
	const list = listOf(entry, entry, { ...entry, name: 'Renamed' });
	expect(uuids(list.withName('One'))).toEqual(['a']);
	expect(list.size).toBe(1);
});

test('cases without an ID stay separate: none of them is mistaken for the one sought', () => {
	expect(listOf({ name: 'One' }, { name: 'One', uuid: null }).withName('One')).toHaveLength(2);
});

test('only what a message needs is kept', () => {
	const created_at = '2026-01-31 10:00:00 UTC';
	expect(
		listOf({
			uuid: 'a',
			name: 'One',
			sequential_id: 1,
			status: 'error',
			created_at,
			more: 1,
		}).withName('One'),
	).toEqual([
		{
			id: 'a',
			uuid: 'a',
			number: 1,
			status: 'error',
			created: '2026-01-31T10:00:00.000Z',
			startedAt: Date.parse('2026-01-31T10:00:00.000Z'),
		},
	]);
});

test.each([{}, { name: null, sequential_id: null }, { name: {}, sequential_id: 'x' }])(
	'%j is tolerated',
	(entry) => {
		expect(listOf(entry).size).toBe(1);
	},
);

test('a name that is a number is compared as text', () => {
	expect(uuids(listOf({ uuid: 'a', name: 4711 }).withName('4711'))).toEqual(['a']);
	expect(listOf({ uuid: 'a', name: null }).withName('null')).toEqual([]);
});

test('the first case of a name is the one started first; an unreadable start sorts last', () => {
	const at = (day: number) => `2026-01-0${day} 10:00:00 UTC`;
	const list = listOf(
		{ uuid: 'a', name: 'One', created_at: null },
		{ uuid: 'b', name: 'One', created_at: at(3) },
		{ uuid: 'c', name: 'One', created_at: at(2) },
		{ uuid: 'd', name: 'One', created_at: at(2) },
		{ uuid: 'e', name: 'Odd', created_at: 'long ago' },
	);
	expect(list.firstWithName(' One')!.uuid).toBe('c');
	expect(list.firstWithName('Odd')!.uuid).toBe('e');
	expect(list.firstWithName('None')).toBeUndefined();
});

test('19,000 cases of one name, asked for by 19,000 items, block nothing', () => {
	const created_at = '2026-01-31 10:00:00 UTC';
	const list = listOf(
		...Array.from({ length: 19_000 }, (_unused, n) => ({ uuid: `${n}`, name: 'One', created_at })),
	);
	// Sorting for each of them would exceed the test's time-out.
	let found = 0;
	for (let n = 0; n < 19_000; n += 1) found += list.firstWithName('One') === undefined ? 0 : 1;
	expect(found).toBe(19_000);
});

test('a case that may match keeps its name and the reason why that is unclear', () => {
	const list = listOf({ uuid: 'a', name: 'Other' });
	list.add({ uuid: 'b', name: 4711, sequential_id: '#62' }, 'Its status is null');
	list.add({ uuid: 'c', name: null }, 'Its status is null');
	expect(list.unclearWithName('4711')).toEqual([
		expect.objectContaining({ uuid: 'b', number: '#62' }),
		'Its status is null',
	]);
	expect(list.unclearWithName('Other')).toBeUndefined();
	expect(list.withName('4711')).toEqual([]);
	expect(list.size).toBe(1);
});
