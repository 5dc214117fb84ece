import { BAD_IDS, byId, useService } from '../support/service.mts';

const bench = useService();

beforeEach(() => bench.begin());

const signal = (operation: string, rest = {}) => ({ resource: 'signal', operation, ...rest });

describe('getAll', () => {
	test('returns the signals of each item’s template', async () => {
		const { purchaseApproval, everySignal, simple } = bench.fixtures.templates;
		const { json, probed } = await bench.run(
			signal('getAll', { templateId: byId('={{ $json.id }}'), returnAll: true }),
			{
				items: [purchaseApproval, simple, everySignal].map((id) => ({ id })),
				probe: '={{ $("Before").item.json.id }}',
			},
		);
		expect(json).toEqual([
			{ signal_id: 'approval-received', template_uuid: purchaseApproval },
			{ signal_id: 'budget-changed', template_uuid: purchaseApproval },
			{ signal_id: 'odd/signal id?#ä', template_uuid: everySignal },
		]);
		expect(probed).toEqual([purchaseApproval, purchaseApproval, everySignal]);
		expect(await bench.requests()).toMatchObject(
			[purchaseApproval, simple, everySignal].map((uuid) => ({
				method: 'GET',
				url: `/signals?template_uuid=${uuid}`,
				body: null,
			})),
		);
	});

	test.each([
		[1, 1],
		[2, 2],
		[50, 2],
	])('limit %i returns %i', async (limit, count) => {
		const { json } = await bench.run(
			signal('getAll', { templateId: bench.fixtures.templates.purchaseApproval, limit }),
		);
		expect(json).toHaveLength(count);
	});

	test('a deleted template', async () => {
		const { error } = await bench.run(signal('getAll', { templateId: bench.fixtures.unknownUuid }));
		expect(error?.message).toBe(
			'The process template was not found (HTTP 404, Signal: Get Many, item 0)',
		);
		expect(error?.description).toContain('No template that you can see has this ID');
	});

	test.each([{}, { signals: null }, { signals: 'a' }, { signals: [{ id: 'a' }] }, ['a']])(
		'the response %j is an error, not an empty list',
		async (body) => {
			await bench.answer('listSignals', body);
			const { json, error } = await bench.run(signal('getAll', { templateId: 'x' }));
			expect(json).toEqual([]);
			expect(error?.message).toContain('missing: "signals"');
		},
	);
});

describe('get', () => {
	test('simplified', async () => {
		const { templates, signals } = bench.fixtures;
		const { json } = await bench.run(
			signal('get', {
				templateId: byId(templates.purchaseApproval),
				signalId: byId(signals.purchaseApproval),
			}),
		);
		const element = (label: string, name: string, type: string, required: boolean) => ({
			label,
			name,
			type,
			exit_type: 'complete',
			required,
		});
		expect(json).toEqual([
			{
				signal_id: 'approval-received',
				template_uuid: templates.purchaseApproval,
				elements: [
					element('Approved', 'approved', 'boolean', true),
					element('Approved on', 'approved_on', 'date', false),
					element('Remark', 'remark', 'text', false),
				],
			},
		]);
	});

	test('returns the response unchanged', async () => {
		const { templates, signals } = bench.fixtures;
		const { json } = await bench.run(
			signal('get', {
				templateId: templates.purchaseApproval,
				signalId: signals.purchaseApprovalOther,
				simplify: false,
			}),
		);
		expect(json).toEqual([{ submission_elements: [] }]);
	});

	test('many items; a Signal ID with special characters stays in one segment', async () => {
		const { templates, signals } = bench.fixtures;
		const items = [
			{ template: templates.everySignal, signal: signals.everySignal },
			{ template: templates.purchaseApproval, signal: signals.purchaseApproval },
		];
		const { json, probed } = await bench.run(
			signal('get', { templateId: '={{ $json.template }}', signalId: byId('={{ $json.signal }}') }),
			{ items, probe: '={{ $("Before").item.json.signal }}' },
		);
		expect(json.map(({ signal_id }) => signal_id)).toEqual(items.map((item) => item.signal));
		expect(json.map(({ elements }) => (elements as []).length)).toEqual([8, 3]);
		expect(probed).toEqual(items.map((item) => item.signal));
		expect((await bench.requests()).map(({ url }) => url)).toEqual([
			`/signals/odd%2Fsignal%20id%3F%23%C3%A4?template_uuid=${templates.everySignal}`,
			`/signals/approval-received?template_uuid=${templates.purchaseApproval}`,
		]);
	});

	test('invalid elements are tolerated; a missing list of elements is an error', async () => {
		const parameters = signal('get', { templateId: 't', signalId: 's' });
		await bench.answer('getSignal', { submission_elements: [null, {}, 5] });
		const empty = { label: null, name: null, type: null, exit_type: null, required: null };
		expect((await bench.run(parameters)).json).toEqual([
			{ signal_id: 's', template_uuid: 't', elements: [empty, empty, empty] },
		]);
		await bench.handle.clearFaults();
		await bench.answer('getSignal', { message: 'ok' });
		expect((await bench.run(parameters)).error?.message).toContain('"submission_elements"');
	});

	test('a signal of another template', async () => {
		const { templates, signals } = bench.fixtures;
		const { error } = await bench.run(
			signal('get', { templateId: templates.simple, signalId: signals.purchaseApproval }),
		);
		expect(error?.message).toBe(
			'The process template has no signal "approval-received" (HTTP 404, Signal: Get, item 0)',
		);
		expect(error?.description).toContain('Signal > Get Many');
	});
});

describe('trigger', () => {
	const trigger = (rest = {}) =>
		signal('trigger', {
			templateId: byId(bench.fixtures.templates.purchaseApproval),
			signalId: byId(bench.fixtures.signals.purchaseApproval),
			caseId: byId(bench.fixtures.waitingCase),
			inputMode: 'json',
			...rest,
		});

	test('sends the array unchanged, and the case continues', async () => {
		const data = [
			{ name: 'approved', value: true },
			{ name: 'approved_on', value: '2026-03-01' },
			{ name: 'remark', value: 'Größe <b>1</b>' },
		];
		const { waitingCase, signals } = bench.fixtures;
		const { json } = await bench.run(trigger({ elementsJson: JSON.stringify(data) }));
		expect(json).toEqual([
			{
				message: 'The signal event was triggered.',
				process_instance_uuid: waitingCase,
				signal_id: signals.purchaseApproval,
			},
		]);
		expect(await bench.requests()).toMatchObject([
			{
				method: 'POST',
				url: '/signals',
				body: {
					submission_elements: data,
					process_instance_uuid: waitingCase,
					signal_id: signals.purchaseApproval,
				},
			},
		]);
		expect(await bench.handle.rawCase(waitingCase)).toMatchObject({
			status: 'completed',
			signalData: data,
		});
	});

	test('many items, with the data from an expression and without a template', async () => {
		const [second] = await bench.handle.addCases({ template: 'purchaseApproval' });
		const items = [bench.fixtures.waitingCase, second!].map((id, index) => ({
			id,
			data: [{ name: 'approved', value: index === 0 }],
		}));
		const { json, probed } = await bench.run(
			trigger({
				templateId: { __rl: true, mode: 'list', value: '' },
				caseId: byId('={{ $json.id }}'),
				elementsJson: '={{ $json.data }}',
			}),
			{ items, probe: '={{ $("Before").item.json.id }}' },
		);
		expect(json.map((entry) => entry.process_instance_uuid)).toEqual(items.map(({ id }) => id));
		expect(probed).toEqual(items.map(({ id }) => id));
		for (const { id, data } of items) {
			expect((await bench.handle.rawCase(id))?.signalData).toEqual(data);
		}
	});

	test('a Signal ID with special characters is sent unchanged', async () => {
		const { signals, waitingCaseEverySignal } = bench.fixtures;
		const { json } = await bench.run(
			trigger({
				signalId: signals.everySignal,
				caseId: waitingCaseEverySignal,
				elementsJson: '[{ "name": "text", "value": "x" }]',
			}),
		);
		expect(json[0]?.signal_id).toBe('odd/signal id?#ä');
	});

	test.each([undefined, '', '  \n', '[]', '={{ [] }}', '={{ null }}', '={{ $json.nothing }}'])(
		'no data (%j) still sends a valid body',
		async (elementsJson) => {
			await bench.run(trigger({ ...(elementsJson !== undefined && { elementsJson }) }));
			expect(await bench.requests()).toMatchObject([{ body: { submission_elements: [] } }]);
		},
	);

	test.each([
		['{}', 'must be an array, but is {}'],
		['{"approved": true}', 'must be an array'],
		['"text"', 'must be an array, but is "text"'],
		['7', 'must be an array, but is 7'],
		['null', 'must be an array, but is null'],
		['[1,]', 'is not valid JSON'],
		['approved', 'is not valid JSON'],
		['={{ { approved: true } }}', 'must be an array'],
		['={{ 0 }}', 'must be an array, but is 0'],
		['={{ false }}', 'must be an array, but is false'],
	])('the data %s is refused before anything is sent', async (elementsJson, words) => {
		expect(await bench.refusals(trigger({ elementsJson }), [{}])).toEqual(
			Array(3).fill(expect.stringContaining(words)),
		);
		expect(await bench.requests()).toEqual([]);
	});

	test('a signal that the case is not waiting for', async () => {
		const { error } = await bench.run(
			trigger({ signalId: bench.fixtures.signals.purchaseApprovalOther }),
		);
		expect(error?.message).toBe(
			'The process instance is not waiting for the signal "budget-changed" (HTTP 409, Signal: Trigger, item 0)',
		);
		expect(error?.description).toContain('is not waiting for this signal');
	});

	test('a deleted case', async () => {
		const { error } = await bench.run(trigger({ caseId: bench.fixtures.unknownUuid }));
		expect(error?.message).toMatch(/^The process instance was not found \(HTTP 404/);
		expect(error?.description).toContain('The case does not exist');
	});

	test('invalid data', async () => {
		const { error } = await bench.run(trigger({ elementsJson: '[{"name":"x","value":1}]' }));
		expect(error?.message).toMatch(/^The form has no element "x" \(HTTP 422/);
		expect(error?.description).toContain('Use Signal > Get to see');
	});

	test('without permission to act on the case', async () => {
		const { error } = await bench.run(trigger(), { user: 'viewer' });
		expect(error?.message).toMatch(/^You do not have permission to send a signal .*HTTP 403/);
		expect(error?.description).toContain('permission to perform actions');
	});
});

/**
 * A Signal ID is a name, so it may contain what a UUID may not; it must not leave its path segment.
 */
const BAD_SIGNALS = ['', ' ', null, '.', '..', '%2e%2e', 'a/../b', '..\\b', 'a/..?x', 'a\nb', 7];

describe.each([
	['Template', 'templateId', ['get', 'getAll'], BAD_IDS],
	['Signal', 'signalId', ['get', 'trigger'], BAD_SIGNALS],
	['Case', 'caseId', ['trigger'], BAD_IDS],
])('a bad %s never reaches the service', (label, name, operations, ids) => {
	const cases = operations.flatMap((operation) => ids.map((id) => [operation, id] as const));

	test.each(cases)('%s %j', async (operation, id) => {
		const parameters = signal(operation, {
			templateId: 't',
			signalId: 's',
			caseId: 'c',
			[name]: byId('={{ $json.id }}'),
		});
		expect(await bench.refusals(parameters, [{ id }])).toEqual(
			Array(3).fill(expect.stringContaining(`"${label}" (${name})`)),
		);
		expect(await bench.requests()).toEqual([]);
	});
});

test('after the first failure nothing further is triggered', async () => {
	const [second] = await bench.handle.addCases({ template: 'purchaseApproval' });
	const { error } = await bench.run(
		signal('trigger', {
			signalId: 'approval-received',
			caseId: '={{ $json.id }}',
			inputMode: 'json',
			elementsJson: '[{"name":"approved","value":true}]',
		}),
		{ items: [{ id: second }, { id: '' }] },
	);
	expect(error?.message).toContain('item 1');
	expect(await bench.requests()).toEqual([]);
});
