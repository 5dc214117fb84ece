/** Values of forms: checked against the live definition before anything is created or sent. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { RunOptions } from '../support/engine.mts';
import { useService } from '../support/service.mts';

const bench = useService();

beforeEach(() => bench.begin());

const mapper = (value: object | null, rest = {}) => ({
	mappingMode: 'defineBelow',
	value,
	schema: [],
	...rest,
});

const purchase = (value: object | null, rest = {}) => ({
	resource: 'case',
	operation: 'create',
	templateId: bench.fixtures.templates.purchaseApproval,
	label: 'Order',
	elements: mapper(value),
	...rest,
});

const approver = () => bench.fixtures.members.selectable[0]!;

const sent = async (): Promise<Record<string, unknown>> =>
	((await bench.requests('createCase'))[0]?.body as { submission_elements: never })
		.submission_elements;

const run = (parameters: object, rest: Partial<RunOptions> = {}) =>
	bench.run(parameters as never, rest);

describe('a start form', () => {
	test('converts and sends what was filled in', async () => {
		const { error, json } = await run(
			purchase({ needed_by: '2026-03-01T00:00:00', approvers: approver(), comment: '' }),
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(await sent()).toEqual({ needed_by: '2026-03-01', approvers: [approver()] });
	});

	test('every type, with unchanged keys', async () => {
		const [first, second] = bench.fixtures.members.selectable;
		const { error, json } = await run({
			resource: 'case',
			operation: 'create',
			templateId: bench.fixtures.templates.everyElement,
			label: 'All',
			elements: mapper({
				title: 'T',
				'details.description': 'line 1\nline 2',
				'amount[net]': '12.50',
				urgent: false,
				'terms.accepted[0]': 'true',
				'due.date': '2026-03-01 23:30:00 UTC',
				reviewers: [first, second],
				priority: 'high',
				link: 'https://example.com',
				projection: '{"depth":3}',
				note: 'one',
				'note (2)': 'two',
				'~__proto__': 'proto',
			}),
		});
		expect(error).toBeUndefined();
		const values = await sent();
		expect(new Map(Object.entries(values))).toEqual(
			new Map<string, unknown>([
				['title', 'T'],
				['details.description', 'line 1\nline 2'],
				['amount[net]', 12.5],
				['urgent', false],
				['terms.accepted[0]', true],
				['due.date', '2026-03-01'],
				['reviewers', [first, second]],
				['priority', 'high'],
				['link', 'https://example.com'],
				['projection', { depth: 3 }],
				['note', 'one'],
				['note (2)', 'two'],
				['__proto__', 'proto'],
			]),
		);
		const stored = await bench.handle.rawCase(String(json[0]!.process_instance_uuid));
		expect(JSON.stringify(stored!.submission)).toContain('proto');
	});

	test.each([
		['a label is missing', { label: ' ' }, 'The fields "Case Name", "Needed by"'],
		[
			'a label and more are missing',
			{ label: '', elements: mapper({ approvers: 'x' }) },
			'The fields "Case Name", "Needed by" are required, but are empty',
		],
		[
			'a required date is missing',
			{ elements: mapper({ approvers: 'x' }) },
			'"Needed by" is required',
		],
		[
			'a required date is blank',
			{ elements: mapper({ needed_by: '  ' }) },
			'The fields "Needed by", "Approvers" are required, but are empty',
		],
		[
			'nothing is mapped',
			{ elements: mapper(null) },
			'The fields "Needed by", "Approvers" are required',
		],
		[
			'a date is no date',
			{ elements: mapper({ needed_by: '06/07/2026', approvers: 'x' }) },
			'"Needed by" must be a date',
		],
		[
			'a key is gone',
			{
				elements: mapper(
					{ needed_by: '2026-03-01', approvers: 'x', old: 1 },
					{ schema: [{ id: 'old', displayName: 'Old field *', type: 'string', display: true }] },
				),
			},
			'no field "Old field"',
		],
		[
			'a member is unknown',
			{ elements: mapper({ needed_by: '2026-03-01', approvers: 'nobody' }) },
			'"Approvers" cannot be set to "nobody"',
		],
	])(
		'refuses a value with its label before anything is created: %s',
		async (_name, rest, words) => {
			expect(await bench.refusals(purchase({}, rest) as never, [{}])).toEqual(
				Array(3).fill(expect.stringContaining(words)),
			);
			expect(await bench.requests('createCase')).toEqual([]);
		},
	);

	test('refuses a deleted member by name', async () => {
		const { deleted } = bench.fixtures.members;
		const { error } = await run(purchase({ needed_by: '2026-03-01', approvers: deleted }));
		expect(error!.message).toMatch(/"Approvers" cannot be set to .+: the user is deleted/);
		expect(await bench.requests('createCase')).toEqual([]);
	});

	test('a label is optional unless the definition requires one', async () => {
		const { error } = await run({
			resource: 'case',
			operation: 'create',
			templateId: bench.fixtures.templates.automated,
			elements: mapper(null),
		});
		expect(error).toBeUndefined();
		expect((await bench.requests('createCase'))[0]!.body).toEqual({
			submission_elements: {},
			process_template_uuid: bench.fixtures.templates.automated,
		});
	});

	test('a removed field is not sent', async () => {
		const { error } = await run(
			purchase(null, {
				elements: mapper(
					{ needed_by: '2026-03-01', approvers: approver(), comment: 'left over' },
					{ schema: [{ id: 'comment', displayName: 'Comment', removed: true }] },
				),
			}),
		);
		expect(error).toBeUndefined();
		expect(await sent()).not.toHaveProperty('comment');
	});

	test('auto-map uses matching keys and ignores the rest', async () => {
		const { error } = await run(
			purchase(null, { elements: { mappingMode: 'autoMapInputData', value: null, schema: [] } }),
			{
				items: [
					{
						needed_by: '2026-03-01',
						approvers: [approver()],
						Comment: 'a label is no key',
						other: 1,
					} as IDataObject,
				],
			},
		);
		expect(error).toBeUndefined();
		expect(await sent()).toEqual({ needed_by: '2026-03-01', approvers: [approver()] });
	});

	test('several members from the rows of Team Members, joined with the field', async () => {
		const [first, second, third] = bench.fixtures.members.selectable;
		const { purchaseApprovalApprovers } = bench.fixtures.elements;
		const { error } = await run(
			purchase(
				{ needed_by: '2026-03-01', approvers: first },
				{
					teamMembers: {
						element: [
							{ definitionElementId: purchaseApprovalApprovers, memberIds: [second, first] },
							{ definitionElementId: purchaseApprovalApprovers, memberIds: [third] },
							{ definitionElementId: '', memberIds: [] },
						],
					},
				},
			),
		);
		expect(error).toBeUndefined();
		expect(await sent()).toMatchObject({ approvers: [first, second, third] });
	});

	test('a required element may be filled by a row alone, but must be filled', async () => {
		const { selectable } = bench.fixtures.members;
		const row = (memberIds: string[]) => ({
			teamMembers: {
				element: [
					{ definitionElementId: bench.fixtures.elements.purchaseApprovalApprovers, memberIds },
				],
			},
		});
		const values = { needed_by: '2026-03-01' };
		expect((await run(purchase(values, row(selectable)))).error).toBeUndefined();
		expect((await run(purchase(values, row([])))).error!.message).toContain(
			'"Approvers" is required',
		);
	});

	test('a row for an element that is not in the form is refused', async () => {
		const { error } = await run(
			purchase(
				{ needed_by: '2026-03-01', approvers: approver() },
				{ teamMembers: { element: [{ definitionElementId: 'gone', memberIds: ['x'] }] } },
			),
		);
		expect(error!.message).toContain('contains an element that is not in the form: "gone"');
		expect(await bench.requests('createCase')).toEqual([]);
	});

	test('a deleted template shows the message of the service', async () => {
		const { error } = await run(purchase({}, { templateId: bench.fixtures.unknownUuid }));
		expect(error!.message).toContain('not found (HTTP 404, Case: Create, item 0)');
		expect(await bench.requests('createCase')).toEqual([]);
	});

	test('without permission to list members only the service checks them', async () => {
		await bench.answer('listElementMembers', { message: 'No' }, 403);
		const { error } = await run(purchase({ needed_by: '2026-03-01', approvers: approver() }));
		expect(error).toBeUndefined();
	});

	test('without permission to list members a name is refused with the label of its field', async () => {
		await bench.answer('listElementMembers', { message: 'No' }, 403);
		const { purchaseApprovalApprovers: definitionElementId } = bench.fixtures.elements;
		const memberIds = [approver(), 'Ana Member001'];
		const needed_by = '2026-03-01';
		for (const node of [
			purchase({ needed_by, approvers: 'Ana Member001' }),
			purchase({ needed_by, approvers: `={{ ["${approver()}", "Ana Member001"] }}` }),
			purchase({ needed_by }, { teamMembers: { element: [{ definitionElementId, memberIds }] } }),
		]) {
			for (const message of await bench.refusals(node as never, [{}])) {
				expect(message).toMatch(
					'The field "Approvers" must be the UUID of a team member, but is "Ana Member001" (Case',
				);
			}
		}
		const { error } = await run(purchase({ needed_by, approvers: 'Ana' }));
		expect(error!.description).toMatch('Template > Get Team Members shows the UUIDs');
		expect(await bench.requests('createCase')).toEqual([]);
	});

	test('100 cases take 100 creates, one definition and one list of members per filled element', async () => {
		const { json, error } = await run(
			{
				resource: 'case',
				operation: 'create',
				templateId: bench.fixtures.templates.everyElement,
				label: '={{ $json.name }}',
				elements: mapper({
					title: '={{ $json.name }}',
					'amount[net]': '={{ $json.amount }}',
					'due.date': '2026-03-01',
					reviewers: approver(),
				}),
			},
			{
				items: Array.from({ length: 100 }, (_unused, amount) => ({
					name: `Case ${amount}`,
					amount,
				})),
			},
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(100);
		expect(await bench.requests('createCase')).toHaveLength(100);
		expect(await bench.requests('getStartDefinition')).toHaveLength(1);
		expect(await bench.requests('listElementMembers')).toHaveLength(1);
		expect(await bench.requests()).toHaveLength(102);
	});

	test('one bad value among good ones prevents all cases', async () => {
		const { error } = await run(
			purchase({ needed_by: '={{ $json.date }}', approvers: approver() }),
			{ items: [{ date: '2026-03-01' }, { date: '2026-03-02' }, { date: 'soon' }] },
		);
		expect(error!.message).toContain('item 2');
		expect(await bench.requests('createCase')).toEqual([]);
	});

	test.each([
		['a member who is unknown', { members: 'nobody' }, '"Observers" cannot be set to "nobody"'],
		['a template that is gone', { template: 'gone' }, 'HTTP 404'],
	])('in stop mode %s prevents all cases', async (_name, bad, words) => {
		const { everyElement } = bench.fixtures.templates;
		const { error } = await run(
			{
				resource: 'case',
				operation: 'create',
				templateId: '={{ $json.template ?? $json.good }}',
				label: 'x',
				elements: mapper({
					title: 'T',
					'amount[net]': 1,
					'due.date': '2026-03-01',
					reviewers: approver(),
					observers: '={{ $json.members }}',
				}),
			},
			{ items: [{}, {}, bad, {}].map((item) => ({ good: everyElement, ...item })) as never },
		);
		expect(error!.message).toContain(words);
		expect(error!.message).toContain('item 2');
		expect(await bench.requests('createCase')).toEqual([]);
	});

	test('a form runs as the editor saved it, whatever it says is required', async () => {
		const field = (id: string, required: boolean, type = 'string') => ({
			id,
			displayName: id,
			required,
			type,
			display: true,
			defaultMatch: false,
			canBeUsedToMatch: false,
		});
		const { error } = await run(
			purchase(null, {
				elements: mapper(
					{ needed_by: '2026-03-01T00:00:00' },
					{
						matchingColumns: [],
						schema: [
							field('needed_by', true, 'dateTime'),
							field('approvers', true),
							field('comment', true),
						],
					},
				),
				teamMembers: {
					element: [
						{
							definitionElementId: bench.fixtures.elements.purchaseApprovalApprovers,
							memberIds: [approver()],
						},
					],
				},
			}),
		);
		expect(error).toBeUndefined();
		expect(await sent()).toEqual({ needed_by: '2026-03-01', approvers: [approver()] });
	});

	test('when continuing, the valid cases are created and the invalid one gives the reason', async () => {
		const { json } = await run(
			purchase({ needed_by: '={{ $json.date }}', approvers: approver() }),
			{
				items: [{ date: '2026-03-01' }, { date: 'soon' }, { date: '2026-03-02' }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(json.map((entry) => 'error' in entry)).toEqual([false, true, false]);
		expect(await bench.requests('createCase')).toHaveLength(2);
	});

	test.each(['America/Los_Angeles', 'Pacific/Auckland', 'UTC'])(
		'a date does not shift in a workflow in %s',
		async (timezone) => {
			const dates = [
				'2026-03-01',
				'2026-03-01 23:30:00 UTC',
				DateTime.fromISO('2026-03-01T23:30:00', { zone: timezone }),
				// The same day in all these zones.
				new Date('2026-03-01T10:30:00Z'),
			];
			const { error } = await run(
				purchase({ needed_by: '={{ $json.date }}', approvers: approver() }),
				{ items: dates.map((date) => ({ date })) as never, timezone },
			);
			expect(error).toBeUndefined();
			const expression = await run(
				purchase({
					needed_by: "={{ DateTime.fromISO('2026-03-01') }}",
					approvers: approver(),
				}),
				{ timezone },
			);
			expect(expression.error).toBeUndefined();
			const bodies = (await bench.requests('createCase')).map(({ body }) => body as IDataObject);
			expect(bodies.map((body) => (body.submission_elements as IDataObject).needed_by)).toEqual(
				Array(5).fill('2026-03-01'),
			);
		},
	);
});

describe('the data of a signal', () => {
	const trigger = (value: object | null, rest = {}) => ({
		resource: 'signal',
		operation: 'trigger',
		templateId: bench.fixtures.templates.purchaseApproval,
		signalId: bench.fixtures.signals.purchaseApproval,
		caseId: bench.fixtures.waitingCase,
		elements: mapper(value),
		...rest,
	});

	test('is checked, converted and sent, and the case continues', async () => {
		const { error, json } = await run(
			trigger({ approved: 'true', approved_on: '2026-03-01T08:00:00', remark: '' }),
		);
		expect(error).toBeUndefined();
		expect(json).toEqual([
			{
				message: expect.any(String),
				process_instance_uuid: bench.fixtures.waitingCase,
				signal_id: 'approval-received',
			},
		]);
		expect((await bench.requests('triggerSignal'))[0]!.body).toEqual({
			submission_elements: [
				{ name: 'approved', value: true },
				{ name: 'approved_on', value: '2026-03-01' },
			],
			process_instance_uuid: bench.fixtures.waitingCase,
			signal_id: 'approval-received',
		});
		expect((await bench.handle.rawCase(bench.fixtures.waitingCase))!.status).toBe('completed');
	});

	test.each([
		[{}, '"Approved" is required'],
		[{ approved: 'perhaps' }, '"Approved" must be true or false'],
		[{ approved: true, more: 1 }, 'no field "more"'],
	])('%j is refused before anything is sent', async (value, words) => {
		expect(await bench.refusals(trigger(value) as never, [{}])).toEqual(
			Array(3).fill(expect.stringContaining(words)),
		);
		expect(await bench.requests('triggerSignal')).toEqual([]);
	});

	test('a name for team members is refused: the service lists none for a signal', async () => {
		const { templates, signals } = bench.fixtures;
		const node = (members: string) =>
			trigger(
				{ text: 'x', members },
				{
					templateId: templates.everySignal,
					signalId: signals.everySignal,
				},
			);
		for (const message of await bench.refusals(node('Ana Member001') as never, [{}])) {
			expect(message).toMatch(
				'"Members" must be the UUID of a team member, but is "Ana Member001"',
			);
		}
		expect(await bench.requests('triggerSignal')).toEqual([]);
		await run(node(approver()));
		expect((await bench.requests('triggerSignal'))[0]!.body).toMatchObject({
			submission_elements: [
				{ name: 'text', value: 'x' },
				{ name: 'members', value: [approver()] },
			],
		});
	});

	test('a signal without data still sends a valid body', async () => {
		const { error } = await run(
			trigger(null, { signalId: bench.fixtures.signals.purchaseApprovalOther }),
		);
		expect((await bench.requests('triggerSignal'))[0]!.body).toMatchObject({
			submission_elements: [],
		});
		// The case waits for another signal; the service must report that.
		expect(error!.message).toContain('HTTP 409');
	});

	test('a signal of another template shows the message of the service', async () => {
		const { error } = await run(trigger({}, { templateId: bench.fixtures.templates.simple }));
		expect(error!.message).toContain('HTTP 404');
		expect(await bench.requests('triggerSignal')).toEqual([]);
	});

	test('many items read the definition once', async () => {
		await run(trigger({ approved: true }), {
			items: Array.from({ length: 20 }, () => ({})),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(await bench.requests('getSignal')).toHaveLength(1);
		expect(await bench.requests('triggerSignal')).toHaveLength(20);
	});
});
