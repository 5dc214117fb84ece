/** Waiting for a status, with a simulated clock. */
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import { waitForStatus } from '../../../nodes/CaseManagement/resources/case/waitLoop.ts';
import type { WaitRules } from '../../../nodes/CaseManagement/resources/case/waitLoop.ts';

const service = (status: number, rest = {}) =>
	new Problem(`HTTP ${status}`, { kind: 'service', status, ...rest });
const connection = (code: string) => new Problem(code, { kind: 'connection', code });

const MINUTE = 60_000;

/**
 * Waits with checks that return statuses or fail; the last one repeats. Returns the second of each
 * check.
 */
async function waited(
	looks: Array<Problem | string>,
	{
		random = 0,
		lookTakes = 0,
		...rules
	}: Partial<WaitRules> & { random?: number; lookTakes?: number } = {},
) {
	let now = 1_700_000_000_000;
	const start = now;
	const at: number[] = [];
	const atMost: number[] = [];
	const end = await waitForStatus<string>(
		{ interval: 10_000, timeout: 10 * MINUTE, statuses: ['completed', 'error'], ...rules },
		{
			fetchCase: async (milliseconds) => {
				atMost.push(milliseconds / 1000);
				at.push((now - start) / 1000);
				now += lookTakes;
				const next = looks[Math.min(at.length, looks.length) - 1]!;
				if (next instanceof Problem) throw next;
				return next;
			},
			statusOf: (seen) => seen,
			now: () => now,
			pause: async (milliseconds) => {
				now += milliseconds;
			},
			random: () => random,
		},
	);
	return { ...end, at, atMost, took: now - start };
}

test('a case that already has the status is checked once', async () => {
	expect(await waited(['completed'])).toMatchObject({
		outcome: 'reached',
		seen: 'completed',
		took: 0,
	});
});

test('the pauses grow to a minute, and the last check is at the end of the time', async () => {
	const { outcome, seen, at } = await waited(['running']);
	expect({ outcome, seen }).toEqual({ outcome: 'timedOut', seen: 'running' });
	const rounded = at.map(Math.round);
	expect(rounded).toEqual([0, 10, 25, 48, 81, 132, 192, 252, 312, 372, 432, 492, 552, 600]);
});

test('a check gets the remaining time, and at the end enough to succeed', async () => {
	const { atMost } = await waited(['running'], { timeout: 30_000 });
	expect(atMost).toEqual([30, 20, 10, 10]);
});

test('a long interval stays unchanged', async () => {
	expect((await waited(['running'], { interval: 2 * MINUTE })).at).toEqual([
		0, 120, 240, 360, 480, 600,
	]);
});

test('random jitter makes a pause up to a tenth longer, never shorter', async () => {
	const { at } = await waited(['running'], { random: 1, timeout: MINUTE });
	expect(at.map(Math.round)).toEqual([0, 11, 28, 52, 60]);
});

test('an unknown status ends the wait that names it, and no other', async () => {
	expect(await waited(['archived'], { timeout: MINUTE })).toMatchObject({ outcome: 'timedOut' });
	expect(await waited(['archived'], { statuses: ['archived'] })).toMatchObject({
		outcome: 'reached',
	});
});

test('a check that takes longer than the remaining time is the last one', async () => {
	const { at, took } = await waited(['running'], { timeout: 1000, lookTakes: 5000 });
	expect({ at, took }).toEqual({ at: [0], took: 5000 });
});

test.each([408, 429, 500, 502, 503, 504, 599])('HTTP %i does not end the wait', async (status) => {
	const { outcome, seen, at } = await waited([
		service(status),
		'running',
		service(status),
		'error',
	]);
	expect({ outcome, seen, looks: at.length }).toEqual({
		outcome: 'reached',
		seen: 'error',
		looks: 4,
	});
});

test.each([400, 401, 403, 404])('HTTP %i ends it', async (status) => {
	const trouble = service(status);
	expect(await waited([trouble])).toMatchObject({
		outcome: 'failed',
		lastError: trouble,
		seen: undefined,
	});
	expect(await waited(['running', trouble])).toMatchObject({
		outcome: 'failed',
		lastError: trouble,
		seen: 'running',
	});
});

test.each(['input', 'invalidResponse', 'cancelled'] as const)(
	'a problem of kind %s ends it',
	async (kind) => {
		expect(await waited(['running', new Problem('No', { kind })])).toMatchObject({
			outcome: 'failed',
		});
	},
);

test('a temporary connection error does not end it', async () => {
	expect(await waited([connection('ECONNRESET'), 'completed'])).toMatchObject({
		outcome: 'reached',
	});
	expect(await waited([connection('ECONNREFUSED'), 'completed'])).toMatchObject({
		outcome: 'reached',
	});
});

test.each(['ENOTFOUND', 'CERT_HAS_EXPIRED'])(
	'%s ends it only if the case was never seen',
	async (code) => {
		expect(await waited([connection(code), 'completed'])).toMatchObject({ outcome: 'failed' });
		expect(await waited(['running', connection(code), 'completed'])).toMatchObject({
			outcome: 'reached',
		});
	},
);

test('the last problem is reported, an earlier one is not', async () => {
	const trouble = service(503);
	expect(await waited(['running', trouble], { timeout: MINUTE })).toMatchObject({
		outcome: 'timedOut',
		seen: 'running',
		lastError: trouble,
	});
	const { lastError: none } = await waited([trouble, 'running'], { timeout: MINUTE });
	expect(none).toBeUndefined();
});

test('Retry-After is obeyed, but only within the time limit', async () => {
	const asked = service(503, { retryAfter: '45' });
	expect((await waited([asked, 'completed'])).at).toEqual([0, 45]);
	expect((await waited([asked], { timeout: 30_000 })).at).toEqual([0, 30]);
});
