/** The fields of a form in the panel, requested as the editor does. */
import type { INodePropertyOptions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';

import { inEditor } from '../support/engine.mts';
import { byId, useService } from '../support/service.mts';

const bench = useService();

beforeEach(() => bench.begin());

const fieldsOf = (parameters: object, user: 'admin' | 'viewer' = 'admin') =>
	inEditor<ResourceMapperFields>(
		{ credential: bench.credential(user), parameters: parameters as never },
		'resourceMapping',
		'getFormFields',
	);

const create = (templateId: unknown) => ({ resource: 'case', operation: 'create', templateId });

const trigger = (templateId: unknown, signalId: unknown) => ({
	resource: 'signal',
	operation: 'trigger',
	templateId,
	signalId,
});

const byName = (fields: ResourceMapperField[]) =>
	new Map(fields.map((field) => [field.displayName, field]));

test('every element of a start form is a field of its type', async () => {
	const { fields } = await fieldsOf(create(byId(bench.fixtures.templates.everyElement)));
	expect(fields.map(({ displayName, type, required }) => [displayName, type, required])).toEqual([
		['Title *', 'string', true],
		['Description', 'string', false],
		['Amount *', 'number', true],
		['Urgent', 'options', false],
		['Terms accepted', 'options', false],
		['Due date *', 'dateTime', true],
		['Reviewers *', 'options', true],
		['Observers', 'options', false],
		['Priority', 'string', false],
		['Category', 'string', false],
		['Link', 'string', false],
		['Contact', 'string', false],
		['Projection', 'string', false],
		['Note (note)', 'string', false],
		['Note (note (2))', 'string', false],
		['Prototype', 'string', false],
	]);
	expect(fields.map(({ id }) => id)).toEqual(
		expect.arrayContaining(['details.description', 'amount[net]', '~__proto__']),
	);
	expect(fields.every(({ display, defaultMatch }) => display && !defaultMatch)).toBe(true);
	expect(byName(fields).get('Urgent')!.options).toEqual([
		{ name: 'Yes', value: true },
		{ name: 'No', value: false },
	]);
});

test('one request, and one more for each team_members element', async () => {
	await fieldsOf(create(bench.fixtures.templates.everyElement));
	expect((await bench.requests()).map(({ operationId }) => operationId).sort()).toEqual([
		'getStartDefinition',
		'listElementMembers',
		'listElementMembers',
	]);
});

test('members are shown by name, pending ones marked, a deleted one only if it is chosen', async () => {
	const form = create(bench.fixtures.templates.everyElement);
	const { fields } = await fieldsOf(form);
	const field = byName(fields).get('Reviewers *')!;
	const options = field.options!;
	expect(options.length).toBeGreaterThan(120);
	const nameOf = (uuid: string) => options.find(({ value }) => value === uuid)!.name;
	const { deleted, pending, selectable } = bench.fixtures.members;
	expect(options.filter(({ value }) => value === deleted)).toEqual([]);
	const saved = { mappingMode: 'defineBelow', value: { [field.id]: deleted }, schema: [] };
	const again = await fieldsOf({ ...form, elements: saved } as never);
	const marked = byName(again.fields).get('Reviewers *')!.options!;
	expect(marked.find(({ value }) => value === deleted)!.name).toMatch(/ \(deleted\)/);
	expect(nameOf(pending)).toMatch(/ \(has not accepted yet\)/);
	expect(nameOf(selectable[0]!)).not.toContain('(deleted)');
	expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
});

test('without permission to list members an ID can be entered, and the label says so', async () => {
	await bench.answer('listElementMembers', { message: 'No' }, 403);
	const { fields } = await fieldsOf(create(bench.fixtures.templates.purchaseApproval));
	const field = byName(fields).get('Approvers (user ID) *');
	expect(field).toMatchObject({ id: 'approvers', type: 'string', required: true });
	expect(field).not.toHaveProperty('options');
});

test('the data of a signal keeps its keys', async () => {
	const { templates, signals } = bench.fixtures;
	const { fields } = await fieldsOf(trigger(templates.everySignal, byId(signals.everySignal)));
	expect(
		fields.map(({ id, displayName, type, required }) => [id, displayName, type, required]),
	).toEqual([
		['text', 'Text (text) *', 'string', true],
		['long.text', 'Long text', 'string', false],
		['number[0]', 'Number', 'number', false],
		['flag', 'Flag', 'options', false],
		['date', 'Date', 'dateTime', false],
		['members', 'Members (user ID)', 'string', false],
		['unknown', 'Unknown', 'string', false],
		['~__proto__', 'Text (__proto__)', 'string', false],
	]);
	expect(await bench.requests()).toHaveLength(1);
});

test.each([undefined, '', ' ', byId(''), byId(null)])(
	'with the template %j the form says what to choose first, and nothing is sent',
	async (templateId) => {
		for (const parameters of [create(templateId), trigger(templateId, 'x')]) {
			expect(await fieldsOf(parameters)).toEqual({
				fields: [],
				emptyFieldsNotice: expect.stringMatching(/^Choose a template first\. /),
			});
		}
		expect(await bench.requests()).toEqual([]);
	},
);

test('without a signal the form says to choose one', async () => {
	const { templates } = bench.fixtures;
	expect(await fieldsOf(trigger(templates.everySignal, byId('')))).toEqual({
		fields: [],
		emptyFieldsNotice: 'Choose a signal first',
	});
	expect(await bench.requests()).toEqual([]);
});

test('a form without fields says so', async () => {
	const { templates, signals } = bench.fixtures;
	expect(await fieldsOf(create(templates.automated))).toMatchObject({
		emptyFieldsNotice: 'The start form of this template has no fields',
	});
	expect(
		await fieldsOf(trigger(templates.purchaseApproval, signals.purchaseApprovalOther)),
	).toMatchObject({ emptyFieldsNotice: 'This signal needs no data' });
});

test('an error replaces the fields, since the editor shows none', async () => {
	expect(await fieldsOf(create(bench.fixtures.unknownUuid))).toEqual({
		fields: [],
		emptyFieldsNotice: expect.stringMatching(/not found \(HTTP 404, List: Form Elements\)\. /),
	});
	await bench.answer('getStartDefinition', { definition_elements: 'x' });
	expect(await fieldsOf(create(bench.fixtures.templates.simple))).toMatchObject({
		emptyFieldsNotice: expect.stringContaining('missing: "definition_elements"'),
	});
});

test('an error leaves a saved form unchanged', async () => {
	const elements = { mappingMode: 'defineBelow', value: {}, schema: [{ id: 'x' }] };
	await expect(fieldsOf({ ...create(bench.fixtures.unknownUuid), elements })).rejects.toThrow(
		/not found \(HTTP 404, List: Form Elements\)/,
	);
});

test('automatic mapping gets the names of the fields', async () => {
	const { emptyFieldsNotice } = await fieldsOf(create(bench.fixtures.templates.purchaseApproval));
	expect(emptyFieldsNotice).toBe(
		'Uses the input fields with these names: needed_by (Needed by), approvers (Approvers), comment (Comment)',
	);
});

describe('the rows of Team Members', () => {
	const members = (row: object, templateId: unknown = bench.fixtures.templates.everyElement) =>
		inEditor<INodePropertyOptions[]>(
			{
				credential: bench.credential(),
				parameters: { ...create(templateId), teamMembers: { element: [row] } } as never,
				path: 'parameters.teamMembers.element[0].memberIds',
			},
			'loadOptions',
			'getTeamMembers',
		);

	test('list the members of the element in the row', async () => {
		const { everyElementOptionalMembers } = bench.fixtures.elements;
		const offered = await members({ definitionElementId: everyElementOptionalMembers });
		expect(offered).toHaveLength(11);
		expect(JSON.stringify(offered)).not.toContain('(deleted)');
	});

	test('say what to choose first', async () => {
		expect(await members({ definitionElementId: '' })).toEqual([
			{ name: 'Choose an element first', value: '' },
		]);
		expect(await members({ definitionElementId: 'x' }, '')).toEqual([
			{ name: 'Choose a template first', value: '' },
		]);
		expect(await bench.requests()).toEqual([]);
	});
});
