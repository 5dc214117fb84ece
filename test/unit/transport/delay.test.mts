import { cancelled, delay, MAX_TIMER_MS } from '../../../nodes/CaseManagement/transport/time.ts';
import { problemIn } from '../faking.mts';

const never = () => new AbortController().signal;

/** A signal that counts its listeners. */
function listened() {
	const controller = new AbortController();
	const { signal } = controller;
	const add = jest.spyOn(signal, 'addEventListener');
	const remove = jest.spyOn(signal, 'removeEventListener');
	return { controller, signal, add, remove };
}

/** The timers of the waits: each fires at once, unless a test says otherwise. */
const timeout = jest.spyOn(AbortSignal, 'timeout');

beforeEach(() => timeout.mockReset().mockImplementation(() => AbortSignal.abort()));

test('the end of a run is reported as cancelled, with what is left unknown', () => {
	expect(cancelled()).toMatchObject({
		kind: 'cancelled',
		message: 'The execution was stopped',
		hint: 'No further requests are sent.',
	});
});

test('waits for the given time, with or without a signal', async () => {
	await delay(700);
	await delay(800.2, never());
	expect(timeout.mock.calls).toEqual([[700], [801]]);
});

test('does not end early', async () => {
	const timer = listened();
	timeout.mockReturnValue(timer.signal);
	let isOver = false;
	const wait = delay(700, never(), never()).then(() => (isOver = true));
	await new Promise((resolve) => setImmediate(resolve));
	expect(isOver).toBe(false);
	timer.controller.abort();
	await wait;
});

test('treats a time that no timer supports as the longest one', async () => {
	await delay(2 ** 40);
	expect(timeout.mock.calls).toEqual([[MAX_TIMER_MS]]);
	expect(MAX_TIMER_MS).toBe(2_147_483_647);
});

test('does not wait if the run has already ended', async () => {
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

test('ends early without an error, and does not start if the run has ended', async () => {
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

test('the end of the run is reported even if the pause ended early', async () => {
	const problem = await problemIn(() => delay(7, AbortSignal.abort(), AbortSignal.abort()));
	expect(problem.kind).toBe('cancelled');
});

test('removes its listeners from the run and from its end, and clears its timer', async () => {
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

test('its timer does not keep the process alive, and still fires on time', async () => {
	timeout.mockRestore();
	const began = Date.now();
	await delay(30);
	expect(Date.now() - began).toBeGreaterThanOrEqual(29);
});
