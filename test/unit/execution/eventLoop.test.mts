/** n8n's event loop is released during long work, with a simulated clock. */
import { sleep } from 'n8n-workflow';

import { makeEventLoopYielder } from '../../../nodes/CaseManagement/transport/time.ts';
import { itemsOf, runTask } from './running.mts';

/** Longest time, in milliseconds, that anything else in n8n may have to wait. */
const LONGEST = 20;

let now = 0;

/** How long the event loop was blocked each time. */
const held: number[] = [];
let since = 0;

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => {
	now = since = 1_700_000_000_000;
	held.length = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest
		.mocked(sleep)
		.mockReset()
		.mockImplementation(async (milliseconds) => {
			expect(milliseconds).toBe(0);
			held.push(now - since);
			await new Promise((resolve) => setImmediate(resolve));
			// Other work has its turn, which may take long.
			now += 500;
			since = now;
		});
});

afterEach(() => jest.restoreAllMocks());

test('is released after enough time has passed, and not before', async () => {
	const yieldToEventLoop = makeEventLoopYielder();
	await yieldToEventLoop();
	now += 14;
	await yieldToEventLoop();
	expect(held).toEqual([]);
	now += 1;
	await yieldToEventLoop();
	await yieldToEventLoop();
	expect(held).toEqual([15]);
});

test('is released while many items are prepared', async () => {
	await runTask(
		{ items: itemsOf(300) },
		{
			effect: 'none',
			prepare: () => {
				now += 3;
				return 0;
			},
			run: async () => [],
		},
	);
	expect(Math.max(...held)).toBeLessThanOrEqual(LONGEST);
	expect(held.length).toBeGreaterThanOrEqual(Math.floor((300 * 3) / LONGEST));
});

test('is blocked by at most one item of each execution that runs at the same time', async () => {
	await runTask(
		{ items: itemsOf(300) },
		{
			effect: 'none',
			itemsAtOnce: 10,
			run: async () => {
				now += 3;
				return [];
			},
		},
	);
	expect(Math.max(...held)).toBeLessThanOrEqual(15 + 10 * 3);
	expect(held.length).toBeGreaterThanOrEqual(Math.floor((300 * 3) / 45));
});

test('is released between the results of items whose responses arrive together', async () => {
	await runTask(
		{ items: itemsOf(300) },
		{
			effect: 'none',
			itemsAtOnce: 1,
			run: async () => {
				now += 3;
				return [];
			},
		},
	);
	expect(Math.max(...held)).toBeLessThanOrEqual(LONGEST);
});
