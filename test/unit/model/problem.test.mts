import { inputProblem, Problem } from '../../../nodes/CaseManagement/model/problem.ts';

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
