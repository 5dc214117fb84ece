/** What n8n gets from a resource: its option, its fields, and the two entry points. */
import { quote } from '../../../nodes/CaseManagement/model/foreignText.ts';
import { rejectUnknownOperation } from '../../../nodes/CaseManagement/operation/operationGuard.ts';
import { requestOperation } from '../../../nodes/CaseManagement/operation/requestOperation.ts';
import { makeResource } from '../../../nodes/CaseManagement/operation/resource.ts';
import type {
	RequestParts,
	SingleOperation,
} from '../../../nodes/CaseManagement/operation/spec.ts';
import {
	ended,
	itemContext,
	itemsOf,
	nodeContext,
	runHook,
	runNode,
} from '../execution/running.mts';
import type { Setup } from '../execution/running.mts';

const GET: SingleOperation<RequestParts> = {
	kind: 'single',
	name: 'Get',
	value: 'get',
	action: 'Get a case',
	description: 'Gets one.',
	operationId: 'getCase',
	fields: [
		{ displayName: 'A', name: 'a', type: 'string', default: '' },
		{
			displayName: 'B',
			name: 'b',
			type: 'string',
			default: '',
			displayOptions: { show: { a: ['x'] }, hide: { c: [1] } },
		},
	],
	toItems: (_body, parameters) => [{ asked: parameters.value('caseId') }],
};

const STOP: SingleOperation<RequestParts> = {
	...GET,
	name: 'Stop',
	value: 'stop',
	operationId: 'stopCase',
	fields: [],
};

const CREATE: SingleOperation<RequestParts> = {
	...STOP,
	name: 'Create',
	operationId: 'createCase',
};

const setupOf = (rest: Partial<Setup> = {}, count = 1): Setup => ({
	items: itemsOf(count),
	parameters: (index) => ({ caseId: `id-${index}` }),
	...rest,
});

const PATH = '/process_monitor/process_instances';

describe('a resource', () => {
	const { value, properties, customOperations } = makeResource('case', 'Case', [
		requestOperation(GET),
		requestOperation(STOP),
	]);

	test('has an option with the hook for each operation', () => {
		const [{ options, ...parameter }] = properties as [(typeof properties)[0]];
		expect(value).toBe('case');
		expect(parameter).toEqual({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: ['case'] } },
			default: 'getAll',
		});
		expect(options).toEqual([
			{
				name: 'Get',
				value: 'get',
				action: 'Get a case',
				description: 'Gets one.',
				routing: {
					request: { method: 'GET', url: `${PATH}/:caseId` },
					send: { paginate: true },
					operations: { pagination: expect.any(Function) as unknown },
				},
			},
			expect.objectContaining({
				value: 'stop',
				routing: expect.objectContaining({
					request: { method: 'PUT', url: `${PATH}/:caseId/stop` },
				}) as unknown,
			}),
		]);
	});

	test('shows the fields of an operation only for that operation, on their own conditions', () => {
		expect(properties.slice(1)).toEqual([
			{
				...GET.fields[0],
				displayOptions: { show: { resource: ['case'], operation: ['get'] } },
			},
			{
				...GET.fields[1],
				displayOptions: {
					show: { resource: ['case'], operation: ['get'], a: ['x'] },
					hide: { c: [1] },
				},
			},
		]);
	});

	test('has a function for each operation value', () => {
		expect(Object.keys(customOperations)).toEqual(['get', 'stop']);
	});

	test.each([
		['case', 'Case'],
		['template', 'Template'],
	])('an error of %s names it as %s', async (name, title) => {
		const made = makeResource(name, title, [requestOperation(GET)]);
		const { context, requests } = nodeContext(
			setupOf({ reply: () => ({ status: 418, body: { message: 'No' } }) }),
		);
		const work = made.customOperations.get!.call(context).then(([output]) => output!);
		expect((await ended(work, requests)).error!.message).toBe(
			`No (HTTP 418, ${title}: Get, item 0)`,
		);
	});
});

describe('through customOperations', () => {
	test('each item runs with its own parameters and is linked to its input', async () => {
		const { output, requests } = await runNode(requestOperation(GET), setupOf({}, 3));
		expect(output).toEqual(
			[0, 1, 2].map((item) => ({ json: { asked: `id-${item}` }, pairedItem: { item } })),
		);
		expect(requests.map(({ url }) => url)).toEqual([0, 1, 2].map((n) => `${PATH}/id-${n}`));
	});

	test('without input there is no output', async () => {
		expect((await runNode(requestOperation(GET), { items: [] })).output).toEqual([]);
	});

	test('in stop mode a failure ends the node; otherwise it becomes an item', async () => {
		const reply = () => ({ status: 403, body: { message: 'No' } });
		const stopped = await runNode(requestOperation(GET), setupOf({ reply }, 2));
		expect(stopped.error!.message).toBe('No (HTTP 403, Case: Get, item 0)');
		const { output } = await runNode(
			requestOperation(GET),
			setupOf({ reply, mode: 'continueErrorOutput' }, 2),
		);
		expect(output.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			['No (HTTP 403, Case: Get, item 0)', { item: 0 }],
			['No (HTTP 403, Case: Get, item 1)', { item: 1 }],
		]);
	});

	test('a failing expression is named, and nothing is sent', async () => {
		const parameters = (index: number) => ({
			caseId: index === 1 ? new Error('No such node') : 'a',
		});
		const { error, sent } = await runNode(requestOperation(GET), setupOf({ parameters }, 2));
		expect(error!.message).toBe(
			'The expression in the parameter "caseId" failed: No such node (Case: Get, item 1)',
		);
		expect(error!.description).toContain('Correct the expression');
		expect(sent).toEqual([]);
	});
});

describe('through the routing hook', () => {
	test('the one item runs, linked to its input', async () => {
		const { output, sent } = await runHook(requestOperation(GET), setupOf({}, 3), 2);
		expect(sent).toEqual([`GET ${PATH}/id-2`]);
		expect(output).toEqual([{ json: { asked: 'id-2' }, pairedItem: { item: 2 } }]);
	});

	test.each(['ECONNRESET', 'ERR_BAD_RESPONSE'])(
		'a write with an unknown outcome returns an error item instead of throwing: %s',
		async (code) => {
			for (const spec of [STOP, CREATE]) {
				const { output, error } = await runHook(
					requestOperation(spec),
					setupOf({ reply: () => ({ code }) }),
				);
				// An exception would make n8n's agent send it again.
				expect(error).toBeUndefined();
				expect(output).toEqual([
					{
						json: {
							error: expect.stringContaining(`Case: ${spec.name}, item 0)`) as string,
							details: expect.objectContaining({
								outcomeUnknown: true,
								whatToDo: expect.stringContaining('The case may have been') as string,
							}) as object,
						},
						pairedItem: { item: 0 },
					},
				]);
			}
		},
	);

	test('throws where n8n passes the items again to customOperations', async () => {
		const setup = setupOf({ reply: () => ({ code: 'ECONNRESET' }) });
		const { output, error } = await runNode(requestOperation(CREATE), setup);
		expect(output).toEqual([]);
		expect(error!.description).toContain('The case may have been created');
	});

	test('a failure with a known outcome throws', async () => {
		for (const [spec, reply] of [
			[STOP, { status: 409 }],
			[CREATE, { status: 401 }],
			[GET, { code: 'EPROTO' }],
			[GET, { status: 500 }],
		] as const) {
			const { error, output } = await runHook(
				requestOperation(spec),
				setupOf({ reply: () => reply }),
			);
			expect(output).toEqual([]);
			expect(error).toBeInstanceOf(Error);
		}
	});

	test('bad input throws, and nothing is sent', async () => {
		const { error, sent } = await runHook(
			requestOperation(STOP),
			setupOf({ parameters: () => ({ caseId: '..' }) }),
		);
		expect(error!.message).toContain('"Case" (caseId) is not an ID');
		expect(sent).toEqual([]);
	});

	test.each([
		['={{ $fromAI("resource") }}', 'get'],
		['case', '={{ $fromAI("operation") }}'],
		['template', 'get'],
		['case', 'stop'],
	])(
		'an error that does not name the operation is refused, and nothing is sent: %s %s',
		async (...named) => {
			const [resourceName, operation] = named;
			const setup = setupOf({
				parameters: () => ({ caseId: 'a', resource: resourceName, operation }),
			});
			const { error, sent } = await runHook(requestOperation(GET), setup);
			expect(error!.message).toBe(
				`The operation ${quote(operation)} of ${quote(resourceName)} is not known (Case: Get, item 0)`,
			);
			expect(error!.description).toMatch(/^Nothing was sent\. Choose Resource and Operation/);
			expect(sent).toEqual([]);
			const going = await runHook(requestOperation(GET), {
				...setup,
				mode: 'continueRegularOutput',
			});
			expect(going.output[0]!.json.error).toBe(error!.message);
			expect(going.sent).toEqual([]);
		},
	);

	test.each([{ resource: 'case', operation: 'get' }, { resource: 'case' }, { operation: 'get' }])(
		'accepts one that names it or has its default: %j',
		async (named) => {
			const parameters = () => ({ caseId: 'a', ...named });
			expect((await runHook(requestOperation(GET), setupOf({ parameters }))).sent).toHaveLength(1);
		},
	);
});

test.each([
	[{ resource: 'case', operation: 'fly' }, 'The operation "fly" of "case" is not known'],
	[{ resource: 'moon' }, 'The resource "moon" is not known'],
])('an unknown operation is refused, and nothing is sent: %j', async (named, message) => {
	const { context, requests } = itemContext(setupOf({ parameters: () => named }));
	const { error, sent } = await ended(rejectUnknownOperation.call(context as never), requests);
	expect(error!.message).toBe(`${message} (Case Management, item 0)`);
	expect(sent).toEqual([]);
});
