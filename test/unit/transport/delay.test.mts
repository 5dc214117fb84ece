import { cancelled, delay, MAX_TIMER_MS } from '../../../nodes/CaseManagement/transport/time.ts';
import { problemIn } from '../faking.mts';

const never = () => new AbortController().signal;

/** A signal that counts who listens to it. */
function listened() {
	const controller = new AbortController();
	const { signal } = controller;
	const add = jest.spyOn(signal, 'addEventListener');
	const remove = jest.spyOn(signal, 'removeEventListener');
	return { controller, signal, add, remove };
}

/** The timers of the waits: each is over at once, unless a test says otherwise. */
const timeout = jest.spyOn(AbortSignal, 'timeout');

beforeEach(() => timeout.mockReset().mockImplementation(() => AbortSignal.abort()));

test('the end of a run says that it was ended, and what that leaves open', () => {
	expect(cancelled()).toMatchObject({
		kind: 'cancelled',
		message: 'The execution was stopped',
		hint: 'No further requests are sent.',
	});
});

test('waits as long as it is told, with or without a signal', async () => {
	await delay(700);
	await delay(800.2, never());
	expect(timeout.mock.calls).toEqual([[700], [801]]);
});

test('does not end before its time', async () => {
	const timer = listened();
	timeout.mockReturnValue(timer.signal);
	let isOver = false;
	const wait = delay(700, never(), never()).then(() => (isOver = true));
	await new Promise((resolve) => setImmediate(resolve));
	expect(isOver).toBe(false);
	timer.controller.abort();
	await wait;
});

test('takes a time that no timer can hold for the longest one', async () => {
	await delay(2 ** 40);
	expect(timeout.mock.calls).toEqual([[MAX_TIMER_MS]]);
	expect(MAX_TIMER_MS).toBe(2_147_483_647);
});

test('does not wait at all when the run has ended', async () => {
	timeout.mockReturnValue(never());
	const problem = await problemIn(() => delay(700, AbortSignal.abort()));
	expect(problem.kind).toBe('cancelled');
});

test('ends as soon as the run does', async () => {
	timeout.mockReturnValue(never());
	const { controller, signal } = listened();
	const pause = problemIn(() => delay(700, signal));
	controller.abort();
	expect((await pause).kind).toBe('cancelled');
});

test('is cut short without an error, and not begun if it is before', async () => {
	timeout.mockReturnValue(never());
	const run = listened();
	const ending = listened();
	const pause = delay(700, run.signal, ending.signal);
	ending.controller.abort();
	await pause;
	await delay(700, run.signal, ending.signal);
	expect(run.add).toHaveBeenCalledTimes(1);
	expect(run.remove).toHaveBeenCalledTimes(1);
	expect(ending.remove).toHaveBeenCalledTimes(ending.add.mock.calls.length);
});

test('a run that is over is told, although the pause was cut short too', async () => {
	const problem = await problemIn(() => delay(7, AbortSignal.abort(), AbortSignal.abort()));
	expect(problem.kind).toBe('cancelled');
});

test('leaves nobody listening: neither to the run, nor to its end, nor to the timer', async () => {
	const all = [listened(), listened(), listened()] as const;
	const [run, ending, timer] = all;
	timeout.mockReturnValue(timer.signal);
	const pause = delay(700, run.signal, ending.signal);
	timer.controller.abort();
	await pause;
	for (const { add, remove } of all) {
		expect(add).toHaveBeenCalledTimes(1);
		expect(remove.mock.calls).toEqual([['abort', add.mock.calls[0]![1]]]);
	}
});

test('its timer keeps no process alive, and is over in time', async () => {
	timeout.mockRestore();
	const began = Date.now();
	await delay(30);
	expect(Date.now() - began).toBeGreaterThanOrEqual(29);
});
