import { sleep } from 'n8n-workflow';

import { longPause, pauseFor, stopped } from '../../../nodes/CaseManagement/transport/pause.ts';
import { problemIn } from './faking.mts';

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
	expect(stopped()).toMatchObject({
		kind: 'stopped',
		message: 'The execution was stopped',
		hint: 'What had been sent before may have had its effect.',
	});
});

test('waits as long as it is told, with or without a signal', async () => {
	await pauseFor(700);
	await pauseFor(800, new AbortController().signal);
	expect(sleeping.mock.calls).toEqual([[700], [800]]);
});

test('does not wait at all when the run has ended', async () => {
	const problem = await problemIn(() => pauseFor(700, AbortSignal.abort()));
	expect(problem.kind).toBe('stopped');
	expect(sleeping).not.toHaveBeenCalled();
});

test('ends as soon as the run does', async () => {
	sleeping.mockImplementation(forEver);
	const { controller, signal } = listened();
	const pause = problemIn(() => pauseFor(700, signal));
	controller.abort();
	expect((await pause).kind).toBe('stopped');
});

test('leaves nobody listening', async () => {
	const { signal, add, remove } = listened();
	await pauseFor(700, signal);
	expect(add).toHaveBeenCalledTimes(1);
	expect(remove.mock.calls).toEqual([['abort', add.mock.calls[0]![1]]]);
});

describe('a long pause', () => {
	const told = () => sleeping.mock.calls.map(([milliseconds]) => milliseconds);

	test('is as long as it is told, and asks each second whether it is wanted', async () => {
		const wanted = jest.fn();
		await longPause(2500, undefined, wanted);
		expect(told()).toEqual([1000, 1000, 500]);
		expect(wanted).toHaveBeenCalledTimes(3);
	});

	test('ends when it is not wanted any more', async () => {
		const wanted = jest.fn(() => {
			if (wanted.mock.calls.length > 2) throw new Error('not wanted');
		});
		await expect(longPause(60_000, undefined, wanted)).rejects.toThrow('not wanted');
		expect(told()).toEqual([1000, 1000]);
	});

	test('ends with the run', async () => {
		sleeping.mockImplementation(forEver);
		const { controller, signal } = listened();
		const pausing = longPause(60_000, signal, () => undefined);
		controller.abort();
		await expect(pausing).rejects.toMatchObject({ kind: 'stopped' });
	});
});
