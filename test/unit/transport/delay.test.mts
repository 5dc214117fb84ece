import { sleep } from 'n8n-workflow';

import { delay, cancelled } from '../../../nodes/CaseManagement/transport/delay.ts';
import { problemIn } from '../faking.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

const sleeping = jest.mocked(sleep);

const forEver = () => new Promise<void>(() => undefined);

/** A signal that counts who listens to it. */
function listened() {
	const controller = new AbortController();
	const { signal } = controller;
	const add = jest.spyOn(signal, 'addEventListener');
	const remove = jest.spyOn(signal, 'removeEventListener');
	return { controller, signal, add, remove };
}

beforeEach(() => sleeping.mockReset().mockResolvedValue(undefined));

test('the end of a run says that it was ended, and what that leaves open', () => {
	expect(cancelled()).toMatchObject({
		kind: 'cancelled',
		message: 'The execution was stopped',
		hint: 'What had been sent before may have had its effect.',
	});
});

test('waits as long as it is told, with or without a signal', async () => {
	await delay(700);
	await delay(800, new AbortController().signal);
	expect(sleeping.mock.calls).toEqual([[700], [800]]);
});

test('does not wait at all when the run has ended', async () => {
	const problem = await problemIn(() => delay(700, AbortSignal.abort()));
	expect(problem.kind).toBe('stopped');
	expect(sleeping).not.toHaveBeenCalled();
});

test('ends as soon as the run does', async () => {
	sleeping.mockImplementation(forEver);
	const { controller, signal } = listened();
	const pause = problemIn(() => delay(700, signal));
	controller.abort();
	expect((await pause).kind).toBe('stopped');
});

test('is cut short without an error, and not begun if it is before', async () => {
	sleeping.mockImplementation(forEver);
	const run = listened();
	const ending = listened();
	const pause = delay(700, run.signal, ending.signal);
	ending.controller.abort();
	await pause;
	sleeping.mockClear();
	await delay(700, run.signal, ending.signal);
	expect(sleeping).not.toHaveBeenCalled();
	expect(run.remove).toHaveBeenCalledTimes(run.add.mock.calls.length);
	expect(ending.remove).toHaveBeenCalledTimes(ending.add.mock.calls.length);
});

test('a run that is over is told, although the pause was cut short too', async () => {
	const problem = await problemIn(() => delay(7, AbortSignal.abort(), AbortSignal.abort()));
	expect(problem.kind).toBe('stopped');
});

test('leaves no timer behind for longer than a second', async () => {
	const { controller, signal } = listened();
	await delay(2500, signal);
	expect(sleeping.mock.calls).toEqual([[1000], [1000], [500]]);
	sleeping.mockClear().mockImplementationOnce(async () => controller.abort());
	expect((await problemIn(() => delay(20_000, signal))).kind).toBe('stopped');
	await new Promise((resolve) => setImmediate(resolve));
	expect(sleeping.mock.calls).toEqual([[1000]]);
});

test('leaves nobody listening', async () => {
	const { signal, add, remove } = listened();
	await delay(700, signal);
	expect(add).toHaveBeenCalledTimes(1);
	expect(remove.mock.calls).toEqual([['abort', add.mock.calls[0]![1]]]);
});
