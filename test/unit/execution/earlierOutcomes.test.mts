/** With Retry On Fail n8n runs the node again on the same items. */
import type { Effect } from '../../../nodes/CaseManagement/execution/memory.ts';
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { OperationId } from '../../../nodes/CaseManagement/transport/endpoints.ts';
import { itemsOf, numberIn, runTask, tick } from './running.mts';
import type { Mode } from './running.mts';

const failure = (facts: object = {}) => new Problem('No', { kind: 'service', ...facts });

/** Runs twice on two items, of which the second fails; in the second run all would go well. */
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
	'a write (%s) that was completed is not done again',
	async (effect) => {
		const { second, begun } = await twice(effect, {});
		expect(begun).toEqual([1]);
		expect(second.output).toEqual([
			{ json: { n: 0, run: 1 }, pairedItem: { item: 0 } },
			{ json: { n: 1, run: 2 }, pairedItem: { item: 1 } },
		]);
	},
);

test('a read is done again, for what holds now', async () => {
	expect((await twice('none', {})).begun).toEqual([0, 1]);
	expect((await twice('none', { outcomeUnknown: true })).begun).toEqual([0, 1]);
});

test('what may have been done and would make a second one is not sent again', async () => {
	const { first, second, begun } = await twice('once', { outcomeUnknown: true });
	expect(begun).toEqual([]);
	expect(second.error!.message).toBe(first.error!.message);
	const going = await twice('once', { outcomeUnknown: true }, 'continueRegularOutput');
	expect(going.begun).toEqual([]);
	expect(going.second.output).toEqual(going.first.output);
});

test('what comes to the same when done twice is sent again', async () => {
	expect((await twice('idempotent', { outcomeUnknown: true })).begun).toEqual([1]);
});

test('what is known not to have happened is sent again', async () => {
	expect((await twice('once', { outcomeUnknown: false })).begun).toEqual([1]);
});

test('a fault of ours is no unknown outcome', async () => {
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

test('it is the item that is known, wherever it stands and whatever else is there', async () => {
	const items = itemsOf(3);
	await runTask({ items, reply: (request) => (numberIn(request) === 1 ? { status: 418 } : {}) });
	const again = await runTask({ items: [{ json: { n: 7 } }, items[1]!, items[0]!] });
	expect(again.sent).toEqual(['PUT /7', 'PUT /1']);
	expect((await runTask({ items: itemsOf(3) })).sent).toHaveLength(3);
});

test('an item that was completed is not even prepared again', async () => {
	const items = itemsOf(2);
	await runTask({ items });
	const prepare = jest.fn(() => 0);
	await runTask({ items }, { prepare });
	expect(prepare).not.toHaveBeenCalled();
});

describe('a write that may have been done and comes to the same when done twice', () => {
	/** One run for each failure, on the same item; gives what the last one says. */
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

	test.each([404, 409])('says so when the next attempt gets %i', async (status) => {
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

	test('says what else is to be done about a failure that has another reason', async () => {
		expect(await after(lost, failure({ status: 401, hint: 'Token.' }))).toMatchObject({
			outcomeUnknown: true,
			whatToDo: `${look} ${before} Token.`,
		});
	});

	test('says it once where the next attempt leaves it unknown too', async () => {
		expect(await after(lost, lost)).toMatchObject({ outcomeUnknown: true, whatToDo: 'Look.' });
	});

	test('is done when a later attempt succeeds', async () => {
		expect(await after(lost, gone, undefined)).toEqual({ done: true });
		expect(await after(lost, undefined, gone)).toEqual({ done: true });
	});

	test('is in no doubt where no attempt left it unknown', async () => {
		const details = await after(failure({ status: 401 }), gone);
		expect(details).toMatchObject({ whatToDo: 'Check the ID.' });
		expect(details).not.toHaveProperty('outcomeUnknown');
	});
});

test('what was completed in an earlier run is so in the note of a later one', async () => {
	const items = itemsOf(3);
	const reply = (request: Parameters<typeof numberIn>[0]) =>
		numberIn(request) === 2 ? { status: 418 } : {};
	await runTask({ items, reply });
	const { error, sent } = await runTask({ items, reply });
	expect(sent).toEqual(['PUT /2']);
	expect(error!.description).toContain('2 of 3 items were completed (items 0-1)');
});
