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
