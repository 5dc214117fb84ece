/** An operation of the node as n8n calls it, for each of its three kinds. */
import type { INodePropertyOptions } from 'n8n-workflow';

import { inputProblem } from '../../../nodes/CaseManagement/model/problem.ts';
import { operation } from '../../../nodes/CaseManagement/operation/operation.ts';
import type {
	ListOperation,
	PagedOperation,
	SingleOperation,
} from '../../../nodes/CaseManagement/operation/operation.ts';
import { toCasePage } from '../../../nodes/CaseManagement/transport/pages.ts';
import { contextsOf, itemsOf, settled } from './running.mts';
import type { Execution } from './running.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: () => new Promise((resolve) => setImmediate(resolve)),
}));

type Hook = (this: unknown, requestData: object) => Promise<object[]>;

/** Runs the hook that n8n calls, for all items. */
async function run(option: INodePropertyOptions, execution: Execution, options: object = {}) {
	const { contexts, requests } = contextsOf(execution);
	const hook = option.routing!.operations!.pagination as Hook;
	const outcomes = await settled(
		contexts.map(async (context) => await hook.call(context, { options })),
	);
	return { outcomes, requests, sent: requests.map(({ method, url }) => `${method} ${url}`) };
}

const jsonOf = (outcome: object[] | Error | undefined) => {
	if (outcome instanceof Error) throw outcome;
	return outcome!.map((item) => (item as { json: unknown }).json);
};

const ONE: SingleOperation = {
	topic: 'case.get',
	name: 'Get',
	action: 'Get a case',
	description: 'Gets one.',
	request: { method: 'GET', url: '/cases/:caseId' },
	receive: ({ uuid }, parameters, missing) => [
		{ uuid: uuid ?? missing('uuid'), asked: parameters.value('caseId') },
	],
};

const LIST: ListOperation = {
	topic: 'template.getAll',
	name: 'Get Many',
	action: 'Get many templates',
	description: '',
	request: { method: 'GET', url: '/templates' },
	list: (answer, _parameters, missing) =>
		Array.isArray(answer) ? (answer as object[]) : missing('templates'),
};

const PAGED: PagedOperation = {
	topic: 'case.getAll',
	name: 'Get Many',
	action: 'Get many cases',
	description: '',
	request: { method: 'GET', url: '/cases' },
	page: toCasePage,
	entry: (parameters) => {
		const tag = parameters.value('tag');
		return (entry) => ({ ...entry, tag });
	},
};

const ids = (...values: unknown[]) => ({
	items: itemsOf(values.length),
	parameters: (index: number) => ({ caseId: { __rl: true, mode: 'id', value: values[index] } }),
});

test('n8n gets the option of the parameter, with the hook in it', () => {
	const { routing, ...option } = operation(ONE);
	expect(option).toEqual({
		name: 'Get',
		value: 'get',
		action: 'Get a case',
		description: 'Gets one.',
	});
	expect(routing).toEqual({
		request: { method: 'GET', url: '/cases/:caseId' },
		send: { paginate: true },
		operations: { pagination: expect.any(Function) },
	});
});

test.each([
	['case.get', 'Case: Get'],
	['template.get', 'Template: Get'],
	['signal.get', 'Signal: Get'],
	['other.get', 'other: Get'],
])('an error of %s names it as %s', async (topic, title) => {
	const { outcomes } = await run(operation({ ...ONE, topic }), {
		...ids('a'),
		reply: () => ({ status: 418, body: { message: 'No' } }),
	});
	expect((outcomes[0] as Error).message).toBe(`No (HTTP 418, ${title}, item 0)`);
});

describe('an operation of one call', () => {
	test('sends it for each item and gives what it receives', async () => {
		const { outcomes, sent } = await run(operation(ONE), {
			...ids('a b', 'c'),
			reply: ({ url }) => ({ body: { uuid: url } }),
		});
		expect(sent).toEqual(['GET /cases/a%20b', 'GET /cases/c']);
		expect(outcomes.map((outcome) => jsonOf(outcome))).toEqual([
			[{ uuid: '/cases/a%20b', asked: expect.objectContaining({ value: 'a b' }) }],
			[{ uuid: '/cases/c', asked: expect.objectContaining({ value: 'c' }) }],
		]);
	});

	test('is not limited', async () => {
		const receive = () => [{ n: 1 }, { n: 2 }];
		const { parameters, items } = ids('a');
		const { outcomes } = await run(operation({ ...ONE, receive }), {
			items,
			parameters: (index) => ({ ...parameters(index), limit: 1, returnAll: false }),
		});
		expect(jsonOf(outcomes[0])).toEqual([{ n: 1 }, { n: 2 }]);
	});

	test('sends what it has prepared, also to another path', async () => {
		const spec: SingleOperation = {
			...ONE,
			request: { method: 'POST', url: '/cases' },
			prepare: (parameters) => ({
				path: '/others',
				query: { list: ['x', 'y'] },
				arrayFormat: 'repeat',
				body: { label: parameters.value('label') },
			}),
			receive: () => [{}],
		};
		const { requests } = await run(operation(spec), {
			items: itemsOf(1),
			parameters: () => ({ label: 'L' }),
		});
		expect(requests).toEqual([
			expect.objectContaining({
				method: 'POST',
				url: '/others?list=x&list=y',
				body: '{"label":"L"}',
			}),
		]);
	});

	test('names the field that an answer lacks', async () => {
		const { outcomes } = await run(operation(ONE), { ...ids('a'), reply: () => ({ body: {} }) });
		expect((outcomes[0] as Error).message).toContain('(looked for "uuid")');
	});

	test('takes only an object, and nothing only where that is agreed', async () => {
		const receive = (answer: object) => [answer];
		const reply = () => ({ status: 204, body: '' });
		const list = await run(operation({ ...ONE, receive }), {
			...ids('a'),
			reply: () => ({ body: [] }),
		});
		expect((list.outcomes[0] as Error).message).toContain('HTTP 200 with an array');
		const strict = await run(operation({ ...ONE, receive }), { ...ids('a'), reply });
		expect((strict.outcomes[0] as Error).message).toContain('nothing (an empty body)');
		const never = operation({ ...ONE, receive, allowsEmptyBody: false });
		const told = await run(never, { ...ids('a'), reply });
		expect((told.outcomes[0] as Error).message).toContain('nothing (an empty body)');
		const lax = await run(operation({ ...ONE, receive, allowsEmptyBody: true }), {
			...ids('a'),
			reply,
		});
		expect(jsonOf(lax.outcomes[0])).toEqual([{}]);
	});

	test('refuses an ID before anything is sent', async () => {
		const { outcomes, sent } = await run(operation(ONE), ids('a', '..'));
		expect((outcomes[1] as Error).message).toContain('"Case" (caseId) is not an ID');
		expect(sent).toEqual([]);
	});

	test('has the options of the panel and the credential in its request, and no others', async () => {
		const options = {
			timeout: 7,
			proxy: { host: 'p', port: 1 },
			allowedDomains: 'a.example',
			skipSslCertificateValidation: true,
			url: '/odd',
			qs: { odd: 1 },
			headers: { odd: 'x' },
		};
		const reply = () => ({ body: { uuid: 'u' } });
		const { requests } = await run(operation(ONE), { ...ids('a'), reply }, options);
		expect(requests[0]).toMatchObject({
			timeout: 7,
			proxy: { host: 'p', port: 1 },
			allowedDomains: 'a.example',
			skipSslCertificateValidation: true,
			url: '/cases/a',
			headers: { Accept: 'application/json' },
		});
		expect(requests[0]).not.toHaveProperty('qs');
		const plain = await run(operation(ONE), { ...ids('a'), reply });
		expect(plain.requests[0]).toMatchObject({ skipSslCertificateValidation: false });
	});
});

describe('an operation that needs the help of the service', () => {
	const spec = (seen: string[] = []): SingleOperation => ({
		...ONE,
		topic: 'case.create',
		name: 'Create',
		request: { method: 'POST', url: '/cases' },
		prepare: (parameters) => ({ body: { label: parameters.value('label'), from: 'prepare' } }),
		complete: async (parameters, ask, once) => {
			const call = { method: 'GET', topic: 'x', path: '/form' } as const;
			const form = await once('form', async () => await ask(call, (raw) => raw.body));
			seen.push(String(form));
			if (parameters.value('label') === 'bad') throw inputProblem('Bad label');
			return { body: { label: parameters.value('label'), from: 'complete' } };
		},
		receive: () => [{ done: true }],
	});

	const labels = (...values: string[]) => ({
		items: itemsOf(values.length),
		parameters: (index: number) => ({ label: values[index] }),
	});

	test('asks once for all items, and sends what has been completed', async () => {
		const seen: string[] = [];
		const { requests, outcomes } = await run(operation(spec(seen)), {
			...labels('a', 'b'),
			reply: () => ({ body: { form: 1 } }),
		});
		expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
			['GET', '/form', undefined],
			['POST', '/cases', '{"label":"a","from":"complete"}'],
			['POST', '/cases', '{"label":"b","from":"complete"}'],
		]);
		expect(seen).toEqual(['{"form":1}', '{"form":1}']);
		expect(outcomes.map((outcome) => jsonOf(outcome))).toEqual([
			[{ done: true }],
			[{ done: true }],
		]);
	});

	test('creates nothing in stop mode when a later item does not fit', async () => {
		const { sent, outcomes } = await run(operation(spec()), labels('a', 'b', 'bad'));
		expect(sent).toEqual(['GET /form']);
		expect((outcomes[2] as Error).message).toBe('Bad label (Case: Create, item 2)');
	});

	test('creates the others where the node goes on', async () => {
		const { sent } = await run(operation(spec()), {
			...labels('a', 'bad', 'c'),
			mode: 'continueRegularOutput',
		});
		expect(sent).toEqual(['GET /form', 'POST /cases', 'POST /cases']);
	});
});

describe('a list that the service does not page', () => {
	const list = [{ n: 1 }, { n: 2 }, { n: 3 }];

	test.each([
		[{ limit: 2, returnAll: false }, 2],
		[{ limit: 5, returnAll: false }, 3],
		[{ returnAll: true }, 3],
	])('is limited here: %j', async (parameters, count) => {
		const { outcomes } = await run(operation(LIST), {
			items: itemsOf(1),
			parameters: () => parameters,
			reply: () => ({ body: list }),
		});
		expect(jsonOf(outcomes[0])).toEqual(list.slice(0, count));
	});

	test('refuses a Limit that is none before anything is sent', async () => {
		const { outcomes, sent } = await run(operation(LIST), {
			items: itemsOf(1),
			parameters: () => ({ limit: 0 }),
		});
		expect((outcomes[0] as Error).message).toContain('"Limit" must be a whole number');
		expect(sent).toEqual([]);
	});

	test('that is missing is named', async () => {
		const { outcomes } = await run(operation(LIST), {
			items: itemsOf(1),
			parameters: () => ({ returnAll: true }),
		});
		expect((outcomes[0] as Error).message).toContain('(looked for "templates")');
	});
});

describe('a list that is read by cursor', () => {
	const pages: Record<string, object> = {
		'/cases?sort=newest': { processes: [{ n: 1 }, { n: 2 }], next_cursor: 'a+b' },
		'/cases?sort=newest&cursor=a%2Bb': { processes: [{ n: 3 }], next_cursor: null },
	};
	const sorted = { ...PAGED, prepare: () => ({ query: { sort: 'newest' } }) };
	const read = async (parameters: object, spec: PagedOperation = sorted) =>
		await run(operation(spec), {
			items: itemsOf(1),
			parameters: () => ({ tag: 't', ...parameters }),
			reply: ({ url }) => ({ body: pages[url] ?? { odd: url } }),
		});

	test('is read to its end, with the same query for each page', async () => {
		const { outcomes, sent } = await read({ returnAll: true });
		expect(jsonOf(outcomes[0])).toEqual([1, 2, 3].map((n) => ({ n, tag: 't' })));
		expect(sent).toEqual(Object.keys(pages).map((url) => `GET ${url}`));
	});

	test('is read no further than the limit', async () => {
		const { outcomes, sent } = await read({ limit: 2 });
		expect(jsonOf(outcomes[0])).toHaveLength(2);
		expect(sent).toHaveLength(1);
	});

	test('reads the parameters of its entries once', async () => {
		const entry = jest.fn(PAGED.entry);
		await read({ returnAll: true }, { ...sorted, entry });
		expect(entry).toHaveBeenCalledTimes(1);
	});

	test('without a query of its own has just the cursor, and names what is missing', async () => {
		const { outcomes, sent } = await read({ returnAll: true }, PAGED);
		expect(sent).toEqual(['GET /cases']);
		expect((outcomes[0] as Error).message).toContain('(looked for "processes")');
	});
});

describe('with Retry On Fail', () => {
	/** Runs the operation twice on the same items: the first answer is lost on its way. */
	async function again(method: 'DELETE' | 'GET' | 'POST' | 'PUT') {
		const option = operation({ ...ONE, request: { method, url: '/x' }, receive: () => [{}] });
		const items = itemsOf(1);
		const executeData = { data: { main: [items] } };
		const lost = { items, executeData, reply: () => ({ code: 'ERR_BAD_RESPONSE' }) };
		await run(option, lost);
		return (await run(option, { items, executeData })).sent.length;
	}

	test('a POST whose answer was lost is not sent again, the others are', async () => {
		expect(await again('POST')).toBe(0);
		expect(await again('PUT')).toBe(1);
		expect(await again('DELETE')).toBe(1);
		expect(await again('GET')).toBe(1);
	});

	test('a read that was done is done again, a write is not', async () => {
		const sentAgain = async (method: 'DELETE' | 'GET') => {
			const option = operation({ ...ONE, request: { method, url: '/x' }, receive: () => [{}] });
			const items = itemsOf(1);
			const executeData = { data: { main: [items] } };
			await run(option, { items, executeData });
			return (await run(option, { items, executeData })).sent.length;
		};
		expect(await sentAgain('GET')).toBe(1);
		expect(await sentAgain('DELETE')).toBe(0);
	});
});

test('by its routing n8n takes 100,000 results of an item, and no more', async () => {
	const entries = Array.from({ length: 100_001 }, () => ({}));
	const { outcomes } = await run(operation(PAGED), {
		items: itemsOf(1),
		parameters: () => ({ returnAll: true }),
		reply: () => ({ body: { processes: entries } }),
	});
	expect((outcomes[0] as Error).message).toMatch('The list has more than 100,000 entries');
});
