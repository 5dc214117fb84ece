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

test('an invalid date in element values is refused before anything is sent', async () => {
	const node = create('={{ { date_1: new Date("31.12.2026") } }}');
	expect(await bench.refusals(node, [{}])).toEqual(
		Array(3).fill(expect.stringContaining('"Elements (JSON)" contains an invalid date')),
	);
	expect(await bench.requests()).toEqual([]);
});
