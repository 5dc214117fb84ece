/** An operation of one request per item as n8n calls it, for each of its three kinds. */
import { paging, readLimit } from '../../../nodes/CaseManagement/fields/results.ts';
import { inputProblem } from '../../../nodes/CaseManagement/model/problem.ts';
import { requestOperation } from '../../../nodes/CaseManagement/operation/requestOperation.ts';
import type {
	ListOperation,
	PagedOperation,
	RequestOperation,
	RequestParts,
	SingleOperation,
} from '../../../nodes/CaseManagement/operation/spec.ts';
import { toCasePage } from '../../../nodes/CaseManagement/transport/cases.ts';
import type { OperationId } from '../../../nodes/CaseManagement/transport/endpoints.ts';
import { itemsOf, runNode } from '../execution/running.mts';
import type { Ended, Setup } from '../execution/running.mts';

const CASES = '/process_monitor/process_instances';

const ONE: SingleOperation<RequestParts> = {
	kind: 'single',
	name: 'Get',
	value: 'get',
	action: 'Get a case',
	description: 'Gets one.',
	operationId: 'getCase',
	fields: [],
	toItems: ({ uuid }, parameters, fail) => [
		{ uuid: uuid ?? fail('uuid'), asked: parameters.value('caseId') },
	],
};

const LIST: ListOperation<RequestParts> = {
	...ONE,
	kind: 'list',
	name: 'Get Many',
	operationId: 'listTemplates',
	fields: paging,
	readLimit,
	toList: (body, _parameters, fail) =>
		Array.isArray(body) ? (body as object[]) : fail('templates'),
};

const PAGED: PagedOperation<RequestParts> = {
	...ONE,
	kind: 'paged',
	name: 'Get Many',
	operationId: 'listCases',
	fields: paging,
	readLimit,
	toPage: toCasePage,
	toItem: (parameters) => {
		const tag = parameters.value('tag');
		return (entry) => ({ ...entry, tag });
	},
};

const run = async (spec: RequestOperation, setup: Setup): Promise<Ended> =>
	await runNode(requestOperation(spec), setup);

const jsonOf = ({ output, error }: Ended) => {
	if (error !== undefined) throw error;
	return output.map(({ json }) => json);
};

const ids = (...values: unknown[]) => ({
	items: itemsOf(values.length),
	parameters: (index: number): Record<string, unknown> => ({
		caseId: { __rl: true, mode: 'id', value: values[index] },
	}),
});

describe('an operation of one request', () => {
	test('sends it for each item and returns the response', async () => {
		const ended = await run(ONE, {
			...ids('a b', 'c'),
			reply: ({ url }) => ({ body: { uuid: url } }),
		});
		expect(ended.sent).toEqual([`GET ${CASES}/a%20b`, `GET ${CASES}/c`]);
		expect(ended.output).toEqual([
			{
				json: {
					uuid: `${CASES}/a%20b`,
					asked: expect.objectContaining({ value: 'a b' }) as unknown,
				},
				pairedItem: { item: 0 },
			},
			{
				json: { uuid: `${CASES}/c`, asked: expect.objectContaining({ value: 'c' }) as unknown },
				pairedItem: { item: 1 },
			},
		]);
	});

	test('is not limited in its results', async () => {
		const toItems = () => [{ n: 1 }, { n: 2 }];
		const { parameters, items } = ids('a');
		const ended = await run(
			{ ...ONE, toItems },
			{ items, parameters: (index) => ({ ...parameters(index), limit: 1, returnAll: false }) },
		);
		expect(jsonOf(ended)).toEqual([{ n: 1 }, { n: 2 }]);
	});

	test('sends what it has built, even to another endpoint', async () => {
		const spec: SingleOperation<RequestParts> = {
			...ONE,
			operationId: 'createCase',
			prepare: (parameters) => ({
				operationId: 'triggerSignal',
				query: { list: ['x', 'y'] },
				arrayFormat: 'repeat',
				body: { label: parameters.value('label') },
			}),
			toItems: () => [{}],
		};
		const { requests } = await run(spec, {
			items: itemsOf(1),
			parameters: () => ({ label: 'L' }),
		});
		expect(requests).toEqual([
			expect.objectContaining({
				method: 'POST',
				url: '/signals?list=x&list=y',
				body: '{"label":"L"}',
			}),
		]);
	});

	test('names a field that is missing from the response', async () => {
		const { error } = await run(ONE, { ...ids('a'), reply: () => ({ body: {} }) });
		expect(error!.message).toContain('(missing: "uuid")');
	});

	test('accepts only an object, or an empty response where that is agreed', async () => {
		const toItems = (body: object) => [body];
		const empty = async (operationId: OperationId) =>
			await run(
				{ ...ONE, operationId, toItems },
				{ ...ids('a'), reply: () => ({ status: 204, body: '' }) },
			);
		const list = await run({ ...ONE, toItems }, { ...ids('a'), reply: () => ({ body: [] }) });
		expect(list.error!.message).toContain('answered with an array');
		for (const operationId of ['getCase', 'createCase'] as const) {
			expect((await empty(operationId)).error!.message).toContain('an empty response');
		}
		expect(jsonOf(await empty('deleteCase'))).toEqual([{}]);
	});

	test('refuses an ID before anything is sent', async () => {
		const { error, sent } = await run(ONE, ids('a', '..'));
		expect(error!.message).toContain('"Case" (caseId) is not an ID');
		expect(error!.message).toContain('(Case: Get, item 1)');
		expect(sent).toEqual([]);
	});

	test('sends with the options in the panel and the credential, and no others', async () => {
		const requestOptions = {
			timeout: 7,
			proxy: 'http://p:1',
			allowUnauthorizedCerts: true,
			url: '/odd',
			qs: { odd: 1 },
			headers: { odd: 'x' },
		};
		const { parameters, items } = ids('a');
		const setup = { items, reply: () => ({ body: { uuid: 'u' } }) };
		const { requests } = await run(ONE, {
			...setup,
			parameters: (index) => ({ ...parameters(index), requestOptions }),
			credential: { allowedHttpRequestDomains: 'domains', allowedDomains: 'a.example' },
		});
		expect(requests[0]).toMatchObject({
			timeout: 7,
			proxy: { host: 'p', port: 1 },
			allowedDomains: 'a.example',
			skipSslCertificateValidation: true,
			url: `${CASES}/a`,
			headers: { Accept: 'application/json' },
		});
		expect(requests[0]).not.toHaveProperty('qs');
		const plain = await run(ONE, { ...setup, parameters });
		expect(plain.requests[0]).toMatchObject({
			timeout: 300_000,
			allowedDomains: undefined,
			skipSslCertificateValidation: false,
		});
	});
});

describe('an operation that first asks the service for help', () => {
	const spec = (seen: string[] = []): SingleOperation<RequestParts> => ({
		...ONE,
		name: 'Create',
		operationId: 'createCase',
		prepare: (parameters) => ({ body: { label: parameters.value('label'), from: 'build' } }),
		completeRequest: async (_prepared, parameters, { send, thisTry }) => {
			const request = { operationId: 'getTemplate', path: '/form' } as const;
			const form = await thisTry.get('form', async () => await send(request, ({ body }) => body));
			seen.push(String(form));
			if (parameters.value('label') === 'bad') throw inputProblem('Bad label');
			return { body: { label: parameters.value('label'), from: 'resolve' } };
		},
		toItems: () => [{ done: true }],
	});

	const labels = (...values: string[]): Setup => ({
		items: itemsOf(values.length),
		parameters: (index) => ({ label: values[index] }),
		reply: ({ url }) => ({ body: url === '/form' ? { form: 1 } : {} }),
	});

	test('asks once, and sends the result', async () => {
		const seen: string[] = [];
		const ended = await run(spec(seen), labels('a', 'b'));
		expect(ended.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
			['GET', '/form', undefined],
			['POST', '/process_instances', '{"label":"a","from":"resolve"}'],
			['POST', '/process_instances', '{"label":"b","from":"resolve"}'],
		]);
		expect(seen).toEqual(['{"form":1}', '{"form":1}']);
		expect(jsonOf(ended)).toEqual([{ done: true }, { done: true }]);
	});

	test('creates nothing in stop mode when a later item is invalid', async () => {
		const { sent, error } = await run(spec(), labels('a', 'b', 'bad'));
		expect(sent).toEqual(['GET /form']);
		expect(error!.message).toBe('Bad label (Case: Create, item 2)');
	});

	test('creates the other items if the node continues on errors', async () => {
		const { sent } = await run(spec(), {
			...labels('a', 'bad', 'c'),
			mode: 'continueRegularOutput',
		});
		expect(sent).toEqual(['GET /form', 'POST /process_instances', 'POST /process_instances']);
	});
});

describe('a list requested by a model', () => {
	const entries = (count: number) => Array.from({ length: count }, (_unused, n) => ({ n }));
	const asked = async (
		spec: ListOperation<RequestParts> | PagedOperation<RequestParts>,
		body: unknown,
		parameters: object = { returnAll: true },
		type = 'caseManagementTool',
	) =>
		jsonOf(
			await run(spec, {
				items: itemsOf(1),
				type,
				parameters: () => parameters as never,
				reply: () => ({ body }),
			}),
		);
	test('does not count entries that its test leaves out, nor report the count of the service', async () => {
		const spec: PagedOperation<RequestParts> = {
			...PAGED,
			toTest: () => (entry) => Number(entry.n) % 2 === 0,
		};
		const body = { processes: entries(200), total: 200 };
		const found = await asked(spec, body);
		expect(found.slice(0, -1).map((entry) => entry.n)).toEqual(
			Array.from({ length: 50 }, (_unused, n) => 2 * n),
		);
		expect(found.at(-1)).toMatchObject({ left_out: null });
	});

	const note = (left: number | null, words: string) => ({
		left_out: left,
		message: expect.stringContaining(
			`Only the first 50 results are returned here; ${words} are left out.`,
		) as string,
	});

	test('is cut with Return All, and says how many entries are left out', async () => {
		expect(await asked(LIST, entries(60))).toEqual([...entries(50), note(10, '10')]);
		const page = (total?: number) => ({ processes: entries(60), next_cursor: 'x', total });
		const paged = entries(50).map((entry) => ({ ...entry, tag: null }));
		expect(await asked(PAGED, page(5000))).toEqual([...paged, note(4950, '4950')]);
		expect(await asked(PAGED, page())).toEqual([...paged, note(null, 'more')]);
	});

	test.each([
		['that is short', 50, { returnAll: true }, 'caseManagementTool', 50],
		['with a Limit of its own', 60, { limit: 55 }, 'caseManagementTool', 55],
		['of a workflow', 60, { returnAll: true }, 'caseManagement', 60],
	])('%s is not cut', async (_which, count, parameters, type, given) => {
		expect(await asked(LIST, entries(count), parameters, type)).toEqual(entries(given));
	});
});

describe('a list that the service does not split into pages', () => {
	const list = [{ n: 1 }, { n: 2 }, { n: 3 }];

	test.each([
		[{ limit: 2, returnAll: false }, 2],
		[{ limit: 5, returnAll: false }, 3],
		[{ returnAll: true }, 3],
	])('is limited by the node: %j', async (parameters, count) => {
		const ended = await run(LIST, {
			items: itemsOf(1),
			parameters: () => parameters,
			reply: () => ({ body: list }),
		});
		expect(jsonOf(ended)).toEqual(list.slice(0, count));
	});

	test('refuses an invalid Limit before anything is sent', async () => {
		const { error, sent } = await run(LIST, {
			items: itemsOf(1),
			parameters: () => ({ limit: 0 }),
		});
		expect(error!.message).toContain('"Limit" must be a whole number');
		expect(sent).toEqual([]);
	});

	test('is named if it is missing', async () => {
		const { error } = await run(LIST, {
			items: itemsOf(1),
			parameters: () => ({ returnAll: true }),
		});
		expect(error!.message).toContain('(missing: "templates")');
	});
});

describe('a list read by cursor', () => {
	const pages: Record<string, object> = {
		[`${CASES}?sort=newest`]: { processes: [{ n: 1 }, { n: 2 }], next_cursor: 'a+b' },
		[`${CASES}?sort=newest&cursor=a%2Bb`]: { processes: [{ n: 3 }], next_cursor: null },
	};
	const sorted = { ...PAGED, prepare: () => ({ query: { sort: 'newest' } }) };
	const read = async (parameters: object, spec: PagedOperation<RequestParts> = sorted) =>
		await run(spec, {
			items: itemsOf(1),
			parameters: () => ({ tag: 't', ...parameters }),
			reply: ({ url }) => ({ body: pages[url] ?? { odd: url } }),
		});

	test('is read completely, with the same query for each page', async () => {
		const ended = await read({ returnAll: true });
		expect(jsonOf(ended)).toEqual([1, 2, 3].map((n) => ({ n, tag: 't' })));
		expect(ended.sent).toEqual(Object.keys(pages).map((url) => `GET ${url}`));
	});

	test('is read only up to the limit', async () => {
		const ended = await read({ limit: 2 });
		expect(jsonOf(ended)).toHaveLength(2);
		expect(ended.sent).toHaveLength(1);
	});

	test('reads the parameters of its entries once', async () => {
		const toItem = jest.fn(PAGED.toItem);
		await read({ returnAll: true }, { ...sorted, toItem });
		expect(toItem).toHaveBeenCalledTimes(1);
	});

	test('without a query sends only the cursor, and names what is missing', async () => {
		const { error, sent } = await read({ returnAll: true }, PAGED);
		expect(sent).toEqual([`GET ${CASES}`]);
		expect(error!.message).toContain('(missing: "processes")');
	});

	test('may have any length', async () => {
		const ended = await run(PAGED, {
			items: itemsOf(1),
			parameters: () => ({ returnAll: true }),
			reply: () => ({ body: { processes: Array.from({ length: 150_000 }, () => ({})) } }),
		});
		expect(ended.output).toHaveLength(150_000);
	});
});

describe('with Retry On Fail', () => {
	/** How often the operation is sent in a second run, after a first one with this reply. */
	async function sentAgain(operationId: OperationId, reply: Setup['reply']) {
		const spec = { ...ONE, operationId, toItems: () => [{}] };
		const setup = {
			items: itemsOf(1),
			parameters: () => ({ caseId: 'a' }),
			mode: 'continueRegularOutput' as const,
		};
		await run(spec, { ...setup, reply });
		return (await run(spec, setup)).sent.length;
	}

	test.each([
		['createCase', 0],
		['triggerSignal', 0],
		['pauseCase', 1],
		['deleteCase', 1],
		['getCase', 1],
	] as const)('%s whose response was lost is sent again: %i', async (operationId, count) => {
		expect(await sentAgain(operationId, () => ({ code: 'ERR_BAD_RESPONSE' }))).toBe(count);
	});

	test.each([
		['getCase', 1],
		['deleteCase', 0],
		['createCase', 0],
	] as const)('%s that was completed is repeated: %i', async (operationId, count) => {
		expect(await sentAgain(operationId, () => ({}))).toBe(count);
	});
});
