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
