/** With Retry On Fail n8n runs the node again on the same items. */
import type { Effect } from '../../../nodes/CaseManagement/execution/memory.ts';
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { OperationId } from '../../../nodes/CaseManagement/transport/endpoints.ts';
import { itemsOf, numberIn, runTask, tick } from './running.mts';
import type { Mode } from './running.mts';

const failure = (facts: object = {}) => new Problem('No', { kind: 'service', ...facts });

/**
 * Runs twice on two items; the second item fails in the first run, and the second run would
 * succeed.
 */
async function twice(effect: Effect, facts: object, mode: Mode = 'stopWorkflow') {
	const items = itemsOf(2);
	const first = await runTask(
		{ items, mode },
		{
			effect,
			run: async (n) => {
				await tick();
				if (n === 1) throw failure(facts);
				return [{ n, run: 1 }];
			},
		},
	);
	const begun: number[] = [];
	const second = await runTask(
		{ items, mode },
		{
			effect,
			run: async (n) => {
				begun.push(n);
				return [{ n, run: 2 }];
			},
		},
	);
	return { first, second, begun };
}

test.each(['idempotent', 'once'] as const)(
	'a completed write (%s) is not repeated',
	async (effect) => {
		const { second, begun } = await twice(effect, {});
		expect(begun).toEqual([1]);
		expect(second.output).toEqual([
			{ json: { n: 0, run: 1 }, pairedItem: { item: 0 } },
			{ json: { n: 1, run: 2 }, pairedItem: { item: 1 } },
		]);
	},
);

test('a read is repeated and returns the current state', async () => {
	expect((await twice('none', {})).begun).toEqual([0, 1]);
	expect((await twice('none', { outcomeUnknown: true })).begun).toEqual([0, 1]);
});

test('a write that may have succeeded is not sent again if that could create a second one', async () => {
	const { first, second, begun } = await twice('once', { outcomeUnknown: true });
	expect(begun).toEqual([]);
	expect(second.error!.message).toBe(first.error!.message);
	const going = await twice('once', { outcomeUnknown: true }, 'continueRegularOutput');
	expect(going.begun).toEqual([]);
	expect(going.second.output).toEqual(going.first.output);
});

test('a write that may be repeated safely is sent again', async () => {
	expect((await twice('idempotent', { outcomeUnknown: true })).begun).toEqual([1]);
});

test('a write that is known to have failed is sent again', async () => {
	expect((await twice('once', { outcomeUnknown: false })).begun).toEqual([1]);
});

test('an internal error does not count as an unknown outcome', async () => {
	const items = itemsOf(1);
	const odd = Object.assign(new TypeError('odd'), { outcomeUnknown: true });
	await runTask(
		{ items },
		{
			effect: 'once',
			run: async () => {
				throw odd;
			},
		},
	);
	expect((await runTask({ items }, { effect: 'once' })).sent).toEqual(['PUT /0']);
});

test('an item is recognized whatever its position and whatever other items there are', async () => {
	const items = itemsOf(3);
	await runTask({ items, reply: (request) => (numberIn(request) === 1 ? { status: 418 } : {}) });
	const again = await runTask({ items: [{ json: { n: 7 } }, items[1]!, items[0]!] });
	expect(again.sent).toEqual(['PUT /7', 'PUT /1']);
	expect((await runTask({ items: itemsOf(3) })).sent).toHaveLength(3);
});

test('a completed item is not even prepared again', async () => {
	const items = itemsOf(2);
	await runTask({ items });
	const prepare = jest.fn(() => 0);
	await runTask({ items }, { prepare });
	expect(prepare).not.toHaveBeenCalled();
});

describe('a write that may have succeeded and may be repeated', () => {
	/** One run for each failure, on the same item; returns the message of the last one. */
	async function after(...failures: Array<Problem | undefined>) {
		const items = itemsOf(1);
		let last: unknown;
		for (const problem of failures) {
			const { output } = await runTask(
				{ items, mode: 'continueRegularOutput' },
				{
					operationId: 'deleteCase' satisfies OperationId,
					run: async () => {
						if (problem !== undefined) throw problem;
						return [{ done: true }];
					},
				},
			);
			[last] = output;
		}
		const { json } = last as { json: { details?: object } };
		return json.details ?? json;
	}

	const lost = failure({ kind: 'connection', outcomeUnknown: true, hint: 'Look.' });
	const gone = failure({ status: 404, hint: 'Check the ID.' });
	const look = 'The case may have been deleted. Use Case > Get to check whether it still exists.';
	const before = 'An earlier attempt to process this item ended without a clear response.';

	test.each([404, 409])('says so when the next attempt fails with %i', async (status) => {
		const refused = failure({ status, hint: 'Check the ID.' });
		expect(await after(lost, refused)).toMatchObject({
			message: 'No',
			httpStatus: status,
			outcomeUnknown: true,
			whatToDo: `${look} ${before} This may be the result of that attempt.`,
		});
	});

	test('says so after every further attempt', async () => {
		const says = {
			outcomeUnknown: true,
			whatToDo: `${look} ${before} This may be the result of that attempt.`,
		};
		expect(await after(lost, gone, gone, gone)).toMatchObject(says);
	});

	test('also gives the advice for a failure that has another cause', async () => {
		expect(await after(lost, failure({ status: 401, hint: 'Token.' }))).toMatchObject({
			outcomeUnknown: true,
			whatToDo: `${look} ${before} Token.`,
		});
	});

	test('says so once if the outcome of the next attempt is unknown too', async () => {
		expect(await after(lost, lost)).toMatchObject({ outcomeUnknown: true, whatToDo: 'Look.' });
	});

	test('is completed when a later attempt succeeds', async () => {
		expect(await after(lost, gone, undefined)).toEqual({ done: true });
		expect(await after(lost, undefined, gone)).toEqual({ done: true });
	});

	test('says nothing of the kind if no attempt left its outcome unknown', async () => {
		const details = await after(failure({ status: 401 }), gone);
		expect(details).toMatchObject({ whatToDo: 'Check the ID.' });
		expect(details).not.toHaveProperty('outcomeUnknown');
	});
});

test('the note of a later run counts what an earlier run completed', async () => {
	const items = itemsOf(3);
	const reply = (request: Parameters<typeof numberIn>[0]) =>
		numberIn(request) === 2 ? { status: 418 } : {};
	await runTask({ items, reply });
	const { error, sent } = await runTask({ items, reply });
	expect(sent).toEqual(['PUT /2']);
	expect(error!.description).toContain('2 of 3 items were completed (items 0-1)');
});
