/** Values that are created once, and what happens to failures. */
import { Memory, memoryAcrossTries } from '../../../nodes/CaseManagement/execution/memory.ts';

/** Work that fails, and how often it was started. */
const failing = () =>
	jest.fn(async (): Promise<string> => {
		await Promise.resolve();
		throw new Error('No');
	});

describe.each([true, false])('a memory with keepsFailures %p', (keepsFailures) => {
	test('creates the value of each key once', () => {
		const memory = new Memory(keepsFailures);
		const create = jest.fn(() => ({}));
		const one = memory.get('one', create);
		expect(memory.get('one', create)).toBe(one);
		expect(memory.get('two', create)).not.toBe(one);
		expect(create).toHaveBeenCalledTimes(2);
		expect(memory.get('__proto__', () => 'text')).toBe('text');
	});

	test.each([undefined, null, 0, ''])('remembers %p as a value', (value) => {
		const memory = new Memory(keepsFailures);
		const create = jest.fn(() => value);
		expect([memory.get('a', create), memory.get('a', create)]).toEqual([value, value]);
		expect(create).toHaveBeenCalledTimes(1);
	});

	test('returns the same promise to all callers, while it is pending and afterwards', async () => {
		const memory = new Memory(keepsFailures);
		const create = jest.fn(async () => ({}));
		const first = memory.get('form', create);
		expect(memory.get('form', create)).toBe(first);
		const value = await first;
		expect(memory.get('form', create)).toBe(first);
		expect(await memory.get('form', create)).toBe(value);
		expect(create).toHaveBeenCalledTimes(1);
	});

	test('rejects for all waiting callers together', async () => {
		const memory = new Memory(keepsFailures);
		const create = failing();
		const outcomes = await Promise.allSettled([1, 2, 3].map(() => memory.get('form', create)));
		expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
		expect(new Set(outcomes.map((one) => 'reason' in one && (one.reason as unknown))).size).toBe(1);
		expect(create).toHaveBeenCalledTimes(1);
	});

	test('remembers nothing if the callback throws synchronously', () => {
		const memory = new Memory(keepsFailures);
		const fail = () => {
			throw new Error('No');
		};
		expect(() => memory.get('a', fail)).toThrow('No');
		expect(memory.get('a', () => 7)).toBe(7);
	});

	test('shares nothing with another memory', () => {
		expect(new Memory(keepsFailures).get('a', () => 1)).toBe(1);
		expect(new Memory(keepsFailures).get('a', () => 2)).toBe(2);
	});
});

test.each([
	['as it is', new Memory()],
	['when told so', new Memory(true)],
])('a failure is kept for later callers: %s', async (_how, memory) => {
	const create = failing();
	const first = memory.get('form', create);
	await expect(first).rejects.toThrow('No');
	expect(memory.get('form', async () => 'another')).toBe(first);
	expect(create).toHaveBeenCalledTimes(1);
});

test('otherwise a later caller creates the value again, and a success is kept', async () => {
	const memory = new Memory(false);
	const create = failing();
	await expect(memory.get('form', create)).rejects.toThrow('No');
	await expect(memory.get('form', create)).rejects.toThrow('No');
	expect(create).toHaveBeenCalledTimes(2);
	const again = memory.get('form', async () => 'there');
	expect(await again).toBe('there');
	expect(memory.get('form', create)).toBe(again);
	expect(create).toHaveBeenCalledTimes(2);
});

test('a failure that nobody awaits does not become an unhandled rejection', async () => {
	const unhandled = jest.fn();
	process.on('unhandledRejection', unhandled);
	const memory = new Memory(false);
	await expect(memory.get('form', failing())).rejects.toThrow('No');
	await new Promise((resolve) => setImmediate(resolve));
	process.off('unhandledRejection', unhandled);
	expect(unhandled).not.toHaveBeenCalled();
});

test('the tries of one execution share a memory; another execution has its own', async () => {
	const [data, others] = [{}, {}];
	expect(memoryAcrossTries(data)).toBe(memoryAcrossTries(data));
	memoryAcrossTries(data).get('plan', () => 1);
	expect(memoryAcrossTries(data).get('plan', () => 2)).toBe(1);
	expect(memoryAcrossTries(others).get('plan', () => 2)).toBe(2);
	const create = failing();
	await expect(memoryAcrossTries(data).get('list', create)).rejects.toThrow('No');
	await expect(memoryAcrossTries(data).get('list', create)).rejects.toThrow('No');
	expect(create).toHaveBeenCalledTimes(1);
});
