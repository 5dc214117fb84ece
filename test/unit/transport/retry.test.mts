import fc from 'fast-check';

import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { ProblemFacts } from '../../../nodes/CaseManagement/model/problem.ts';
import {
	MAX_DELAY,
	retryAfterMs,
	retryDelay,
} from '../../../nodes/CaseManagement/transport/retry.ts';
import { runs } from '../../support/runs.mts';

const state = { isWrite: false, attempt: 1, now: Date.parse('2026-03-01T10:00:00Z'), random: 1 };

const pause = (facts: ProblemFacts, changes = {}) =>
	retryDelay(new Problem('x', facts), { ...state, ...changes });

const service = (status: number, retryAfterHeader?: string): ProblemFacts => ({
	kind: 'service',
	status,
	retryAfter: retryAfterHeader,
});

const connection = (code?: string): ProblemFacts => ({ kind: 'connection', code });

test.each([
	[service(408), true, false],
	[service(429), true, true],
	[service(502), true, false],
	[service(503), true, false],
	[service(504), true, false],
	[service(400), false, false],
	[service(401), false, false],
	[service(403), false, false],
	[service(404), false, false],
	[service(409), false, false],
	[service(422), false, false],
	[service(500), false, false],
	[service(501), false, false],
	[connection('ECONNREFUSED'), true, true],
	[connection('ECONNRESET'), true, false],
	[connection('ECONNABORTED'), true, false],
	[connection('EAI_AGAIN'), true, false],
	[connection('ENOTFOUND'), false, false],
	[connection('CERT_HAS_EXPIRED'), false, false],
	[connection('DEPTH_ZERO_SELF_SIGNED_CERT'), false, false],
	[connection(undefined), false, false],
	[{ kind: 'invalidResponse', status: 200 }, false, false],
	[{ kind: 'invalidResponse', status: 503, code: 'ECONNREFUSED' }, false, false],
	[{ kind: 'service' }, false, false],
	[{ kind: 'input' }, false, false],
	[{ kind: 'cancelled' }, false, false],
] as Array<[ProblemFacts, boolean, boolean]>)('%j: a read %p, a write %p', (facts, read, write) => {
	expect(pause(facts) !== undefined).toBe(read);
	expect(pause(facts, { isWrite: true }) !== undefined).toBe(write);
});

test('the third failure is final', () => {
	expect(pause(service(503), { attempt: 2 })).toBeDefined();
	expect(pause(service(503), { attempt: 3 })).toBeUndefined();
});

test('pauses grow, with jitter between half and full length', () => {
	expect(pause(service(503))).toBe(500);
	expect(pause(service(503), { random: 0 })).toBe(250);
	expect(pause(service(503), { attempt: 2 })).toBe(1000);
	expect(pause(service(503), { attempt: 2, random: 0 })).toBe(500);
});

test.each([
	['2', 2500],
	['2.25', 2750],
	['Sun 01 Mar 2026 10:00:05 GMT', 5500],
	[' 7 ', 7500],
	['0', 500],
	['3600', undefined],
	['Sun, 01 Mar 2026 10:00:05 GMT', 5500],
	['Sunday, 01-Mar-26 10:00:05 GMT', 5500],
	['Sun Mar  1 10:00:05 2026', 5500],
	['29.9', MAX_DELAY],
	['Sun, 01 Mar 2026 09:00:00 GMT', 500],
	['Sun, 01 Mar 2026 18:00:00 GMT', undefined],
	['soon', 500],
	['-5', 500],
	['', 500],
])('Retry-After %j means a pause of %p ms', (header, expected) => {
	expect(pause(service(429, header))).toBe(expected);
});

test('a Retry-After is spread over the time after it, never before it, never beyond the maximum', () => {
	for (const random of [0, 0.25, 0.5, 1]) {
		expect(pause(service(429, '7'), { random })).toBe(7000 + 500 * random);
		expect(pause(service(429, '7'), { random, attempt: 2 })).toBe(7000 + 1000 * random);
		expect(pause(service(429, '30'), { random })).toBe(MAX_DELAY);
	}
});

test('anything other than seconds or a date is not a valid Retry-After', () => {
	for (const value of [
		'soon',
		'-5',
		'1 2',
		'March 2026',
		'Monsoon',
		'Sunday',
		'on Sun, 01 Mar 2026 10:00:05 GMT',
		'',
	]) {
		expect(retryAfterMs(value, state.now)).toBeUndefined();
	}
});

test('the pause is limited, whatever the header says', () => {
	fc.assert(
		fc.property(fc.string(), fc.float({ min: 0, max: 1, noNaN: true }), (header, random) => {
			const found = pause(service(429, header), { random });
			// A service that asks for more than the longest pause is not called again.
			if ((retryAfterMs(header, state.now) ?? 0) > MAX_DELAY) {
				expect(found).toBeUndefined();
				return;
			}
			expect(found).toBeGreaterThanOrEqual(250);
			expect(found).toBeLessThanOrEqual(MAX_DELAY);
		}),
		{ numRuns: runs(100), examples: [['31', 0]] },
	);
});
