import {
	comparableName,
	comparableNumber,
	foldText,
	isNameMatch,
} from '../../../nodes/CaseManagement/model/names.ts';

test.each([
	[' PO-4711\n', 'PO-4711'],
	['Bu\u0308ro', 'B\u00fcro'],
	['two  blanks', 'two  blanks'],
])('%j is compared as %j', (name, compared) => {
	expect(comparableName(name)).toBe(compared);
});

test('names are case-sensitive', () => {
	expect(comparableName('po-1')).not.toBe(comparableName('PO-1'));
});

test.each([62, '62', '#62', ' # 62 ', '#0062'])('%j is the number 62', (value) => {
	expect(comparableNumber(value)).toBe('62');
});

test.each([0, '0', '#000'])('%j is the number 0', (value) => {
	expect(comparableNumber(value)).toBe('0');
});

test.each(['', '#', '6 2', '6.2', '-6', '6e2', 6.2, -6, NaN, 2 ** 60, null, undefined, {}, true])(
	'%j is not a case number',
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
	expect(isNameMatch(name, foldText(part))).toBe(contains);
});

test('final sigma and sharp s match in upper and lower case', () => {
	for (const [name, part] of [
		['ΟΔΟΣ 7', 'οδος'],
		['οδος 7', 'ΟΔΟΣ'],
		['Hauptstraße', 'STRASSE'],
		['HAUPTSTRASSE', 'straße'],
	] as const) {
		expect([name, part, isNameMatch(name, foldText(part))]).toEqual([name, part, true]);
	}
});

test('a long text of digits is not a number, and is refused at once', () => {
	// Trying every combination of this many would exceed the test's time-out.
	for (const text of [`${'0'.repeat(300_000)}x`, `${'1'.repeat(300_000)}x`]) {
		expect(comparableNumber(text)).toBeUndefined();
	}
	expect(comparableNumber(`#${'0'.repeat(20)}62`)).toBe('62');
});
