import { toChoices, matchesSearch } from '../../../nodes/CaseManagement/methods/choices.ts';

test('each choice has a name, and those of one name are told apart', () => {
	expect(
		toChoices([
			{ name: 'Same', value: '11111111-a' },
			{ name: 'Other', value: 'o' },
			{ name: 'Same', value: '22222222-b' },
			{ name: ' ', value: 'blank' },
			{ name: 5, value: 'number' },
			{ name: 'No value', value: '' },
			{ name: 'No text', value: 7 },
		]),
	).toEqual([
		{ name: 'Same (11111111)', value: '11111111-a' },
		{ name: 'Other', value: 'o' },
		{ name: 'Same (22222222)', value: '22222222-b' },
		{ name: 'blank', value: 'blank' },
		{ name: 'number', value: 'number' },
	]);
});

test.each([
	[undefined, true],
	['', true],
	['  ', true],
	['größe', true],
	[' GRÖSSE', false],
	['GRÖßE', true],
	['AB-1', true],
	['größe ab', false],
])('search for %j', (filter, found) => {
	expect(matchesSearch(filter)({ name: 'Die Größe', value: 'ab-12' })).toBe(found);
});
