import {
	FILTER_KEYS,
	filters,
	readCaseFilter,
} from '../../../nodes/CaseManagement/fields/caseFilters.ts';
import { arrayFormat, readArrayFormat } from '../../../nodes/CaseManagement/fields/queryOptions.ts';
import { ARRAY_FORMATS } from '../../../nodes/CaseManagement/transport/url.ts';
import { parametersOf, problemIn } from '../faking.mts';

const read = (values: unknown) => readCaseFilter(parametersOf({ filters: values }));

test.each([null, {}])('%j does not filter', (values) => {
	expect(read(values)).toEqual({
		arrayFormat: 'brackets',
		filter: {
			created_after: undefined,
			created_before: undefined,
			nameContains: undefined,
			process_type: [],
			status: [],
		},
	});
});

test('each filter becomes a key of the query; the node applies the name itself', () => {
	expect(
		read({
			arrayFormat: 'comma',
			createdAfter: '2026-01-02',
			createdBefore: '2026-03-01T10:00:00',
			nameContains: 'Büro 1 ',
			status: ['running', 'error'],
			templateIds: 'a, b',
		}),
	).toEqual({
		arrayFormat: 'comma',
		filter: {
			created_after: '2026-01-02',
			// Without a time zone it uses that of the workflow.
			created_before: '2026-03-01T09:00:00.000Z',
			// Folded for the search, but with its spaces: without them it would find "Büro 10" too.
			nameContains: 'BÜRO 1 ',
			process_type: ['a', 'b'],
			status: ['running', 'error'],
		},
	});
});

test.each([
	[{ createdAfter: '06/07/2026' }, 'createdAfter'],
	[{ createdBefore: 'soon' }, 'createdBefore'],
	[{ nameContains: ['a'] }, 'nameContains'],
	[{ status: [{}] }, 'status'],
	[{ templateIds: { a: 1 } }, 'templateIds'],
	[{ arrayFormat: 'odd' }, 'arrayFormat'],
	[{ olderThanDays: 0 }, 'olderThanDays'],
	[{ olderThanDays: 'old' }, 'olderThanDays'],
])('%j is refused with the name of the field', async (values, name) => {
	const { displayName } = (filters.options as Array<typeof filters>).find(
		(option) => option.name === name,
	)!;
	const problem = await problemIn(() => read(values));
	expect(problem.kind).toBe('input');
	expect(problem.message).toContain(`"${displayName}"`);
});

test('every filter in the panel has a key, except the array format', () => {
	const names = filters.options!.map(({ name }) => name).filter((name) => name !== 'arrayFormat');
	expect(FILTER_KEYS.map(([{ name }]) => name)).toEqual(names);
});

const AGE = '2026-02-19T10:00:00.000Z';

test.each([
	[{ olderThanDays: 10 }, AGE],
	[{ olderThanDays: '10' }, AGE],
	[{ olderThanDays: 10, createdBefore: '2026-02-28T00:00:00Z' }, AGE],
	[{ olderThanDays: 10, createdBefore: '2026-01-31T00:00:00Z' }, '2026-01-31T00:00:00.000Z'],
	[{ olderThanDays: '' }, undefined],
	[{ olderThanDays: null }, undefined],
])('with %j cases must be created before %p', (values, expected) => {
	expect(read(values).filter.created_before).toBe(expected);
});

describe('the array format', () => {
	const toArrayFormat = (value: unknown) =>
		readArrayFormat({ options: { arrayFormat: value as string }, filters: {} });

	test('comes from the options, or from filters that an earlier version saved', () => {
		const format = (options: object, filters: object) =>
			readCaseFilter(parametersOf({ options, filters })).arrayFormat;
		expect(format({ arrayFormat: 'comma' }, {})).toBe('comma');
		expect(format({}, { arrayFormat: 'repeat' })).toBe('repeat');
		expect(format({ arrayFormat: 'comma' }, { arrayFormat: 'repeat' })).toBe('comma');
	});

	test.each(ARRAY_FORMATS)('can be %s', (format) => {
		expect(toArrayFormat(format)).toBe(format);
	});

	test.each([undefined, null, '', ' '])('defaults to brackets for %j', (value) => {
		expect(toArrayFormat(value)).toBe('brackets');
	});

	test.each(['Brackets', 'json', 7])('is refused: %j', async (value) => {
		expect(await problemIn(() => toArrayFormat(value))).toMatchObject({
			kind: 'input',
			message: expect.stringContaining('"Array Format" does not accept the value') as string,
			hint: 'Allowed values: brackets, comma, indices, repeat.',
		});
	});

	test('has an example in its name', () => {
		expect(
			(arrayFormat.options as Array<{ name: string; description: string }>).map(
				({ name, description }) => `${name}: ${description}`,
			),
		).toEqual([
			'Brackets: As in status[]=a&status[]=b',
			'Comma: As in status=a,b',
			'Indices: As in status[0]=a&status[1]=b',
			'Repeat: As in status=a&status=b',
		]);
	});
});

test.each(['', ' ', '\t', null, undefined])('the name %j does not filter', (nameContains) => {
	expect(read({ nameContains }).filter.nameContains).toBeUndefined();
});
