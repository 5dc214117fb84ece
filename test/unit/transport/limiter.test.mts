import { Gate } from '../../../nodes/CaseManagement/transport/limiter.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('never lets more through than its limit, keeps the order, and is empty at the end', async () => {
	const gate = new Gate(3);
	const started: number[] = [];
	let running = 0;
	let most = 0;
	await Promise.all(
		Array.from({ length: 50 }, (_unused, index) =>
			gate.pass(async () => {
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
	expect(gate.inFlight).toBe(0);
});

test('goes on after a failure', async () => {
	const gate = new Gate(1);
	const failing = gate.pass(async () => {
		throw new Error('no');
	});
	const next = gate.pass(async () => 'yes');
	await expect(failing).rejects.toThrow('no');
	await expect(next).resolves.toBe('yes');
	expect(gate.inFlight).toBe(0);
});

test('does not let a newcomer overtake', async () => {
	const gate = new Gate(1);
	const order: string[] = [];
	const first = gate.pass(async () => {
		order.push('first');
	});
	const second = gate.pass(async () => {
		order.push('second');
	});
	await first;
	const third = gate.pass(async () => {
		order.push('third');
	});
	await Promise.all([second, third]);
	expect(order).toEqual(['first', 'second', 'third']);
});
