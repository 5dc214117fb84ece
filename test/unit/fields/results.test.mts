import { readLimit } from '../../../nodes/CaseManagement/fields/results.ts';
import { parametersOf, problemIn } from '../faking.mts';

describe('the number of entries to return', () => {
	test.each([
		[{ returnAll: true }, Infinity],
		[{ returnAll: 'true', limit: 0 }, Infinity],
		[{ returnAll: false, limit: 1 }, 1],
		[{ limit: 50 }, 50],
		[{ limit: '5' }, 5],
	])('%j: %p', (values, wanted) => {
		expect(readLimit(parametersOf(values))).toBe(wanted);
	});

	test.each([0, -1, 1.5, NaN, Infinity, 'five', null, {}])(
		'%p is not a valid limit',
		async (limit) => {
			const problem = await problemIn(() => readLimit(parametersOf({ limit })));
			expect(problem.kind).toBe('input');
			expect(problem.message).toContain('"Limit" must be a whole number of at least 1, but is ');
			expect(problem.hint).toBe('Enter how many entries you want, or turn on Return All.');
		},
	);
});
