import fc from 'fast-check';

import { Problem, inputProblem, quote } from '../../../nodes/CaseManagement/model/problem.ts';
import { runs } from '../../support/runs.mts';

describe('a value in a message', () => {
	test.each([
		[undefined, 'nothing'],
		[null, 'null'],
		['', '""'],
		['text', '"text"'],
		[' two\n\tlines ', '" two lines "'],
		[7, '7'],
		[false, 'false'],
		[{ a: [1] }, '{"a":[1]}'],
		[Symbol('odd'), 'Symbol(odd)'],
	])('%p is shown as %s', (value, expected) => {
		expect(quote(value)).toBe(expected);
	});

	test('up to 80 characters are shown whole, of more the beginning', () => {
		const whole = 'x'.repeat(78);
		expect(quote(whole)).toBe(`"${whole}"`);
		expect(quote(`${whole}y`)).toBe(`"${'x'.repeat(76)}...`);
		expect(quote([whole])).toBe(`["${'x'.repeat(75)}...`);
	});

	test('for anything that JSON can hold: one short line, never [object Object]', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const text = quote(value);
				expect(text.length).toBeLessThanOrEqual(80);
				expect(text).not.toMatch(/[\n\r\t]/);
				if (typeof value === 'object') expect(text).not.toContain('[object');
			}),
			{ numRuns: runs(100) },
		);
	});
});

test('a problem has all its facts', () => {
	const facts = {
		kind: 'service',
		hint: 'Wait.',
		status: 429,
		code: 'E',
		retryAfter: '7',
		outcomeUnknown: true,
	} as const;
	const problem = new Problem('Too much', facts);
	expect(problem).toBeInstanceOf(Error);
	expect(problem).toMatchObject({ ...facts, name: 'Problem', message: 'Too much' });
});

test('unless it says so, the outcome of a problem is known', () => {
	expect(new Problem('x', { kind: 'service' }).outcomeUnknown).toBe(false);
});

describe('a note', () => {
	const facts = { kind: 'service', status: 500, outcomeUnknown: true } as const;

	test('stands behind the advice, and everything else stays', () => {
		const noted = new Problem('No', { ...facts, hint: 'Wait.' }).withNote('2 of 3 were done.');
		expect(noted).toMatchObject({ ...facts, message: 'No', hint: 'Wait. 2 of 3 were done.' });
	});

	test('is the advice where there is none', () => {
		expect(new Problem('No', facts).withNote('2 of 3 were done.').hint).toBe('2 of 3 were done.');
	});

	test('brings the facts behind it, or leaves those that there are', () => {
		const problem = new Problem('No', facts).withNote('2 were done.', { cases: [1, 2] });
		expect(problem.withNote('Look.')).toMatchObject({ ...facts, details: { cases: [1, 2] } });
	});

	test('that is none changes nothing', () => {
		const problem = new Problem('No', facts);
		expect(problem.withNote(undefined)).toBe(problem);
	});
});

test('bad input is a problem of that kind, with advice or without', () => {
	expect(inputProblem('No', 'Enter another.')).toMatchObject({
		kind: 'input',
		message: 'No',
		hint: 'Enter another.',
		outcomeUnknown: false,
	});
	expect(inputProblem('No').hint).toBeUndefined();
});

test('what has no JSON is shown all the same', () => {
	const circular: unknown[] = [];
	circular.push(circular);
	expect(quote(10n)).toBe('10');
	expect(typeof quote(circular)).toBe('string');
});
