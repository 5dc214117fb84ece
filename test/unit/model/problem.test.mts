import { inputProblem, Problem } from '../../../nodes/CaseManagement/model/problem.ts';

test('a problem keeps all its facts', () => {
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

test('the outcome of a problem is known unless it says otherwise', () => {
	expect(new Problem('x', { kind: 'service' }).outcomeUnknown).toBe(false);
});

describe('a note', () => {
	const facts = { kind: 'service', status: 500, outcomeUnknown: true } as const;

	test('follows the advice and changes nothing else', () => {
		const noted = new Problem('No', { ...facts, hint: 'Wait.' }).withNote('2 of 3 were done.');
		expect(noted).toMatchObject({ ...facts, message: 'No', hint: 'Wait. 2 of 3 were done.' });
	});

	test('becomes the advice if there is none', () => {
		expect(new Problem('No', facts).withNote('2 of 3 were done.').hint).toBe('2 of 3 were done.');
	});

	test('brings its own facts, or keeps the existing ones', () => {
		const problem = new Problem('No', facts).withNote('2 were done.', { cases: [1, 2] });
		expect(problem.withNote('Look.')).toMatchObject({ ...facts, details: { cases: [1, 2] } });
	});

	test('changes nothing if it is undefined', () => {
		const problem = new Problem('No', facts);
		expect(problem.withNote(undefined)).toBe(problem);
	});
});

test('bad input is a problem of that kind, with or without advice', () => {
	expect(inputProblem('No', 'Enter another.')).toMatchObject({
		kind: 'input',
		message: 'No',
		hint: 'Enter another.',
		outcomeUnknown: false,
	});
	expect(inputProblem('No').hint).toBeUndefined();
});
