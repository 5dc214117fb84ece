import {
	comparableName,
	comparableNumber,
	nameContains,
} from '../../../nodes/CaseManagement/model/names.ts';

test.each([
	[' PO-4711\n', 'PO-4711'],
	['Bu\u0308ro', 'B\u00fcro'],
	['two  blanks', 'two  blanks'],
])('%j is compared as %j', (name, compared) => {
	expect(comparableName(name)).toBe(compared);
});

test('a name is compared with regard to case', () => {
	expect(comparableName('po-1')).not.toBe(comparableName('PO-1'));
});

test.each([62, '62', '#62', ' # 62 ', '#0062'])('%j is the number 62', (value) => {
	expect(comparableNumber(value)).toBe('62');
});

test.each([0, '0', '#000'])('%j is the number 0', (value) => {
	expect(comparableNumber(value)).toBe('0');
});

test.each(['', '#', '6 2', '6.2', '-6', '6e2', 6.2, -6, NaN, 2 ** 60, null, undefined, {}, true])(
	'%j is no number of a case',
	(value) => {
		expect(comparableNumber(value)).toBeUndefined();
	},
);

test.each([
	['Purchase ORDER', 'order', true],
	['Bu\u0308ro', 'B\u00dcRO', true],
	['Purchase', 'order', false],
	[null, 'null', false],
	[7, '7', false],
])('%j contains %j: %j', (name, part, contains) => {
	expect(nameContains(name, part)).toBe(contains);
});
