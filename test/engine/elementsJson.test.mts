import { useService } from '../support/service.mts';

const bench = useService();

beforeEach(() => bench.begin());

const create = (elementsJson?: string) => ({
	resource: 'case',
	operation: 'create',
	templateId: bench.fixtures.templates.simple,
	label: 'x',
	inputMode: 'json',
	...(elementsJson !== undefined && { elementsJson }),
});

test.each([undefined, '', ' ', '{}', '={{ {} }}', '={{ null }}'])(
	'a case without element values (%j) sends an empty object',
	async (elementsJson) => {
		const { json } = await bench.run(create(elementsJson));
		expect(json).toHaveLength(1);
		expect(await bench.requests()).toMatchObject([{ body: { submission_elements: {} } }]);
	},
);

test.each(['[]', 'null', '"x"', '={{ [] }}', '={{ 0 }}'])(
	'element values %s of a case are refused before anything is sent',
	async (elementsJson) => {
		expect(await bench.refusals(create(elementsJson), [{}])).toEqual(
			Array(3).fill(expect.stringContaining('"Elements (JSON)" must be an object')),
		);
		expect(await bench.requests()).toEqual([]);
	},
);

test.each(['JSON', 'Json', '={{ "form" }}', '={{ 1 }}', '={{ {} }}', '={{ $json.nothing }}'])(
	'an unknown Input Mode (%s) is not taken for the form',
	async (inputMode) => {
		const node = { ...create('{"text_1": "x"}'), inputMode };
		expect(await bench.refusals(node, [{}])).toEqual(
			Array(3).fill(expect.stringContaining('"Input Mode"')),
		);
		expect(await bench.requests()).toEqual([]);
	},
);

describe('what JSON would drop or change is refused before anything is sent, with its place', () => {
	const LOSSY = [
		['={{ { date_1: new Date("31.12.2026") } }}', 'an invalid date', 'date_1'],
		['={{ { items: [1, { amount: $json.nothing }] } }}', 'undefined', 'items[1].amount'],
		['={{ { items: [1, $json.nothing] } }}', 'undefined', 'items[1]'],
		['={{ { a: { b: [new Map([[1, 2]])] } } }}', 'a value of the type Map', 'a.b[0]'],
		['={{ { text_1: "😀".slice(0, 1) } }}', 'invalid characters', 'text_1'],
		['{"text_1": "x", "a": [{"b": 1, "b": 2}]}', 'the key "b" twice', 'a[0]'],
		['{"a": {"b": 9007199254740993}}', 'the number 9007199254740993', 'a.b'],
	] as const;

	test.each(LOSSY)('Elements (JSON) of a case: %s', async (elementsJson, what, place) => {
		for (const message of await bench.refusals(create(elementsJson), [{}])) {
			expect(message).toMatch(`"Elements (JSON)" contains ${what}, `);
			expect(message).toMatch(`(at ${place}) (Case: Create, item 0)`);
		}
		expect(await bench.requests()).toEqual([]);
	});

	test.each([
		['={{ [{ name: "approved", value: $json.nothing }] }}', 'undefined', '[0].value'],
		['={{ [{ name: "approved", value: () => true }] }}', 'a value of the type', '[0].value'],
		['[{"name": "approved", "value": true, "value": false}]', 'the key "value" twice', '[0]'],
	])('Elements (JSON) of a signal: %s', async (elementsJson, what, place) => {
		const { signals, waitingCase } = bench.fixtures;
		const node = {
			resource: 'signal',
			operation: 'trigger',
			signalId: signals.purchaseApproval,
			caseId: waitingCase,
			inputMode: 'json',
			elementsJson,
		};
		for (const message of await bench.refusals(node, [{}])) {
			expect(message).toMatch(`"Elements (JSON)" contains ${what}`);
			expect(message).toMatch(`(at ${place}) (Signal: Trigger, item 0)`);
		}
		expect(await bench.requests()).toEqual([]);
	});

	test.each([
		['={{ { depth: [$json.nothing] } }}', 'undefined', ' (at depth[0])'],
		['{"depth": 1, "depth": 2}', 'the key "depth" twice', ''],
		['={{ "😀".slice(1) }}', 'invalid characters', ''],
	])('a form field of unknown type: %s', async (projection, what, place) => {
		const [reviewer] = bench.fixtures.members.selectable;
		const value = {
			title: 'T',
			'amount[net]': 1,
			'due.date': '2026-03-01',
			reviewers: reviewer!,
			projection,
		};
		const node = {
			resource: 'case',
			operation: 'create',
			templateId: bench.fixtures.templates.everyElement,
			label: 'x',
			elements: { mappingMode: 'defineBelow', value, schema: [] },
		};
		for (const message of await bench.refusals(node, [{}])) {
			expect(message).toMatch(`"Projection" contains ${what}`);
			expect(message).toMatch(`${place} (Case: Create, item 0)`);
		}
		expect(await bench.requests('createCase')).toEqual([]);
	});
});

test.each([
	[
		'={{ { text_1: 10n, a: -0, b: [new Date(0)] } }}',
		'{"text_1":"10","a":0,"b":["1970-01-01T00:00:00.000Z"]}',
	],
	['{"__proto__": {"a": 1}, "constructor": 2}', '{"__proto__":{"a":1},"constructor":2}'],
])('what JSON can hold is sent: %s', async (elementsJson, sent) => {
	await bench.run(create(elementsJson));
	const [request] = await bench.requests('createCase');
	const { submission_elements } = request!.body as { submission_elements: object };
	expect(JSON.stringify(submission_elements)).toBe(sent);
	await bench.handle.clearRequests();
});

test.each(['label', 'name'])(
	'half a character in the text %s is refused before anything is sent',
	async (name) => {
		const text = '={{ "😀".slice(0, 1) }}';
		const { templates } = bench.fixtures;
		const update = { resource: 'template', operation: 'update', templateId: templates.simple };
		const node = name === 'label' ? { ...create(), label: text } : { ...update, name: text };
		for (const message of await bench.refusals(node, [{}])) {
			expect(message).toMatch('" contains invalid characters');
		}
		expect(await bench.requests()).toEqual([]);
	},
);
