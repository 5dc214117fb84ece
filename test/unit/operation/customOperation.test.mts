/** The door through which n8n hands over the whole node. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { CompositeOperation } from '../../../nodes/CaseManagement/operation/multiRequest.ts';
import {
	compositeOption,
	customOperation,
} from '../../../nodes/CaseManagement/operation/customOperation.ts';
import type { SingleOperation } from '../../../nodes/CaseManagement/operation/operation.ts';
import { contextsOf, itemsOf } from './running.mts';
import type { Execution } from './running.mts';

const pauses: number[] = [];

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: (milliseconds: number) => {
		if (milliseconds > 0) pauses.push(milliseconds);
		return new Promise((resolve) => setImmediate(resolve));
	},
}));

const GET: SingleOperation = {
	topic: 'case.get',
	name: 'Get',
	action: '',
	description: '',
	request: { method: 'GET', url: '/cases/:caseId' },
	receive: (_answer, parameters) => [{ asked: parameters.value('caseId') }],
};

/** n8n's context of the whole node, made of those of its items. */
function nodeContext(execution: Execution, credential: object | Error = {}) {
	const { contexts, requests } = contextsOf(execution);
	const [first] = contexts;
	const context = {
		...first,
		getItemIndex: undefined,
		getInputData: () => execution.items,
		getCredentials: async () => {
			if (credential instanceof Error) throw credential;
			return credential;
		},
		getNodeParameter: (name: string, index: number, fallback: unknown) => {
			const value = contexts[index]!.getNodeParameter(name, fallback as never) as unknown;
			if (value instanceof Error) throw value;
			return value;
		},
	};
	return { context: context as unknown as IExecuteFunctions, requests };
}

async function run(execution: Execution, credential?: object | Error, spec = GET) {
	const { context, requests } = nodeContext(execution, credential);
	const [output] = await customOperation(spec).call(context);
	return { output: output as INodeExecutionData[], requests };
}

const withParameters = (rest: object, count = 1): Execution => ({
	items: itemsOf(count),
	parameters: (index) => ({ caseId: `id-${index}`, ...rest }),
});

test('each item runs with its own parameters and is linked to its input', async () => {
	const { output, requests } = await run(withParameters({}, 3));
	expect(output).toEqual(
		[0, 1, 2].map((item) => ({ json: { asked: `id-${item}` }, pairedItem: { item } })),
	);
	expect(requests.map(({ url }) => url)).toEqual(['/cases/id-0', '/cases/id-1', '/cases/id-2']);
});

test('no input, no output', async () => {
	expect((await run({ items: [] })).output).toEqual([]);
});

test('in stop mode the failure ends the node; continuing, it is an item', async () => {
	const reply = (_request: unknown, _index: number) => ({ status: 403, body: { message: 'No' } });
	await expect(run({ ...withParameters({}, 2), reply })).rejects.toThrow(
		'No (HTTP 403, Case: Get, item 0)',
	);
	const { output } = await run({ ...withParameters({}, 2), reply, mode: 'continueErrorOutput' });
	expect(output.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		['No (HTTP 403, Case: Get, item 0)', { item: 0 }],
		['No (HTTP 403, Case: Get, item 1)', { item: 1 }],
	]);
});

test('an expression that fails is named, and nothing is sent', async () => {
	const execution: Execution = {
		items: itemsOf(2),
		parameters: (index) => ({ caseId: index === 1 ? new Error('No such node') : 'a' }),
	};
	const { context, requests } = nodeContext(execution);
	await expect(customOperation(GET).call(context)).rejects.toThrow(
		'The expression of the parameter "caseId" failed: No such node (Case: Get, item 1)',
	);
	expect(requests).toEqual([]);
});

describe('Request Options', () => {
	const sent = async (requestOptions: object, credential?: object) =>
		(await run(withParameters({ requestOptions }), credential)).requests[0]!;

	test('without any: the time-out that n8n has', async () => {
		expect(await sent({})).toMatchObject({
			timeout: 300_000,
			proxy: undefined,
			allowedDomains: undefined,
			skipSslCertificateValidation: false,
		});
	});

	test('time-out and SSL flag are used', async () => {
		expect(await sent({ timeout: 1234, allowUnauthorizedCerts: true })).toMatchObject({
			timeout: 1234,
			skipSslCertificateValidation: true,
		});
	});

	test.each([
		['http://proxy.example:3128', { host: 'proxy.example', port: 3128, protocol: 'http' }],
		['https://proxy.example', { host: 'proxy.example', port: 443, protocol: 'https' }],
		[
			'http://me:p%40ss@proxy.example:80',
			{
				host: 'proxy.example',
				port: 80,
				protocol: 'http',
				auth: { username: 'me', password: 'p@ss' },
			},
		],
		[
			'http://m%e:100%@proxy.example:80',
			{
				host: 'proxy.example',
				port: 80,
				protocol: 'http',
				auth: { username: 'm%e', password: '100%' },
			},
		],
	])('proxy %s', async (proxy, expected) => {
		expect((await sent({ proxy })).proxy).toEqual(expected);
	});

	test.each(['proxy', 'proxy.example:80', 7, 'me:hidden@proxy.example:80', '//me:hidden@proxy'])(
		'the proxy %p is refused, and not shown: it may hold a password',
		async (proxy) => {
			const { context, requests } = nodeContext(withParameters({ requestOptions: { proxy } }));
			await expect(customOperation(GET).call(context)).rejects.toThrow(
				/^The Proxy of the Request Options is no address \(Case: Get, item 0\)$/,
			);
			expect(requests).toEqual([]);
		},
	);

	test('batches are begun one after another', async () => {
		pauses.length = 0;
		const batch = { batchSize: 2, batchInterval: 70 };
		const { output } = await run(withParameters({ 'requestOptions.batching.batch': batch }, 5));
		expect(output).toHaveLength(5);
		expect(pauses).toEqual([70, 70]);
	});
});

describe('Allowed Domains of the credential', () => {
	const domains = (allowedDomains: unknown) => ({
		allowedHttpRequestDomains: 'domains',
		allowedDomains,
	});

	test.each([
		[{ allowedHttpRequestDomains: 'all', allowedDomains: 'x.example' }, undefined],
		[{ allowedHttpRequestDomains: 'none' }, undefined],
		[domains(' a.example, *.b.example '), 'a.example, *.b.example'],
	])('%j lets %p be asked', async (credential, expected) => {
		const { requests } = await run(withParameters({}), credential);
		expect(requests[0]!.allowedDomains).toBe(expected);
	});

	test.each([[domains(' ')], [domains(undefined)]])(
		'%j lets nothing be asked',
		async (credential) => {
			await expect(run(withParameters({}), credential)).rejects.toThrow(
				'The credential allows no domain',
			);
		},
	);

	test('a credential that is gone says so', async () => {
		await expect(run(withParameters({}), new Error('Credential 5 is gone'))).rejects.toThrow(
			'Credential 5 is gone (Case: Get, item 0)',
		);
	});

	test('are asked for once for all items', async () => {
		const { context } = nodeContext(withParameters({}, 5));
		const credentials = jest.spyOn(context, 'getCredentials');
		await customOperation(GET).call(context);
		expect(credentials).toHaveBeenCalledTimes(1);
	});
});

test('by its routing an operation of many calls refuses, and sends nothing', async () => {
	const spec: CompositeOperation = {
		...GET,
		topic: 'case.wait',
		name: 'Wait for Status',
		writes: false,
		steps: async () => [],
	};
	const { contexts, requests } = contextsOf({ ...withParameters({}), type: 'caseManagementTool' });
	const hook = compositeOption(spec).routing!.operations!.pagination as (
		this: unknown,
		requestData: object,
	) => Promise<unknown>;
	await expect(hook.call(contexts[0], { options: {} })).rejects.toThrow(
		'"Wait for Status" does not run as a tool of this kind of agent (Case: Wait for Status, item 0). Nothing was sent.',
	);
	expect(requests).toEqual([]);
});

test('what a composite operation says of itself is used', async () => {
	let inFlight = 0;
	let most = 0;
	const kept: unknown[] = [];
	const spec: CompositeOperation = {
		...GET,
		writes: true,
		atOnce: (parameters) => parameters.value('atOnce') as number,
		async steps(call, _parameters, { ask, keep, itemIndex }) {
			kept.push(keep('shared', () => ({ by: itemIndex })));
			await ask(call, () => undefined);
			if (itemIndex === 1) throw new Error('Odd');
			return [{ itemIndex }];
		},
		ended: (problem, { alone }) => problem.withNote(`Told, ${alone ? 'alone' : 'together'}.`),
	};
	const execution: Execution = {
		items: itemsOf(6),
		parameters: (index) => ({ caseId: 'a', atOnce: index === 3 ? 2 : 5 }),
		reply: async () => {
			most = Math.max(most, (inFlight += 1));
			await new Promise((resolve) => setImmediate(resolve));
			inFlight -= 1;
			return {};
		},
	};
	const { output, requests } = await run(
		{
			...execution,
			mode: 'continueRegularOutput',
			parameters: (index) => ({
				...execution.parameters!(index),
				requestOptions: { timeout: 1234, proxy: 'http://proxy.example:1' },
			}),
		},
		{},
		spec as never,
	);
	for (const request of requests) {
		expect(request).toMatchObject({ timeout: 1234, proxy: { host: 'proxy.example' } });
	}
	// The least that an item asks for holds for all.
	expect(most).toBe(2);
	expect(new Set(kept).size).toBe(1);
	expect(output[1]!.json).toMatchObject({
		details: { whatToDo: expect.stringMatching(/Told, alone\.$/) as string },
	});
	await expect(run(execution, {}, spec as never)).rejects.toMatchObject({
		description: expect.stringMatching(/Told, together\.$/) as string,
	});
});
