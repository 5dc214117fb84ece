/** What is no ID never reaches the service: each operation, each bad value, each way of On Error. */
import { runNode } from '../support/engine.mts';
import { useService } from '../support/service.mts';

const service = useService();

/** Each operation with an ID, and the parameter that holds it. */
const OPERATIONS = [
	['create', 'templateId'],
	['delete', 'caseId'],
	['get', 'caseId'],
	['getDocuments', 'caseId'],
	['pause', 'caseId'],
	['resume', 'caseId'],
	['stop', 'caseId'],
] as const;

const BAD = [
	'',
	'   ',
	null,
	'.',
	'..',
	'%2e%2e',
	'a/b',
	'a?x=1',
	'a#b',
	7,
	{ id: 1 },
	'https://x.example/y',
];

const run = (
	operation: string,
	parameter: string,
	values: unknown[],
	onError?: 'continueRegularOutput' | 'continueErrorOutput',
) =>
	runNode({
		credential: service.credential(),
		parameters: {
			resource: 'case',
			operation,
			label: 'x',
			[parameter]: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		},
		items: values.map((id, index) => ({ id, name: `input ${index}` })) as never,
		settings: { onError },
		probe: "={{ $('Before').item.json.name }}",
	});

const nameOf = { templateId: '"Template" (templateId)', caseId: '"Case" (caseId)' };

describe.each(OPERATIONS)('%s', (operation, parameter) => {
	test.each(BAD)('%p in stop mode', async (bad) => {
		const { error, json } = await run(operation, parameter, [bad]);
		expect(error!.message).toContain(nameOf[parameter]);
		expect(error!.message).toContain('item 0');
		expect(error!.description).toBeTruthy();
		expect(json).toEqual([]);
		expect(await service.requests()).toEqual([]);
	});

	test('in stop mode one bad ID among good ones keeps everything from being sent', async () => {
		const good = service.fixtures.waitingCase;
		const { error } = await run(operation, parameter, [good, good, '..', good]);
		expect(error!.message).toContain('item 2');
		expect(await service.requests()).toEqual([]);
	});

	test('all of them, continuing on the regular output', async () => {
		const { error, json, items } = await run(operation, parameter, BAD, 'continueRegularOutput');
		expect(error).toBeUndefined();
		expect(json).toHaveLength(BAD.length);
		for (const [index, entry] of json.entries()) {
			expect(entry.error).toContain(nameOf[parameter]);
			expect(entry.error).toContain(`item ${index}`);
			expect(entry.details).toMatchObject({ itemIndex: index, input: { name: `input ${index}` } });
			expect(items[index]!.pairedItem).toEqual({ item: index });
		}
		expect(await service.requests()).toEqual([]);
	});

	test('all of them, continuing on the error output', async () => {
		const { items, errors, probedErrors } = await run(
			operation,
			parameter,
			BAD,
			'continueErrorOutput',
		);
		expect(items).toEqual([]);
		expect(errors).toHaveLength(BAD.length);
		expect(errors[3]!.json).toMatchObject({
			name: 'input 3',
			error: expect.stringContaining(nameOf[parameter]),
		});
		expect(probedErrors).toEqual(BAD.map((_bad, index) => `input ${index}`));
		expect(await service.requests()).toEqual([]);
	});
});

test('an ID that an expression does not find is empty, not an ID', async () => {
	const { error } = await runNode({
		credential: service.credential(),
		parameters: { resource: 'case', operation: 'delete', caseId: '={{ $json.nothing.here }}' },
	});
	expect(error!.message).toContain('"Case" (caseId) is empty');
	expect(await service.requests()).toEqual([]);
});

test('a link without a UUID is refused', async () => {
	const { error } = await runNode({
		credential: service.credential(),
		parameters: {
			resource: 'case',
			operation: 'delete',
			caseId: { __rl: true, mode: 'url', value: 'https://x.example/cases/17' },
		},
	});
	expect(error!.message).toContain('holds no UUID');
	expect(await service.requests()).toEqual([]);
});

test.each(['Zürich 1', 'a b', '50%', 'a&b=c+d;e', 'x:y'])(
	'the ID %j arrives as it is',
	async (id) => {
		const { error } = await runNode({
			credential: service.credential(),
			parameters: { resource: 'case', operation: 'get', caseId: id },
		});
		expect(error!.message).toContain('HTTP 404');
		const [request] = await service.requests();
		expect(decodeURIComponent(request!.url.split('/').at(-1)!)).toBe(id);
	},
);
