import {
	simplifyDefinition,
	simplifyMembers,
	simplifyTemplate,
	summarizeTemplate,
	toDefinitionElements,
	toTemplates,
} from '../../../nodes/CaseManagement/model/template.ts';

const list = [{ uuid: 'a' }, { uuid: 'b' }];

test.each([
	['an array', list, list],
	['an empty array', [], []],
	['process_templates', { process_templates: list }, list],
	['process_templates beside other lists', { tags: [{}], process_templates: list }, list],
	['one array of another name', { total: 2, items: list }, list],
	['no array', { total: 0 }, undefined],
	['two arrays', { items: list, others: list }, undefined],
	['process_templates that is no array, beside one', { process_templates: 1, items: list }, list],
	['entries that are no objects', { errors: ['no'] }, undefined],
	['texts in an array', ['a'], undefined],
	['null in an array', [null], undefined],
	['arrays in an array', [[{ uuid: 'a' }]], undefined],
	['null', null, undefined],
	['text', 'abc', undefined],
])('the list in %s', (_shape, answer, expected) => {
	expect(toTemplates(answer)).toEqual(expected);
});

test('a summary contains exactly what was sent, in order', () => {
	expect(
		Object.entries(summarizeTemplate({ automated: false, extra: 1, name: null, uuid: 'a' })),
	).toEqual([
		['uuid', 'a'],
		['name', null],
		['automated', false],
	]);
});

test('a template becomes flat, and missing parts become null', () => {
	expect(
		simplifyTemplate({
			process_template: { name: 'n', uuid: 'u', automated: false, extra: 1 },
			can_launch: true,
		}),
	).toEqual({ uuid: 'u', name: 'n', automated: false, can_launch: true });
	expect(simplifyTemplate({ process_template: null })).toEqual({
		uuid: null,
		name: null,
		automated: null,
		can_launch: null,
	});
});

test('a start definition becomes flat', () => {
	const definition = {
		label: 'Due',
		identifier: 'i',
		type: 'date',
		assignedID: 'due.date',
		required: false,
	};
	const answer = {
		process_template: { name: 'n', uuid: 'u' },
		manual_label: false,
		definition_elements: [{ definition: { ...definition, extra: 1 } }],
	};
	const elements = toDefinitionElements(answer);
	expect(elements).toEqual([definition]);
	expect(simplifyDefinition(answer, elements!)).toEqual({
		uuid: 'u',
		name: 'n',
		manual_label: false,
		elements: [definition],
	});
	expect(simplifyDefinition({ manual_label: true }, [])).toEqual({
		uuid: null,
		name: null,
		manual_label: true,
		elements: [],
	});
	expect(simplifyDefinition({}, []).manual_label).toBeNull();
	expect(toDefinitionElements({ definition_elements: {} })).toBeUndefined();
});

test('members get a name, and deleted ones are left out', () => {
	const member = {
		uuid: 'm',
		first_name: 'Ada',
		last_name: 'Byron',
		invitation_status: 'pending',
		deleted: false,
		slug: 'ada',
	};
	expect(
		simplifyMembers([member, { ...member, deleted: true }, { uuid: 'odd', deleted: 'true' }]),
	).toEqual([
		{ ...member, name: 'Ada Byron' },
		{
			uuid: 'odd',
			name: null,
			first_name: null,
			last_name: null,
			invitation_status: null,
			deleted: 'true',
			slug: null,
		},
	]);
});
