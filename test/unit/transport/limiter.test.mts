import { Limiter } from '../../../nodes/CaseManagement/transport/limiter.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('never lets more through than its limit, keeps the order, and is empty at the end', async () => {
	const limiter = new Limiter(3);
	const started: number[] = [];
	let running = 0;
	let most = 0;
	await Promise.all(
		Array.from({ length: 50 }, (_unused, index) =>
			limiter.run(async () => {
				started.push(index);
				running += 1;
				most = Math.max(most, running);
				await tick();
				running -= 1;
			}),
		),
	);
	expect(most).toBe(3);
	expect(started).toEqual(Array.from({ length: 50 }, (_unused, index) => index));
	expect(limiter.inFlight).toBe(0);
});

test('continues after a failure', async () => {
	const limiter = new Limiter(1);
	const failing = limiter.run(async () => {
		throw new Error('no');
	});
	const next = limiter.run(async () => 'yes');
	await expect(failing).rejects.toThrow('no');
	await expect(next).resolves.toBe('yes');
	expect(limiter.inFlight).toBe(0);
});

test('does not let a newcomer overtake', async () => {
	const limiter = new Limiter(1);
	const order: string[] = [];
	const first = limiter.run(async () => {
		order.push('first');
	});
	const second = limiter.run(async () => {
		order.push('second');
	});
	await first;
	const third = limiter.run(async () => {
		order.push('third');
	});
	await Promise.all([second, third]);
	expect(order).toEqual(['first', 'second', 'third']);
});
