import { BAD_IDS, byId, useService } from '../support/service.mts';

const bench = useService();

beforeEach(() => bench.begin());

const template = (operation: string, rest = {}) => ({ resource: 'template', operation, ...rest });

const EVERY_FIELD = ['uuid', 'name', 'launchable', 'resource_type', 'automated'];

describe('getAll', () => {
	test.each([
		['all', 140, 'listTemplates', '/process_templates/basic'],
		['launchable', 127, 'listTemplates', '/process_templates/basic?launchable=true'],
		['apiLaunchable', 127, 'listLaunchableTemplates', '/process_templates/basic/launchables'],
		['automated', 16, 'listAutomatedTemplates', '/process_templates/basic/automated_processes'],
	])('scope %s', async (scope, count, operationId, url) => {
		const { json, items, error } = await bench.run(template('getAll', { scope, returnAll: true }));
		expect(error).toBeUndefined();
		expect(json).toHaveLength(count);
		for (const entry of json) expect(Object.keys(entry).sort()).toEqual([...EVERY_FIELD].sort());
		expect(new Set(json.map(({ uuid }) => uuid)).size).toBe(count);
		expect(items.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
		expect(await bench.requests()).toMatchObject([{ method: 'GET', operationId, url, body: null }]);
	});

	test('scope defaults to all, and an unknown one is refused with its name', async () => {
		await bench.run(template('getAll'));
		expect(await bench.requests()).toMatchObject([{ url: '/process_templates/basic' }]);
		await bench.handle.clearRequests();
		const { error } = await bench.run(template('getAll', { scope: '={{ "__proto__" }}' }));
		expect(error?.message).toBe(
			'"Scope" does not accept the value "__proto__" (Template: Get Many, item 0)',
		);
		expect(await bench.requests()).toEqual([]);
	});

	test.each([1, 50, 139, 140, 1000])('limit %i, per item', async (limit) => {
		const { json, probed } = await bench.run(template('getAll', { limit }), {
			items: [{ n: 1 }, { n: 2 }],
			probe: '={{ $("Before").item.json.n }}',
		});
		const count = Math.min(limit, 140);
		expect(json).toHaveLength(2 * count);
		expect(probed.filter((n) => n === 1)).toHaveLength(count);
		expect(probed.filter((n) => n === 2)).toHaveLength(count);
	});

	test.each([0, -1, 1.5, 'many'])('limit %p is refused', async (limit) => {
		const { error } = await bench.run(template('getAll', { limit }));
		expect(error?.message).toContain('"Limit" must be a whole number of at least 1');
		expect(await bench.requests()).toEqual([]);
	});

	const entries = [{ uuid: 'u', name: 'n', extra: 1 }, { uuid: 'v' }];

	test.each([
		['an array', entries],
		['process_templates', { process_templates: entries, other: [1, 2] }],
		['exactly one array', { results: entries, total: 2 }],
	])('a list in the form of %s', async (_shape, body) => {
		await bench.answer('listTemplates', body);
		const { json } = await bench.run(template('getAll'));
		expect(json).toEqual([{ uuid: 'u', name: 'n' }, { uuid: 'v' }]);
	});

	test.each([
		['no list', { total: 0 }, 'an object without the expected fields'],
		['two lists', { a: entries, b: entries }, 'an object without the expected fields'],
		['a list of texts', { warnings: ['w'] }, 'an object without the expected fields'],
		['a list of null', [null], 'an array'],
		['text', 'hello', 'a bare string'],
		['success: false', { success: false, message: 'Not today', list: [] }, 'Not today'],
	])('a response with %s is an error, not an empty list', async (_shape, body, words) => {
		await bench.answer('listTemplates', body);
		const { json, error } = await bench.run(template('getAll'));
		expect(json).toEqual([]);
		expect(error?.message).toContain(words);
	});

	test('an empty list returns no items', async () => {
		const { json, error } = await bench.run(template('getAll'), { user: 'outsider' });
		expect({ json, error }).toEqual({ json: [], error: undefined });
	});

	test('automated without permission: the service says so, and the advice what to do', async () => {
		const { error } = await bench.run(template('getAll', { scope: 'automated' }), {
			user: 'member',
		});
		expect(error?.message).toBe(
			'You need the permission EDIT_PROCESSES for this (HTTP 403, Template: Get Many, item 0)',
		);
		expect(error?.description).toContain('EDIT_PROCESSES');
	});
});

describe('get', () => {
	test('simplified', async () => {
		const { json } = await bench.run(
			template('get', { templateId: byId(bench.fixtures.templates.automated) }),
		);
		expect(json.map((entry) => Object.entries(entry))).toEqual([
			[
				['uuid', bench.fixtures.templates.automated],
				['name', 'Nightly Import'],
				['automated', true],
				['can_launch', true],
			],
		]);
	});

	test('returns the response unchanged', async () => {
		const uuid = bench.fixtures.templates.notLaunchable;
		const { json } = await bench.run(template('get', { templateId: uuid, simplify: false }));
		expect(json).toEqual([
			{ process_template: { uuid, name: 'Archived Process', automated: false }, can_launch: false },
		]);
	});

	test('many items, each with its own template, some by link', async () => {
		const { simple, umlauts, sameNameB } = bench.fixtures.templates;
		const { json, probed } = await bench.run(
			template('get', {
				templateId: {
					__rl: true,
					mode: 'url',
					value: '=https://x.example/org/9d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11/t/{{ $json.id }}?a=1',
				} as never,
			}),
			{
				items: [simple, umlauts, sameNameB].map((id) => ({ id })),
				probe: '={{ $("Before").item.json.id }}',
			},
		);
		expect(json.map(({ uuid }) => uuid)).toEqual([simple, umlauts, sameNameB]);
		expect(probed).toEqual([simple, umlauts, sameNameB]);
	});

	test('a response without process_template is an error', async () => {
		await bench.answer('getTemplate', { can_launch: true });
		const { error } = await bench.run(
			template('get', { templateId: bench.fixtures.templates.simple }),
		);
		expect(error?.message).toContain('missing: "process_template"');
	});
});

describe('getStartDefinition', () => {
	test('simplified', async () => {
		const { templates, elements } = bench.fixtures;
		const { json } = await bench.run(
			template('getStartDefinition', { templateId: byId(templates.purchaseApproval) }),
		);
		expect(json).toEqual([
			{
				uuid: templates.purchaseApproval,
				name: 'Purchase Approval',
				manual_label: true,
				elements: [
					{
						label: 'Needed by',
						identifier: expect.any(String),
						type: 'date',
						assignedID: 'needed_by',
						required: true,
					},
					{
						label: 'Approvers',
						identifier: elements.purchaseApprovalApprovers,
						type: 'team_members',
						assignedID: 'approvers',
						required: true,
					},
					{
						label: 'Comment',
						identifier: expect.any(String),
						type: 'textarea',
						assignedID: 'comment',
						required: false,
					},
				],
			},
		]);
	});

	test('returns the response unchanged, with every element', async () => {
		const { json } = await bench.run(
			template('getStartDefinition', {
				templateId: bench.fixtures.templates.everyElement,
				simplify: false,
			}),
		);
		expect(json).toHaveLength(1);
		expect(Object.keys(json[0]!)).toEqual([
			'process_template',
			'manual_label',
			'definition_elements',
		]);
		const elements = json[0]!.definition_elements as Array<{ definition: { assignedID: string } }>;
		expect(elements).toHaveLength(16);
		expect(elements.at(-1)?.definition.assignedID).toBe('__proto__');
	});

	test('invalid elements are tolerated; a missing list of elements is an error', async () => {
		const parameters = template('getStartDefinition', { templateId: 'x' });
		await bench.answer('getStartDefinition', { definition_elements: [null, {}, 'x'] });
		const empty = { label: null, identifier: null, type: null, assignedID: null, required: null };
		expect((await bench.run(parameters)).json).toEqual([
			{ uuid: null, name: null, manual_label: null, elements: [empty, empty, empty] },
		]);
		await bench.handle.clearFaults();
		await bench.answer('getStartDefinition', { process_template: {} });
		expect((await bench.run(parameters)).error?.message).toContain('"definition_elements"');
	});
});

describe('getTeamMembers', () => {
	const members = (rest = {}) =>
		template('getTeamMembers', {
			templateId: byId(bench.fixtures.templates.everyElement),
			definitionElementId: bench.fixtures.elements.everyElementRequiredMembers,
			...rest,
		});

	test('simplified: with names, without deleted members', async () => {
		const { json } = await bench.run(members({ returnAll: true }));
		// Of 130 members every 17th is deleted, from the 6th on.
		expect(json).toHaveLength(122);
		expect(json.some(({ uuid }) => uuid === bench.fixtures.members.deleted)).toBe(false);
		expect(json.some(({ uuid }) => uuid === bench.fixtures.members.pending)).toBe(true);
		for (const member of json) {
			expect(Object.keys(member)).toEqual([
				'uuid',
				'name',
				'first_name',
				'last_name',
				'invitation_status',
				'deleted',
				'slug',
			]);
			expect(member.name).toBe(`${String(member.first_name)} ${String(member.last_name)}`);
		}
	});

	test('returns the response unchanged, with deleted members', async () => {
		const { json } = await bench.run(members({ returnAll: true, simplify: false }));
		expect(json).toHaveLength(130);
		expect(json.some(({ uuid }) => uuid === bench.fixtures.members.deleted)).toBe(true);
		expect(json[0]).not.toHaveProperty('name');
	});

	test('the limit counts returned members, and paths are built per item', async () => {
		const { elements } = bench.fixtures;
		const items = [elements.everyElementRequiredMembers, elements.everyElementOptionalMembers];
		const { json, probed } = await bench.run(
			members({ definitionElementId: '={{ $json.element }}', limit: 7 }),
			{
				items: items.map((element) => ({ element })),
				probe: '={{ $("Before").item.json.element }}',
			},
		);
		expect(json).toHaveLength(14);
		expect(json.some(({ deleted }) => deleted)).toBe(false);
		expect(probed).toEqual([...Array(7).fill(items[0]), ...Array(7).fill(items[1])]);
	});

	test('an element without members: the message and the advice', async () => {
		const { error } = await bench.run(members({ definitionElementId: bench.fixtures.unknownUuid }));
		expect(error?.message).toMatch(/^The template has no team members element .*\(HTTP 404/);
		expect(error?.description).toContain('Get Start Definition');
	});

	test.each([{ members: null }, { members: [null] }, { members: ['a'] }, [], {}])(
		'the response %j is an error',
		async (body) => {
			await bench.answer('listElementMembers', body);
			expect((await bench.run(members())).error?.message).toContain('missing: "members"');
		},
	);
});

describe('update', () => {
	test('trims and sends each new name', async () => {
		const { simple, automated } = bench.fixtures.templates;
		const { json } = await bench.run(
			template('update', { templateId: '={{ $json.id }}', name: '={{ $json.name }}' }),
			{
				items: [
					{ id: simple, name: ' Größer  <b>1</b> ' },
					{ id: automated, name: 'Second' },
				],
			},
		);
		expect(json).toEqual([
			{ message: 'The process template has been updated.', template_uuid: simple },
			{ message: 'The process template has been updated.', template_uuid: automated },
		]);
		expect(await bench.requests()).toMatchObject([
			{
				method: 'PUT',
				url: `/process_templates/basic/${simple}`,
				body: { name: 'Größer  <b>1</b>' },
			},
			{ method: 'PUT', url: `/process_templates/basic/${automated}`, body: { name: 'Second' } },
		]);
		const after = await bench.run(template('get', { templateId: simple }));
		expect(after.json[0]?.name).toBe('Größer  <b>1</b>');
	});

	test.each(['', '  ', '={{ null }}', '={{ $json.nothing }}'])(
		'the name %j is refused before anything is sent',
		async (name) => {
			const { error } = await bench.run(
				template('update', { templateId: bench.fixtures.templates.simple, name }),
			);
			expect(error?.message).toContain('The parameter "Name" is empty');
			expect(await bench.requests()).toEqual([]);
		},
	);
});

test('delete uses the directory path', async () => {
	const { simple, umlauts } = bench.fixtures.templates;
	const { json } = await bench.run(template('delete', { templateId: '={{ $json.id }}' }), {
		items: [{ id: simple }, { id: umlauts }],
	});
	expect(json).toEqual(
		[simple, umlauts].map((template_uuid) => ({
			deleted: true,
			message: 'The process template has been deleted.',
			template_uuid,
		})),
	);
	expect(await bench.requests()).toMatchObject(
		[simple, umlauts].map((uuid) => ({
			method: 'DELETE',
			url: `/process_templates/directory/${uuid}`,
			body: null,
		})),
	);
	const { error } = await bench.run(template('get', { templateId: simple }));
	expect(error?.message).toBe(
		'The process template was not found (HTTP 404, Template: Get, item 0)',
	);
	expect(error?.description).toContain('Template > Get Many');
});

test('a delete answered with an empty 204 is a success', async () => {
	await bench.handle.addFaults({ kind: 'empty', status: 204, operationId: 'deleteTemplate' });
	const { json } = await bench.run(template('delete', { templateId: 'x' }));
	expect(json).toEqual([{ deleted: true, message: null, template_uuid: 'x' }]);
});

test.each(['update', 'delete'])('%s without permission', async (operation) => {
	const { error } = await bench.run(
		template(operation, { templateId: bench.fixtures.templates.simple, name: 'x' }),
		{ user: 'member' },
	);
	expect(error?.message).toMatch(/^You need the permission EDIT_PROCESSES for this \(HTTP 403/);
	expect(error?.description).toContain('is not allowed to change templates');
});

const PER_TEMPLATE = ['delete', 'get', 'getStartDefinition', 'getTeamMembers', 'update'];

describe.each(PER_TEMPLATE)('a bad template never reaches the service: %s', (operation) => {
	const parameters = template(operation, {
		templateId: byId('={{ $json.id }}'),
		definitionElementId: 'e',
		name: 'n',
	});

	test.each(BAD_IDS)('%j', async (id) => {
		expect(await bench.refusals(parameters, [{ id }])).toEqual(
			Array(3).fill(expect.stringContaining('"Template" (templateId)')),
		);
		expect(await bench.requests()).toEqual([]);
	});
});

test.each(BAD_IDS)('a bad element %j never reaches the service', async (id) => {
	const parameters = template('getTeamMembers', {
		templateId: bench.fixtures.templates.everyElement,
		definitionElementId: '={{ $json.id }}',
	});
	expect(await bench.refusals(parameters, [{ id }])).toEqual(
		Array(3).fill(expect.stringContaining('"Element Name or ID" (definitionElementId)')),
	);
	expect(await bench.requests()).toEqual([]);
});

test('when continuing, a bad item does not hold up the others', async () => {
	const { simple, umlauts } = bench.fixtures.templates;
	const unknown = bench.fixtures.unknownUuid;
	const { json, errors, probed, probedErrors } = await bench.run(
		template('get', { templateId: '={{ $json.id }}' }),
		{
			items: [simple, '..', unknown, umlauts].map((id) => ({ id })),
			settings: { onError: 'continueErrorOutput' },
			probe: '={{ $("Before").item.json.id }}',
		},
	);
	expect(json.map(({ uuid }) => uuid)).toEqual([simple, umlauts]);
	expect(probed).toEqual([simple, umlauts]);
	expect(errors.map((item) => item.json.error)).toEqual([
		'The parameter "Template" (templateId) is not an ID: ".." (Template: Get, item 1)',
		'The process template was not found (HTTP 404, Template: Get, item 2)',
	]);
	expect(probedErrors).toEqual(['..', unknown]);
	expect(await bench.requests()).toHaveLength(3);
});
