/** A time limit by the wall clock, which does not outlive the limited work. */
import { withTimeout } from '../../../nodes/CaseManagement/transport/time.ts';

/** Work that ends only by its signal, as n8n's HTTP client does. */
const untilEnded = async (signal: AbortSignal): Promise<never> =>
	await new Promise((_resolve, reject) => {
		const fail = () => reject(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }));
		if (signal.aborted) fail();
		signal.addEventListener('abort', fail);
	});

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
	await work.then(
		() => 'no error',
		(error: { code?: string }) => error.code,
	);

test('returns the result of the work, or its own error', async () => {
	expect(await withTimeout(1000, undefined, async () => 7)).toBe(7);
	const failing = async () => await Promise.reject(Object.assign(new Error('x'), { code: 'E' }));
	expect(await codeOf(withTimeout(1000, undefined, failing))).toBe('E');
});

test('work that takes too long is aborted with the reason', async () => {
	const started = Date.now();
	expect(await codeOf(withTimeout(30, undefined, untilEnded))).toBe('ECONNABORTED');
	expect(await codeOf(withTimeout(30, new AbortController().signal, untilEnded))).toBe(
		'ECONNABORTED',
	);
	expect(Date.now() - started).toBeLessThan(1000);
});

test('a cancelled run is not mistaken for a time-out', async () => {
	const run = new AbortController();
	const work = codeOf(withTimeout(60_000, run.signal, untilEnded));
	run.abort();
	expect(await work).toBe('ERR_CANCELED');
});

test('work of a run cancelled before it started is aborted with the reason', async () => {
	expect(await codeOf(withTimeout(60_000, AbortSignal.abort(), untilEnded))).toBe('ERR_CANCELED');
});

test('a limit that exceeds a timer does not end the work at once', async () => {
	const brief = async (signal: AbortSignal) => {
		await new Promise((resolve) => setTimeout(resolve, 20));
		return signal.aborted;
	};
	for (const limit of [2 ** 31, 1e15, Infinity]) {
		expect(await withTimeout(limit, undefined, brief)).toBe(false);
	}
	expect(await withTimeout(1000.5, undefined, brief)).toBe(false);
});

test('leaves no listeners on the run and no timer', async () => {
	const { signal } = new AbortController();
	const clock = new AbortController().signal;
	jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(clock);
	const seen = [signal, clock].map((source) => ({
		add: jest.spyOn(source, 'addEventListener'),
		remove: jest.spyOn(source, 'removeEventListener'),
	}));
	await withTimeout(1000, signal, async () => 7);
	for (const { add, remove } of seen) {
		expect(add).toHaveBeenCalledTimes(1);
		expect(remove.mock.calls).toEqual([['abort', add.mock.calls[0]![1]]]);
	}
});
