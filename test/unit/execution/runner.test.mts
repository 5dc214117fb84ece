/** The items of one execution of the node, in parallel. */
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { executionOfNode } from '../../../nodes/CaseManagement/execution/execution.ts';
import { runItems } from '../../../nodes/CaseManagement/execution/runner.ts';
import type { ItemTools } from '../../../nodes/CaseManagement/execution/task.ts';
import { inputProblem, Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import { eventually } from '../faking.mts';
import type { Sent } from '../faking.mts';
import { crowd, itemsOf, nodeContext, numberIn, runTask, taskOf, tick } from './running.mts';
import type { Setup } from './running.mts';

const failure = (facts: object = {}) => new Problem('No', { kind: 'service', ...facts });

/** A service that fails some items and returns a number for each other one. */
const failing =
	(...which: number[]) =>
	(request: Sent) =>
		which.includes(numberIn(request))
			? { status: 418, body: { message: 'No' } }
			: { body: { n: numberIn(request) } };

const numbers: Setup['reply'] = (request) => ({ body: { n: numberIn(request) } });

const result = (n: number) => ({ json: { n }, pairedItem: { item: n } });

const paths = (...indices: number[]) => indices.map((index) => `PUT /${index}`);

const HINT = 'Check the parameters of this item and the Base URL in the credential.';

describe('all items', () => {
	test('return their results, linked to their input', async () => {
		const { output } = await runTask({ items: itemsOf(3), reply: numbers });
		expect(output).toStrictEqual([result(0), result(1), result(2)]);
	});

	test('return them in the order of the input, whichever finishes first', async () => {
		const ready: number[] = [];
		const { output } = await runTask({
			items: itemsOf(5),
			reply: async (request) => {
				const n = numberIn(request);
				for (let ticks = 0; ticks < 10 - 2 * n; ticks += 1) await tick();
				ready.push(n);
				return { body: { n } };
			},
		});
		expect(ready).not.toEqual([0, 1, 2, 3, 4]);
		expect(output).toEqual([0, 1, 2, 3, 4].map(result));
	});

	test('may each have many results or none', async () => {
		const { output } = await runTask(
			{ items: itemsOf(3) },
			{ run: async (n) => Array.from({ length: n === 1 ? 0 : 200_000 }, () => ({})) },
		);
		expect(output).toHaveLength(400_000);
		expect(output.at(-1)!.pairedItem).toEqual({ item: 2 });
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'are all checked before any is sent (%s)',
		async (mode) => {
			const order: string[] = [];
			await runTask(
				{
					items: itemsOf(30),
					mode,
					reply: () => {
						order.push('send');
						return {};
					},
				},
				{
					prepare: () => {
						order.push('prepare');
						return 0;
					},
				},
			);
			expect(order).toEqual([
				...Array<string>(30).fill('prepare'),
				...Array<string>(30).fill('send'),
			]);
		},
	);

	test('without input there is no output', async () => {
		expect(await runTask({ items: [] })).toEqual({ output: [], sent: [], requests: [] });
	});

	test('are sent ten at once', async () => {
		const { seen, reply } = crowd();
		const { output } = await runTask({ items: itemsOf(25), reply });
		expect(seen.most).toBe(10);
		expect(output).toHaveLength(25);
	});

	test('are sent ten at once even if each of them may send several requests', async () => {
		const { seen, reply } = crowd();
		await runTask(
			{ items: itemsOf(5), reply },
			{
				itemsAtOnce: undefined,
				run: async (_n, { send }) => {
					const request = { operationId: 'pauseCase', path: '/x' } as const;
					await Promise.all([1, 2, 3, 4].map(async () => await send(request, () => undefined)));
					return [];
				},
			},
		);
		expect(seen.most).toBe(10);
	});

	test.each([
		[[5, 5, 2, 5], 2],
		[[3, 3, 3, 3], 3],
		[[20, 20, 20, 20], 20],
		[[20, 20, 20, 1], 1],
	])('that ask for %j requests in flight get the smallest number', async (wanted, most) => {
		const { seen, reply } = crowd();
		await runTask(
			{ items: itemsOf(4), reply },
			{
				itemsAtOnce: undefined,
				requestsInFlight: (n) => wanted[n]!,
				run: async (_n, { send }) => {
					const request = { operationId: 'pauseCase', path: '/x' } as const;
					const requests = Array.from({ length: 10 }, async () => await send(request, () => 0));
					await Promise.all(requests);
					return [];
				},
			},
		);
		expect(seen.most).toBe(most);
	});

	test('share the limit of requests in flight with their plans', async () => {
		const { seen, reply } = crowd();
		await runTask(
			{ items: itemsOf(6), reply },
			{
				itemsAtOnce: undefined,
				requestsInFlight: () => 2,
				plan: async (n, { send }) =>
					await send({ operationId: 'listCases', path: '/list' }, () => n),
			},
		);
		expect(seen.most).toBe(2);
	});

	test('load what they all need once, and again for another execution', async () => {
		let loads = 0;
		const run = async (_n: number, { thisTry }: ItemTools) => [
			{
				form: await thisTry.get('form', async () => (loads += 1)),
				other: await thisTry.get('other', async () => 'other'),
			},
		];
		const first = await runTask({ items: itemsOf(3) }, { effect: 'none', run });
		expect(first.output.map(({ json }) => json)).toEqual(
			Array(3).fill({ form: 1, other: 'other' }),
		);
		await runTask({ items: itemsOf(2) }, { effect: 'none', run });
		expect(loads).toBe(2);
	});

	test('fail together if what all need cannot be loaded', async () => {
		let loads = 0;
		const load = async () => {
			loads += 1;
			await tick();
			throw failure({ status: 404 });
		};
		const { output } = await runTask(
			{ items: itemsOf(2), mode: 'continueRegularOutput' },
			{ run: async (_n, { thisTry }) => [await thisTry.get<Promise<object>>('form', load)] },
		);
		expect(loads).toBe(1);
		expect(output.map(({ json }) => json.error)).toEqual([
			'No (HTTP 404, Case: Stop, item 0)',
			'No (HTTP 404, Case: Stop, item 1)',
		]);
	});

	test('share one store, even across Retry On Fail', async () => {
		const setup = { items: itemsOf(3), executeData: {} };
		const kept = new Set<unknown>();
		const run = async (n: number, { acrossTries, itemIndex }: ItemTools) => {
			expect(itemIndex).toBe(n);
			kept.add(acrossTries.get('shared', () => ({})));
			return [];
		};
		await runTask(setup, { run, effect: 'none' });
		await runTask(setup, { run, effect: 'none' });
		expect(kept.size).toBe(1);
		await runTask({ items: itemsOf(1) }, { run, effect: 'none' });
		expect(kept.size).toBe(2);
	});

	/** A check that takes some items longer than others. */
	const check = async (n: number, steps: number) => {
		for (let step = 0; step < steps; step += 1) await tick();
		return n;
	};

	test('wait for each other after planning', async () => {
		const order: string[] = [];
		await runTask(
			{ items: itemsOf(3) },
			{
				plan: async (n) => {
					await check(n, 3 - n);
					order.push(`planned ${n}`);
					return n + 10;
				},
				run: async (planned) => {
					order.push(`sent ${planned}`);
					return [];
				},
			},
		);
		expect(order.slice(0, 3)).toEqual(['planned 2', 'planned 1', 'planned 0']);
		expect(order.slice(3).sort()).toEqual(['sent 10', 'sent 11', 'sent 12']);
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'a plan that fails late holds the others back only in stop mode (%s)',
		async (mode) => {
			const { sent } = await runTask(
				{ items: itemsOf(3), mode },
				{
					plan: async (n) => {
						await check(n, n);
						if (n === 2) throw failure({ status: 404 });
						return n;
					},
				},
			);
			expect(sent).toEqual(mode === 'stopWorkflow' ? [] : paths(0, 1));
		},
	);
});

describe('around the requests', () => {
	test('the hosts allowed by the credential are read once for all items', async () => {
		const { context } = nodeContext({ items: itemsOf(5) });
		const credentials = jest.spyOn(context, 'getCredentials');
		const credential = { allowedHttpRequestDomains: 'domains', allowedDomains: 'a.example' };
		credentials.mockResolvedValue(credential as never);
		await runItems(taskOf(), executionOfNode(context), 'Case: Stop');
		expect(credentials).toHaveBeenCalledTimes(1);
	});

	test('a missing credential is reported, and nothing is sent', async () => {
		const credential = new Error('Credential 5 is gone');
		const { error, sent } = await runTask({ items: itemsOf(2), credential });
		expect(error!.message).toBe('Credential 5 is gone (Case: Stop, item 0)');
		expect(sent).toEqual([]);
	});

	test('batches start one after another', async () => {
		const batch = { batchSize: 2, batchInterval: 400 };
		const at: number[] = [];
		await runTask({
			items: itemsOf(5),
			parameters: () => ({ 'requestOptions.batching.batch': batch }),
			reply: () => {
				at.push(Date.now());
				return {};
			},
		});
		// On a busy machine the second request of a batch may leave late.
		const BUSY = 200;
		expect(at[2]! - at[0]!).toBeGreaterThanOrEqual(BUSY);
		expect(at[4]! - at[2]!).toBeGreaterThanOrEqual(BUSY);
	});

	test('a failure ends the delay between batches', async () => {
		const batch = { batchSize: 1, batchInterval: 600_000 };
		const { error, sent } = await runTask({
			items: itemsOf(5),
			parameters: () => ({ 'requestOptions.batching.batch': batch }),
			reply: failing(0),
		});
		expect(sent).toEqual(paths(0));
		expect(error!.message).toBe('No (HTTP 418, Case: Stop, item 0)');
	});
});

describe('when the node stops on errors', () => {
	test('bad input in a later item prevents all requests', async () => {
		let prepared = 0;
		const { error, sent } = await runTask(
			{ items: itemsOf(4) },
			{
				prepare: () => {
					prepared += 1;
					if (prepared === 3) throw inputProblem('Bad');
					return 0;
				},
			},
		);
		expect(sent).toEqual([]);
		expect(prepared).toBe(3);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error!.message).toBe('Bad (Case: Stop, item 2)');
	});

	test('the first failure is reported, and nothing else is sent', async () => {
		const { error, sent } = await runTask({
			items: itemsOf(30),
			reply: async (request) => {
				for (let ticks = 0; ticks < 3; ticks += 1) await tick();
				return failing(4)(request);
			},
		});
		expect(sent.length).toBeLessThanOrEqual(14);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error!.message).toBe('No (HTTP 418, Case: Stop, item 4)');
	});

	test('the earliest failure is reported, not that of the first item', async () => {
		const { error } = await runTask({
			items: itemsOf(3),
			reply: async (request) => {
				for (let ticks = numberIn(request) * 5; ticks < 12; ticks += 1) await tick();
				return failing(0, 2)(request);
			},
		});
		expect(error!.message).toBe('No (HTTP 418, Case: Stop, item 2)');
	});

	test('requests in flight finish before the node ends, and count as completed', async () => {
		let over = 0;
		const { error } = await runTask({
			items: itemsOf(3),
			reply: async (request) => {
				if (numberIn(request) !== 1) {
					for (let ticks = 0; ticks < 10; ticks += 1) await tick();
					over += 1;
				}
				return failing(1)(request);
			},
		});
		expect(over).toBe(2);
		expect(error!.description).toBe(
			`${HINT} 2 of 3 items were completed (items 0, 2). Leave them out when you run the workflow again.`,
		);
	});

	test('an item that sends several requests may handle the failure of one', async () => {
		const { output, error } = await runTask(
			{ items: itemsOf(3), reply: failing(1) },
			{
				failsWithRequest: false,
				itemsAtOnce: undefined,
				run: async (n, { send }) => {
					const request = { operationId: 'pauseCase', path: `/${n}` } as const;
					const read = ({ statusCode }: { statusCode: number }) => {
						if (statusCode !== 200) throw failure();
						return { n };
					};
					return [await send(request, read).catch(() => ({ n: 'handled' }))];
				},
			},
		);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.n)).toEqual([0, 'handled', 2]);
	});

	test.each([
		['a read says nothing of what was completed', 3, 'none'],
		['a single item says nothing of the others', 1, 'idempotent'],
	] as const)('%s', async (_words, count, effect) => {
		const { error } = await runTask(
			{ items: itemsOf(count), reply: failing(0) },
			{ effect, operationId: effect === 'none' ? 'getCase' : 'stopCase' },
		);
		expect(error!.description).toBe(HINT);
	});

	test('with Execute Once the other items are ignored', async () => {
		const items = itemsOf(3);
		const { error, sent } = await runTask({
			items: items.slice(0, 1),
			executeData: { data: { main: [items] } },
			reply: failing(0),
		});
		expect(sent).toEqual(paths(0));
		expect(error!.description).toBe(HINT);
	});

	test('an unexpected exception is reported as an internal error', async () => {
		const { error } = await runTask(
			{ items: itemsOf(2) },
			{
				run: async () => {
					throw new TypeError('odd');
				},
			},
		);
		expect(error!.message).toBe('odd (Case: Stop, item 0)');
		expect(error!.description).toContain('may be a bug in this node');
	});

	test('after another item has failed, a read is neither retried nor waited for', async () => {
		const { sent, error } = await runTask(
			{
				items: itemsOf(2),
				reply: async (request) => {
					// Longer than a test may take, unless the delay is cut short.
					if (numberIn(request) === 0) return { status: 503, headers: { 'retry-after': '30' } };
					for (let ticks = 0; ticks < 5; ticks += 1) await tick();
					return failing(1)(request);
				},
			},
			{ effect: 'none', operationId: 'getCase' },
		);
		expect(sent).toEqual(['GET /0', 'GET /1']);
		expect(error!.message).toBe('No (HTTP 418, Case: Stop, item 1)');
	}, 10_000);
});

describe('when the node continues on errors', () => {
	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'with %s each item is a result or an error',
		async (mode) => {
			const { output, sent } = await runTask({ items: itemsOf(3), mode, reply: failing(1) });
			expect(sent).toEqual(paths(0, 1, 2));
			expect(output).toEqual([
				result(0),
				{
					json: {
						error: 'No (HTTP 418, Case: Stop, item 1)',
						details: {
							message: 'No',
							operation: 'Case: Stop',
							itemIndex: 1,
							httpStatus: 418,
							whatToDo: HINT,
							// The error output gets the input from n8n.
							...(mode === 'continueRegularOutput' && { input: { n: 1 } }),
						},
					},
					pairedItem: { item: 1 },
				},
				result(2),
			]);
		},
	);

	test('bad input in one item does not prevent the requests of the others', async () => {
		const { output, sent } = await runTask(
			{ items: itemsOf(3), mode: 'continueRegularOutput', reply: numbers },
			{
				prepare: (parameters) => {
					const { n } = parameters.source.getInputData().json as { n: number };
					if (n === 1) throw inputProblem('Bad');
					return n;
				},
			},
		);
		expect(sent).toEqual(paths(0, 2));
		expect(output.map(({ json }) => json.error)).toEqual([
			undefined,
			'Bad (Case: Stop, item 1)',
			undefined,
		]);
	});

	test('a failed request does not prevent those of the other items', async () => {
		const { output, sent } = await runTask({
			items: itemsOf(25),
			mode: 'continueRegularOutput',
			reply: failing(0, 12),
		});
		expect(sent).toHaveLength(25);
		const failed = output.flatMap(({ json }, n) => (json.error === undefined ? [] : [n]));
		expect(failed).toEqual([0, 12]);
		expect(output).toHaveLength(25);
	});

	test('a failed item keeps its files', async () => {
		const binary = { file: { data: 'x', mimeType: 'text/plain' } };
		const { output } = await runTask({
			items: [{ json: { n: 0 }, binary }],
			mode: 'continueErrorOutput',
			reply: failing(0),
		});
		expect(output[0]!.binary).toBe(binary);
	});
});

describe('what an operation adds to its own error', () => {
	const describeFailure = (problem: Problem, { failsAlone }: ItemTools) =>
		problem.withNote(`Told, ${failsAlone ? 'alone' : 'together'}.`);

	test('appears in the error item when a single item fails', async () => {
		const { output } = await runTask(
			{ items: itemsOf(2), mode: 'continueRegularOutput', reply: failing(1) },
			{ describeFailure },
		);
		expect(output[1]!.json.details).toMatchObject({ whatToDo: `${HINT} Told, alone.` });
	});

	test('appears in the error that ends the node, instead of the note on items', async () => {
		const { error } = await runTask({ items: itemsOf(2), reply: failing(1) }, { describeFailure });
		expect(error!.description).toBe(`${HINT} Told, together.`);
	});
});

describe('when the execution is cancelled', () => {
	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'while items are prepared, preparation stops and nothing is sent (%s)',
		async (mode) => {
			const run = new AbortController();
			let prepared = 0;
			const { error, output, sent } = await runTask(
				{ items: itemsOf(10), mode, signal: run.signal },
				{
					prepare: () => {
						prepared += 1;
						if (prepared === 3) run.abort();
						return 0;
					},
				},
			);
			expect(prepared).toBe(3);
			expect(sent).toEqual([]);
			if (mode === 'stopWorkflow') {
				expect(error!.message).toBe('The execution was stopped (Case: Stop, item 3)');
			} else {
				expect(output.map(({ json }) => json.error)).toEqual(
					itemsOf(10).map(({ json: { n } }) => `The execution was stopped (Case: Stop, item ${n})`),
				);
			}
		},
	);

	test('requests in flight are aborted, and nothing else is sent', async () => {
		const run = new AbortController();
		const seen: Sent[] = [];
		const work = runTask({
			items: itemsOf(15),
			signal: run.signal,
			reply: async (request) => {
				seen.push(request);
				const signal = request.abortSignal as AbortSignal;
				return await new Promise((resolve) => {
					signal.addEventListener('abort', () => resolve({ code: 'ERR_CANCELED' }));
				});
			},
		});
		await eventually(() => seen.length === 10);
		run.abort();
		const { error } = await work;
		expect(seen).toHaveLength(10);
		expect(error!.message).toBe('The execution was stopped (Case: Stop, item 0)');
		expect(error!.description).toContain('The case may have been stopped');
	});

	test('the delay of an operation ends too', async () => {
		const run = new AbortController();
		let waiting = false;
		const work = runTask(
			{ items: itemsOf(1), signal: run.signal },
			{
				effect: 'none',
				run: async (_n, { delay }) => {
					waiting = true;
					await delay(600_000);
					return [];
				},
			},
		);
		await eventually(() => waiting);
		run.abort();
		expect((await work).error!.message).toContain('The execution was stopped');
	});

	test('the delay of an operation ends when another item fails', async () => {
		const { error } = await runTask(
			{ items: itemsOf(2), reply: failing(1) },
			{
				effect: 'none',
				run: async (n, { delay, send }) => {
					if (n === 0) await delay(600_000);
					await send({ operationId: 'getCase', path: `/${n}` }, () => {
						throw failure({ status: 418 });
					});
					return [];
				},
			},
		);
		expect(error!.message).toBe('No (HTTP 418, Case: Stop, item 1)');
	});
});
