/** Batching in the Request Options, with a simulated clock. */
import type { InputItem } from '../../../nodes/CaseManagement/execution/execution.ts';
import { makeBatchQueue } from '../../../nodes/CaseManagement/execution/pacing.ts';
import { delay } from '../../../nodes/CaseManagement/transport/time.ts';
import { tick } from './running.mts';

jest.mock('../../../nodes/CaseManagement/transport/time.ts', () => ({
	...jest.requireActual<object>('../../../nodes/CaseManagement/transport/time.ts'),
	delay: jest.fn(),
}));

const delayed = jest.mocked(delay);

let now = 0;

beforeEach(() => {
	now = 1_700_000_000_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	delayed.mockReset().mockImplementation(async (milliseconds) => {
		const end = now + milliseconds;
		await tick();
		now = end;
	});
});

const START = 1_700_000_000_000;

/** The first item of an execution with these batches. */
const withBatch = (batch: unknown) =>
	({
		getNodeParameter: (name: string, fallback: unknown) =>
			name === 'requestOptions.batching.batch' && batch !== undefined ? batch : fallback,
	}) as unknown as InputItem;

/** When each of five items has its turn, if all start at once. */
async function turns(batch: unknown, count = 5): Promise<number[]> {
	const nextTurn = makeBatchQueue(withBatch(batch));
	const at: number[] = [];
	await Promise.all(
		Array.from({ length: count }, async () => {
			await nextTurn();
			at.push(now - START);
		}),
	);
	return at;
}

test.each([
	[{ batchSize: 2, batchInterval: 70 }, [0, 0, 70, 70, 140]],
	[{ batchSize: 5, batchInterval: 70 }, [0, 0, 0, 0, 0]],
	// As n8n reads them: without a size each item is a batch.
	[{ batchInterval: 70 }, [0, 70, 140, 210, 280]],
	[{ batchSize: 0, batchInterval: 70 }, [0, 70, 140, 210, 280]],
	[{ batchSize: -1, batchInterval: 70 }, [0, 70, 140, 210, 280]],
	[{ batchSize: '2', batchInterval: '70' }, [0, 0, 70, 70, 140]],
	[{ batchSize: 2 }, [0, 0, 0, 0, 0]],
	[{ batchSize: 2, batchInterval: 0 }, [0, 0, 0, 0, 0]],
	[{ batchSize: 2, batchInterval: -70 }, [0, 0, 0, 0, 0]],
	[{ batchSize: 2, batchInterval: 'soon' }, [0, 0, 0, 0, 0]],
	[undefined, [0, 0, 0, 0, 0]],
	[null, [0, 0, 0, 0, 0]],
])('with batching %j the items start at %j', async (batch, at) => {
	expect(await turns(batch)).toEqual(at);
});

test('the delay does not include the time that the previous batch took', async () => {
	const nextTurn = makeBatchQueue(withBatch({ batchSize: 1, batchInterval: 70 }));
	await nextTurn();
	now += 50;
	await nextTurn();
	expect(now - START).toBe(70);
});

test('cancelling the run or the first failure ends the delay', async () => {
	const run = new AbortController();
	const stop = new AbortController();
	const nextTurn = makeBatchQueue(withBatch({ batchInterval: 70 }), run.signal, stop.signal);
	await nextTurn();
	await nextTurn();
	expect(delayed.mock.calls).toEqual([[70, run.signal, stop.signal]]);
});
