/** The items of one execution of the node beside each other, and over Retry On Fail. */
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { Problem, inputProblem } from '../../../nodes/CaseManagement/model/problem.ts';
import { runItem } from '../../../nodes/CaseManagement/operation/itemRunner.ts';
import type { ItemRun, ItemWork } from '../../../nodes/CaseManagement/operation/itemRunner.ts';
import { contextsOf, itemsOf, settled } from './running.mts';
import type { Execution } from './running.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: () => new Promise((resolve) => setImmediate(resolve)),
}));

const tick = () => new Promise((resolve) => setImmediate(resolve));

const failure = (facts: object = {}) => new Problem('No', { kind: 'service', ...facts });

interface Job extends Partial<Omit<ItemWork<number>, 'prepare' | 'work'>> {
	prepare?: (index: number) => void;
	/** What an item does while it has a place in the limiter; gives its only result. */
	work?: (index: number, run: ItemRun) => Promise<object> | object;
}

/** Runs all items as the node does: each passes the limiter once. */
async function runAll(execution: Execution, job: Job = {}) {
	const { contexts } = contextsOf(execution);
	const begun: number[] = [];
	const one = async (context: IExecuteSingleFunctions) => {
		const index = context.getItemIndex();
		return await runItem(context, {
			operation: job.operation ?? 'Case: Stop',
			topic: job.topic,
			write: job.write ?? true,
			prepare: () => {
				job.prepare?.(index);
				return index;
			},
			work: async (prepared, run) =>
				await run.limiter.run(async () => {
					run.beforeSend();
					begun.push(prepared);
					try {
						return [(await job.work?.(prepared, run)) ?? { n: prepared }];
					} catch (error) {
						run.onFailure();
						throw error;
					}
				}),
		});
	};
	return { outcomes: await settled(contexts.map(one)), begun };
}

const failing =
	(...which: number[]) =>
	(index: number) => {
		if (which.includes(index)) throw failure({ status: 500, hint: 'Wait.' });
		return { n: index };
	};

const result = (index: number) => [{ json: { n: index }, pairedItem: { item: index } }];

describe('all items', () => {
	test('give their results, linked to their input', async () => {
		const { outcomes } = await runAll({ items: itemsOf(3) });
		expect(outcomes).toStrictEqual([result(0), result(1), result(2)]);
	});

	test('are prepared before any of them is sent', async () => {
		const order: string[] = [];
		await runAll(
			{ items: itemsOf(3) },
			{
				prepare: (index) => order.push(`prepare ${index}`),
				work: (index) => {
					order.push(`send ${index}`);
					return {};
				},
			},
		);
		expect(order.map((entry) => entry.split(' ')[0])).toEqual([
			...Array<string>(3).fill('prepare'),
			...Array<string>(3).fill('send'),
		]);
	});

	test('are sent ten at once', async () => {
		let inFlight = 0;
		let most = 0;
		await runAll(
			{ items: itemsOf(25) },
			{
				work: async (index) => {
					most = Math.max(most, (inFlight += 1));
					await tick();
					inFlight -= 1;
					return { index };
				},
			},
		);
		expect(most).toBe(10);
	});

	test('load what all need once, those of another execution again', async () => {
		let loads = 0;
		const work = async (_index: number, { once }: ItemRun) => ({
			form: await once('form', async () => (loads += 1)),
			other: await once('other', async () => 'other'),
		});
		const first = await runAll({ items: itemsOf(3) }, { write: false, work });
		expect(first.outcomes.map((outcome) => (outcome as never)[0]['json'])).toEqual(
			Array(3).fill({ form: 1, other: 'other' }),
		);
		await runAll({ items: itemsOf(2) }, { write: false, work });
		expect(loads).toBe(2);
	});

	test('fail together if what all need cannot be loaded', async () => {
		let loads = 0;
		const load = async () => {
			loads += 1;
			await tick();
			throw failure({ status: 404 });
		};
		const { outcomes } = await runAll(
			{ items: itemsOf(2), mode: 'continueRegularOutput' },
			{ work: async (_index, { once }) => await once('form', load) },
		);
		expect(loads).toBe(1);
		expect(outcomes).toEqual([
			[expect.objectContaining({ json: expect.objectContaining({ error: expect.any(String) }) })],
			[expect.objectContaining({ json: expect.objectContaining({ error: expect.any(String) }) })],
		]);
	});

	/** A check that takes some items longer than others. */
	const check = async (index: number, steps: number) => {
		for (let step = 0; step < steps; step += 1) await tick();
		return index;
	};

	test('wait for each other when they have been checked', async () => {
		const order: string[] = [];
		await runAll(
			{ items: itemsOf(3) },
			{
				work: async (index, { checked }) => {
					const found = await checked(
						check(index, 3 - index).finally(() => order.push(`checked ${index}`)),
					);
					order.push(`sent ${found}`);
					return {};
				},
			},
		);
		expect(order.slice(0, 3)).toEqual(['checked 2', 'checked 1', 'checked 0']);
		expect(order.slice(3).sort()).toEqual(['sent 0', 'sent 1', 'sent 2']);
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'a check that fails late keeps the others back only in stop mode (%s)',
		async (mode) => {
			const sent: number[] = [];
			await runAll(
				{ items: itemsOf(3), mode },
				{
					work: async (index, { checked, beforeSend }) => {
						await checked(
							check(index, index).then(() => {
								if (index === 2) throw failure({ status: 404 });
							}),
						);
						beforeSend();
						sent.push(index);
						return {};
					},
				},
			);
			expect(sent).toEqual(mode === 'stopWorkflow' ? [] : [0, 1]);
		},
	);

	test('get n8n\u2019s signal that the run has ended', async () => {
		const { signal } = new AbortController();
		const seen: unknown[] = [];
		await runAll(
			{ items: itemsOf(1), signal },
			{ work: (_index, run) => ({ pushed: seen.push(run.signal) }) },
		);
		expect(seen).toEqual([signal]);
	});
});

test('a field named error is data, so it goes by another name', async () => {
	const { outcomes } = await runAll(
		{ items: itemsOf(1) },
		{ work: () => ({ a: 1, error: 'as data' }) },
	);
	expect(outcomes).toEqual([
		[{ json: { a: 1, service_error: 'as data' }, pairedItem: { item: 0 } }],
	]);
});

describe('when the node stops on errors', () => {
	test('bad input of a later item keeps all from being sent', async () => {
		const { outcomes, begun } = await runAll(
			{ items: itemsOf(3) },
			{
				prepare: (index) => {
					if (index === 2) throw inputProblem('Bad');
				},
			},
		);
		expect(begun).toEqual([]);
		expect(outcomes.slice(0, 2)).toEqual([[], []]);
		expect(outcomes[2]).toBeInstanceOf(NodeOperationError);
		expect((outcomes[2] as Error).message).toBe('Bad (Case: Stop, item 2)');
	});

	test('the first failure is the one that is shown, and nothing further is sent', async () => {
		const { outcomes, begun } = await runAll({ items: itemsOf(30) }, { work: failing(4) });
		expect(begun.length).toBeLessThanOrEqual(14);
		expect(outcomes.filter((outcome) => outcome instanceof Error)).toHaveLength(1);
		expect(outcomes[4]).toBeInstanceOf(NodeApiError);
		expect((outcomes[4] as Error).message).toBe('No (HTTP 500, Case: Stop, item 4)');
		expect(outcomes[29]).toEqual([]);
	});

	test('what is in flight ends before the node does, and counts as done', async () => {
		let over = 0;
		const { contexts } = contextsOf({ items: itemsOf(3) });
		const error = await Promise.race(
			contexts.map(
				async (context) =>
					await runItem(context, {
						operation: 'Case: Stop',
						write: true,
						prepare: () => context.getItemIndex(),
						work: async (index) => {
							if (index === 1) throw failure({ hint: 'Wait.' });
							for (let ticks = 0; ticks < 5; ticks += 1) await tick();
							over += 1;
							return [{ n: index }];
						},
					}).then(
						async () => await new Promise<never>(() => undefined),
						(reason: unknown) => reason,
					),
			),
		);
		expect(over).toBe(2);
		expect(error).toMatchObject({
			description:
				'Wait. 2 of 3 items had been done (items 0, 2); leave them out when you run it again.',
		});
	});

	test('a read says nothing of what had been done', async () => {
		const { outcomes } = await runAll({ items: itemsOf(3) }, { write: false, work: failing(1) });
		expect(outcomes[1]).toMatchObject({ description: 'Wait.' });
	});

	test('a single item says nothing of the others', async () => {
		const { outcomes } = await runAll({ items: itemsOf(1) }, { work: failing(0) });
		expect(outcomes[0]).toMatchObject({ description: 'Wait.' });
	});

	test('with Execute Once the other items are none of the node', async () => {
		const items = itemsOf(3);
		const executeData = { data: { main: [items] } };
		const { outcomes, begun } = await runAll(
			{ items: items.slice(0, 1), executeData, executeOnce: true },
			{ work: failing(0) },
		);
		expect(begun).toEqual([0]);
		expect(outcomes[0]).toMatchObject({ description: 'Wait.' });
	});

	test('something unforeseen is a fault of ours', async () => {
		const { outcomes } = await runAll(
			{ items: itemsOf(2) },
			{
				work: () => {
					throw new TypeError('odd');
				},
			},
		);
		expect((outcomes[0] as Error).message).toBe('odd (Case: Stop, item 0)');
	});
});

describe('when n8n ends the node before its last item, as an expression fails', () => {
	const batching = (batchInterval: unknown) => () => ({
		'requestOptions.batching.batch': { batchInterval },
	});
	/** A later item has not begun: the first ones do not know why. */
	const part = async (rest: Partial<Execution> = {}) =>
		await runAll({ items: itemsOf(2), executeData: { data: { main: [itemsOf(3)] } }, ...rest });

	test('the items before it are not sent', async () => {
		const { outcomes, begun } = await part();
		expect(begun).toEqual([]);
		expect(outcomes).toEqual([[], []]);
	});

	test('a tool has its items elsewhere', async () => {
		const odd = { data: { ai_tool: [itemsOf(3)] } };
		expect((await part({ executeData: odd })).begun).toEqual([]);
		const whole = { data: { ai_tool: [itemsOf(2)] } };
		expect((await part({ executeData: whole })).begun).toEqual([0, 1]);
	});

	test.each([{}, { main: [] }, { main: [null] }])(
		'items that are not known hold nothing up: %j',
		async (data) => {
			expect((await part({ executeData: { data } })).begun).toEqual([0, 1]);
		},
	);

	test('they are sent where the node goes on', async () => {
		expect((await part({ mode: 'continueRegularOutput' })).begun).toEqual([0, 1]);
	});

	test('they are sent with pauses between batches: the later ones come later', async () => {
		expect((await part({ parameters: batching(50) })).begun).toEqual([0, 1]);
		expect((await part({ parameters: batching('50') })).begun).toEqual([0, 1]);
		expect((await part({ parameters: batching(0) })).begun).toEqual([]);
	});

	test('with Execute Once the first one is all there is', async () => {
		const { begun } = await part({ items: itemsOf(1), executeOnce: true });
		expect(begun).toEqual([0]);
	});
});

describe('when the node goes on', () => {
	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'with %s each item is a result or an error',
		async (mode) => {
			const { outcomes, begun } = await runAll({ items: itemsOf(3), mode }, { work: failing(1) });
			expect(begun).toEqual([0, 1, 2]);
			expect(outcomes).toEqual([
				result(0),
				[
					{
						json: {
							error: 'No (HTTP 500, Case: Stop, item 1)',
							details: {
								message: 'No',
								operation: 'Case: Stop',
								itemIndex: 1,
								httpStatus: 500,
								whatToDo: 'Wait.',
								// The error output gets the input from n8n.
								...(mode === 'continueRegularOutput' && { input: { n: 1 } }),
							},
						},
						pairedItem: { item: 1 },
					},
				],
				result(2),
			]);
		},
	);
});

describe('with Retry On Fail the node runs again on the same items', () => {
	/** Runs twice; in the second run everything would go well. */
	async function twice(
		write: boolean | 'once',
		facts: object,
		mode: Execution['mode'] = 'stopWorkflow',
	) {
		const items = itemsOf(2);
		const executeData = { data: { main: [items] } };
		const job = (work?: Job['work']): Job => ({ write, work });
		const first = await runAll(
			{ items, executeData, mode },
			job(async (index) => {
				await tick();
				if (index === 1) throw failure(facts);
				return { n: index, run: 1 };
			}),
		);
		const second = await runAll(
			{ items, executeData, mode },
			job((index) => ({ n: index, run: 2 })),
		);
		return { first, second };
	}

	test.each([true, 'once'] as const)(
		'a write (%p) that was done is not done again',
		async (write) => {
			const { second } = await twice(write, {});
			expect(second.begun).toEqual([1]);
			expect(second.outcomes).toEqual([
				[{ json: { n: 0, run: 1 }, pairedItem: { item: 0 } }],
				[{ json: { n: 1, run: 2 }, pairedItem: { item: 1 } }],
			]);
		},
	);

	test('a read is done again, for what holds now', async () => {
		const { second } = await twice(false, {});
		expect(second.begun).toEqual([0, 1]);
	});

	test('what may have been done and would make a second one is not sent again', async () => {
		const { first, second } = await twice('once', { outcomeUnknown: true });
		expect(second.begun).toEqual([]);
		expect((second.outcomes[1] as Error).message).toBe((first.outcomes[1] as Error).message);
		const going = await twice('once', { outcomeUnknown: true }, 'continueRegularOutput');
		expect(going.second.begun).toEqual([]);
		expect(going.second.outcomes).toEqual(going.first.outcomes);
	});

	test('what comes to the same when done twice is sent again', async () => {
		expect((await twice(true, { outcomeUnknown: true })).second.begun).toEqual([1]);
	});

	test('what is known not to have happened is sent again', async () => {
		expect((await twice('once', { outcomeUnknown: false })).second.begun).toEqual([1]);
	});

	test('a fault of ours is no unknown outcome', async () => {
		const items = itemsOf(1);
		const executeData = { data: { main: [items] } };
		const odd = Object.assign(new TypeError('odd'), { outcomeUnknown: true });
		await runAll(
			{ items, executeData },
			{
				write: 'once',
				work: () => {
					throw odd;
				},
			},
		);
		expect((await runAll({ items, executeData }, { write: 'once' })).begun).toEqual([0]);
	});

	describe('a write that may have been done and comes to the same when done twice', () => {
		/** One run for each failure, on the same item; gives what the last one says. */
		async function after(...failures: Array<Problem | undefined>) {
			const items = itemsOf(1);
			const executeData = { data: { main: [items] } };
			let last: unknown;
			for (const problem of failures) {
				const work = () => {
					if (problem !== undefined) throw problem;
					return { done: true };
				};
				const job = { topic: 'case.delete', work };
				const execution = { items, executeData, mode: 'continueRegularOutput' } as const;
				[last] = (await runAll(execution, job)).outcomes;
			}
			const [item] = last as [{ json: { details?: object } }];
			return item.json.details ?? item.json;
		}

		const lost = failure({ kind: 'connection', outcomeUnknown: true, hint: 'Look.' });
		const gone = failure({ status: 404, hint: 'Check the ID.' });
		const look = 'The case may have been deleted: Case > Get shows whether it still exists.';
		const before = 'An earlier try of this item ended without a clear answer.';

		test.each([404, 409])('says so when the next try gets %i', async (status) => {
			const refused = failure({ status, hint: 'Check the ID.' });
			expect(await after(lost, refused)).toMatchObject({
				message: 'No',
				httpStatus: status,
				outcomeUnknown: true,
				whatToDo: `${look} ${before} This may be its effect.`,
			});
		});

		test('says so after every further try', async () => {
			const says = { outcomeUnknown: true, whatToDo: `${look} ${before} This may be its effect.` };
			expect(await after(lost, gone, gone, gone)).toMatchObject(says);
		});

		test('says what else is to be done about a failure that has another reason', async () => {
			expect(await after(lost, failure({ status: 401, hint: 'Token.' }))).toMatchObject({
				outcomeUnknown: true,
				whatToDo: `${look} ${before} Token.`,
			});
		});

		test('says it once where the next try leaves it unknown too', async () => {
			expect(await after(lost, lost)).toMatchObject({ outcomeUnknown: true, whatToDo: 'Look.' });
		});

		test('is done when a later try succeeds', async () => {
			expect(await after(lost, gone, undefined)).toEqual({ done: true });
			expect(await after(lost, undefined, gone)).toEqual({ done: true });
		});

		test('is in no doubt where no try left it unknown', async () => {
			const details = await after(failure({ status: 401 }), gone);
			expect(details).toMatchObject({ whatToDo: 'Check the ID.' });
			expect(details).not.toHaveProperty('outcomeUnknown');
		});
	});

	test('what was done in an earlier run is done, also in the note of a later one', async () => {
		const items = itemsOf(3);
		const executeData = { data: { main: [items] } };
		await runAll({ items, executeData }, { work: failing(2) });
		const { outcomes } = await runAll({ items, executeData }, { work: failing(2) });
		expect((outcomes[2] as { description?: string }).description).toContain(
			'2 of 3 items had been done (items 0-1)',
		);
	});
});
