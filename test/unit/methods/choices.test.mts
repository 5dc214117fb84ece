import { makeSearchTest, toChoices } from '../../../nodes/CaseManagement/methods/choices.ts';

test('each choice has a name, and duplicates are told apart', () => {
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
	[' GRÖSSE', true],
	['GRÖßE', true],
	['AB-1', false],
	['größe ab', false],
])('searching for %j', (filter, found) => {
	expect(makeSearchTest(filter)({ name: 'Die Größe', value: 'ab-12' })).toBe(found);
});

test.each([
	['58', false],
	['-', false],
	['5885a0b1', true],
	['5885A0B1-7c1b', true],
	['7c1b4f0e', false],
])('a UUID is found only by its beginning, if %j looks like a UUID: %p', (filter, found) => {
	const choice = { name: 'case #62', value: '5885a0b1-7c1b-4f0e-9a53-0d7f6b1c2e11' };
	expect(makeSearchTest(filter)(choice)).toBe(found);
});

test('a composed letter matches a decomposed one, and vice versa', () => {
	expect(makeSearchTest('caf\u00e9')({ name: 'Cafe\u0301', value: 'x' })).toBe(true);
	expect(makeSearchTest('CAFE\u0301')({ name: 'caf\u00e9', value: 'x' })).toBe(true);
});
