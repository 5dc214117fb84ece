import fc from 'fast-check';
import { DateTime } from 'luxon';

import { isBlank } from '../../../nodes/CaseManagement/model/convert.ts';
import {
	checkMembers,
	formValues as valuesOf,
	valueKind,
} from '../../../nodes/CaseManagement/model/formValues.ts';
import type { FormContext, FormElement } from '../../../nodes/CaseManagement/model/formValues.ts';
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import { runs } from '../../support/runs.mts';

/** In a workflow with a time zone far from UTC. */
const formValues = (
	elements: FormElement[],
	given: Map<string, unknown>,
	context: Partial<FormContext> = {},
) => valuesOf(elements, given, { timeZone: 'Pacific/Auckland', ...context });

const element = (type: string, rest: Partial<FormElement> = {}): FormElement => ({
	key: 'k',
	label: 'Field',
	type,
	required: false,
	...rest,
});

const convert = (type: string, value: unknown): unknown =>
	formValues([element(type)], new Map([['k', value]]))[0]?.[1];

const circular: unknown[] = [];
circular.push(circular);

describe('conversion', () => {
	const date = DateTime.fromISO('2026-03-01T23:30:00', { zone: 'Pacific/Auckland' });

	test.each([
		['date', '2026-03-01', '2026-03-01'],
		['date', '2026-03-01T00:00:00', '2026-03-01'],
		['date', '2026-03-01 23:30:00 UTC', '2026-03-01'],
		['date', '2026-03-01T23:30:00+13:00', '2026-03-01'],
		['date', date, '2026-03-01'],
		['date', new Date('2026-03-01T00:00:00Z'), '2026-03-01'],
		['date', new Date('2026-03-01T23:59:59Z'), '2026-03-02'],
		['number', 12.5, 12.5],
		['number', '12.5', 12.5],
		['number', ' -7 ', -7],
		['number', '1e3', 1000],
		['number', '1e-03', 0.001],
		['number', '1E+12', 1e12],
		['number', '.25', 0.25],
		['number', '-5.', -5],
		['integer', '0', 0],
		['number', 0, 0],
		['boolean', true, true],
		['boolean', false, false],
		['checkbox', ' False ', false],
		['checkbox', 'true', true],
		['text', 'a', 'a'],
		['text', ' kept as it is ', ' kept as it is '],
		['text', '{"a":1}', '{"a":1}'],
		['textarea', 12, '12'],
		['email', false, 'false'],
		['text', new Date('2026-03-01T10:00:00Z'), '2026-03-01T10:00:00.000Z'],
		['team_members', 'u1', ['u1']],
		['team_members', ['u1', ' u2 ', 'u1'], ['u1', 'u2']],
		['team_members', '["u1","u2"]', ['u1', 'u2']],
		['team_members', ['["u1"]'], ['["u1"]']],
		['hologram', 'plain', 'plain'],
		['hologram', '{"a":[1]}', { a: [1] }],
		['hologram', '[1]', [1]],
		['hologram', ' \n[1]', [1]],
		['hologram', 'a [1]', 'a [1]'],
		['hologram', '"a [1]"', '"a [1]"'],
		['hologram', ['[1]'], ['[1]']],
		['hologram', '[urgent] call back', '[urgent] call back'],
		['hologram', '12', '12'],
		['hologram', { deep: true }, { deep: true }],
		['DATE', '2026-03-01', '2026-03-01'],
		['constructor', 'x', 'x'],
		['__proto__', 'x', 'x'],
	])('%s: %p becomes %p', (type, value, expected) => {
		expect(convert(type, value)).toEqual(expected);
	});

	test.each([
		['date', '06/07/2026', 'a date'],
		['date', '2026-02-30', 'a date'],
		['date', 20260301, 'a date'],
		['date', new Date('x'), 'a date'],
		['date', {}, 'a date'],
		['number', '1,5', 'a number'],
		['number', 'seven', 'a number'],
		['number', '0x10', 'a number'],
		['number', true, 'a number'],
		['number', NaN, 'a number'],
		['number', 'Infinity', 'a number'],
		['number', 10n, 'a number'],
		['date', 10n, 'a date'],
		['text', circular, 'text'],
		['team_members', circular, 'the UUID'],
		['number', Infinity, 'a number'],
		['number', {}, 'a number'],
		['number', '1e', 'a number'],
		['number', '5 or 6', 'a number'],
		['number', '12345678901234567890', 'a number'],
		['boolean', 'yes', 'true or false'],
		['boolean', 1, 'true or false'],
		['text', {}, 'text'],
		['text', ['a'], 'text'],
		['team_members', 7, 'the UUID'],
		['team_members', ['u1', ''], 'the UUID'],
		['team_members', [{ uuid: 'u' }], 'the UUID'],
	])('%s: %p is refused with its label', (type, value, wanted) => {
		expect(() => convert(type, value)).toThrow(`The field "Field" must be ${wanted}`);
		expect(() => convert(type, value)).not.toThrow('[object');
	});
});

describe('blank and required values', () => {
	const blank = ['', '   ', null, undefined, [], [''], [null, ' ']];

	test.each(blank.map((value) => [value]))('%p is not sent', (value) => {
		for (const type of ['date', 'number', 'boolean', 'text', 'team_members', 'hologram']) {
			expect(formValues([element(type)], new Map([['k', value]]))).toEqual([]);
		}
	});

	test.each(blank.map((value) => [value]))('%p does not satisfy a required field', (value) => {
		expect(() =>
			formValues([element('text', { required: true })], new Map([['k', value]])),
		).toThrow('The field "Field" is required');
	});

	test('a required switch may be false', () => {
		expect(formValues([element('boolean', { required: true })], new Map([['k', false]]))).toEqual([
			['k', false],
		]);
	});

	test('a missing value does not satisfy a required field', () => {
		expect(() => formValues([element('date', { required: true })], new Map())).toThrow(
			'is required',
		);
	});
});

test('a key that is not in the form is refused unless its value is blank', () => {
	expect(() => formValues([element('text')], new Map([['gone', 'x']]))).toThrow(
		'The form has no field "gone"',
	);
	expect(formValues([element('text')], new Map([['gone', '']]))).toEqual([]);
});

test('two elements with the same label are told apart by their keys', () => {
	const form = [element('number', { key: 'a' }), element('number', { key: 'b' })];
	expect(() => formValues(form, new Map([['b', 'x']]))).toThrow('The field "Field (b)" must be');
});

test('any keys and texts are sent exactly as they were given', () => {
	const keys = fc.uniqueArray(
		fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a.b', 'x[0]', 'toString')),
		{ maxLength: 8 },
	);
	fc.assert(
		fc.property(keys, fc.array(fc.string({ minLength: 1 }), { minLength: 8 }), (names, texts) => {
			const form = names.map((key) => element('text', { key, label: key }));
			const given = new Map(names.map((key, index) => [key, texts[index]]));
			const filled = names.filter((_key, index) => !isBlank(texts[index]));
			const values = formValues(form, given);
			expect(values).toEqual(filled.map((key) => [key, given.get(key)]));
			const sent = JSON.parse(JSON.stringify(Object.fromEntries(values))) as object;
			expect(new Map(Object.entries(sent))).toEqual(new Map(values));
		}),
		{ numRuns: runs(100) },
	);
});

test('any value of any type becomes a value or a Problem, nothing else', () => {
	const types = fc.constantFrom('date', 'number', 'boolean', 'text', 'team_members', 'hologram');
	fc.assert(
		fc.property(types, fc.anything(), (type, value) => {
			try {
				const sent = convert(type, value);
				if (sent === undefined) expect(isBlank(value)).toBe(true);
				else if (valueKind(type) === 'date') expect(sent).toMatch(/^\d{4}-\d\d-\d\d$/);
				else if (valueKind(type) === 'number') expect(Number.isFinite(sent)).toBe(true);
				else if (valueKind(type) === 'text') expect(typeof sent).toBe('string');
			} catch (error) {
				expect(error).toBeInstanceOf(Problem);
			}
		}),
		{ numRuns: runs(100) },
	);
});

test('the day does not shift, for any day and any time zone', () => {
	const zones = fc.constantFrom('America/Los_Angeles', 'Pacific/Auckland', 'UTC');
	const days = fc
		.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
		.map((date) => date.toISOString().slice(0, 10));
	fc.assert(
		fc.property(days, zones, fc.integer({ min: 0, max: 23 }), (day, zone, hour) => {
			const time = `${String(hour).padStart(2, '0')}:30:00`;
			expect(convert('date', day)).toBe(day);
			expect(convert('date', `${day} ${time} UTC`)).toBe(day);
			expect(convert('date', `${day}T${time}`)).toBe(day);
			const inZone = DateTime.fromISO(`${day}T${time}`, { zone: 'Pacific/Auckland' });
			expect(convert('date', inZone.toJSDate())).toBe(inZone.toISODate());
			expect(convert('date', new Date(day))).toBe(day);
			const luxon = DateTime.fromISO(`${day}T${time}`, { zone });
			// An hour skipped by daylight saving does not exist on that day.
			if (luxon.hour === hour) expect(convert('date', luxon)).toBe(day);
		}),
		{ numRuns: runs(100) },
	);
});

test.each([
	['unknown', '"unknown": the user is not in its list of members'],
	['gone', 'Ada (gone): the user is deleted'],
])('the member %s is refused', (uuid, reason) => {
	const members = [
		{ uuid: 'fine', name: 'Bea', deleted: false, accepted: true },
		{ uuid: 'gone', name: 'Ada', deleted: true, accepted: true },
		{ uuid: 'new', name: 'Cyd', deleted: false, accepted: false },
	];
	expect(() => checkMembers('Approver', ['fine', 'new'], members)).not.toThrow();
	expect(() => checkMembers('Approver', ['fine', uuid], members)).toThrow(
		`The field "Approver" cannot be set to ${reason}`,
	);
});

test('without a list of members, only what cannot be a UUID is refused', () => {
	const uuid = '8d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11';
	const fine = [uuid, uuid.toUpperCase(), uuid.replaceAll('-', '')];
	expect(() => checkMembers('Approver', fine)).not.toThrow();
	for (const wrong of [
		'Ana',
		'7',
		`${uuid}0`,
		`${uuid} x`,
		uuid.slice(1),
		uuid.replace('8', 'g'),
	]) {
		expect(() => checkMembers('Approver', [uuid, wrong])).toThrow(
			expect.objectContaining({
				message: `The field "Approver" must be the UUID of a team member, but is "${wrong}"`,
				hint: 'Names cannot be looked up here. Template > Get Team Members shows the UUIDs to users who may list the members.',
			}),
		);
	}
});

describe('a refusal says what to do', () => {
	const hint = (words: string) => expect.objectContaining({ kind: 'input', hint: words });

	test('for a value of the wrong type', () => {
		expect(() => convert('number', 'x')).toThrow(
			hint('Correct the value, or set Input Mode to JSON to send values unchanged.'),
		);
	});

	test('for a required value that is missing', () => {
		expect(() => formValues([element('text', { required: true })], new Map())).toThrow(
			hint(
				'Enter a value. If it comes from an expression, check that the expression returns one for this item.',
			),
		);
	});

	test('for a field that no longer exists, with its old name', () => {
		const gone = () =>
			formValues([element('text')], new Map([['gone', 'x']]), {
				savedLabel: (key) => (key === 'gone' ? 'Old field' : key),
			});
		expect(gone).toThrow('The form has no field "Old field"');
		expect(gone).toThrow(
			hint(
				'The form may have changed since this node was set up. Open the node, refresh the list of fields and set the values again.',
			),
		);
	});

	test('for a member that cannot be chosen', () => {
		expect(() => checkMembers('Approver', ['x'], [])).toThrow(
			hint('Choose another member. Use Template > Get Team Members to list who can be chosen.'),
		);
	});
});

test('elements with different labels are named by label only', () => {
	const form = [element('number', { key: 'a', label: 'A' }), element('number', { key: 'b' })];
	expect(() => formValues(form, new Map([['b', 'x']]))).toThrow('The field "Field" must be');
});

test('one message names all missing values, also those outside the form', () => {
	const form = [
		element('text', { required: true }),
		element('date', { key: 'd', label: 'Due', required: true }),
	];
	expect(() => formValues(form, new Map(), { missing: ['Label'] })).toThrow(
		'The fields "Label", "Field", "Due" are required, but are empty',
	);
	expect(() => formValues([], new Map(), { missing: ['Label'] })).toThrow(
		'The field "Label" is required, but is empty',
	);
});

describe('numbers keep every digit', () => {
	test.each([
		['number', '12345678901234567.89'],
		['number', '7615917337495251231'],
		['number', '1e400'],
		['number', Number('7615917337495251231')],
		['text', Number('7615917337495251231')],
		['hologram', Number('7615917337495251231')],
		['hologram', '{"amount": 7615917337495251231}'],
		['hologram', '[0.1, 12345678901234567.89]'],
		['hologram', { amount: [Infinity] }],
	])('%s: %j is refused', (type, value) => {
		expect(() => convert(type, value)).toThrow(/digits|sent without rounding/);
	});

	test.each([
		['number', '9007199254740991', 9007199254740991],
		['number', '+1.50', 1.5],
		['number', '.5', 0.5],
		['number', '15e-1', 1.5],
		[
			'hologram',
			'{"amount": "7615917337495251231", "n": 1.50}',
			{ amount: '7615917337495251231', n: 1.5 },
		],
		['hologram', '7615917337495251231', '7615917337495251231'],
	])('%s: %j is sent', (type, value, sent) => {
		expect(convert(type, value)).toEqual(sent);
	});
});

test.each([
	['u1,u2 ', ['u1', 'u2']],
	['u1, u2,', ['u1', 'u2']],
	['["u1", "u2"]', ['u1', 'u2']],
	[
		['u1', 'u2', 'u1'],
		['u1', 'u2'],
	],
])('members given as %j become %j', (value, members) => {
	expect(convert('team_members', value)).toEqual(members);
});
