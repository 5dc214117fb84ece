import {
	describeCompleted,
	forErrorOutput,
	toFailedItem,
	toOutputItems,
} from '../../../nodes/CaseManagement/execution/output.ts';
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';

test.each([
	[[], 1, undefined],
	[[0], 1, undefined],
	[[], 2, 'None of the 2 items was completed.'],
	[[], 5, 'None of the 5 items was completed.'],
	[[3], 5, '1 of 5 items was completed (item 3). Leave it out when you run the workflow again.'],
	[
		[2, 0, 1],
		5,
		'3 of 5 items were completed (items 0-2). Leave them out when you run the workflow again.',
	],
	[
		[10, 2, 1, 7, 9],
		20,
		'5 of 20 items were completed (items 1-2, 7, 9-10). Leave them out when you run the workflow again.',
	],
])('%j of %i', (completed, total, note) => {
	expect(describeCompleted(new Set(completed), new Set(), total)).toBe(note);
});

test.each([
	[
		[],
		[0, 1, 2],
		'None of the 3 items was completed, as far as is known. The outcome of items 0-2 is unknown. Check before you run them again.',
	],
	[
		[0],
		[2],
		'1 of 3 items was completed (item 0). Leave it out when you run the workflow again. The outcome of item 2 is unknown. Check before you run it again.',
	],
])('%j completed, %j with an unknown outcome', (completed, inDoubt, note) => {
	expect(describeCompleted(new Set(completed), new Set(inDoubt), 3)).toBe(note);
});

test('each result is linked to its item', () => {
	expect(toOutputItems([{ a: 1 }, { b: 2 }], 7)).toEqual([
		{ json: { a: 1 }, pairedItem: { item: 7 } },
		{ json: { b: 2 }, pairedItem: { item: 7 } },
	]);
});

test('a field named error is data and gets another name', () => {
	expect(toOutputItems([{ a: 1, error: 'as data' }], 0)).toEqual([
		{ json: { a: 1, service_error: 'as data' }, pairedItem: { item: 0 } },
	]);
});

test('for the error output an item is marked in a way that a copy loses', () => {
	const item = () => ({ json: { error: 'It failed', details: {} }, pairedItem: { item: 0 } });
	const marked = forErrorOutput(item(), { onError: 'continueErrorOutput' } as never);
	expect(marked.error?.message).toBe('It failed');
	expect({ ...marked }).toEqual(item());
	expect('error' in { ...marked }).toBe(false);
	const plain = forErrorOutput(item(), { onError: 'continueRegularOutput' } as never);
	expect('error' in plain).toBe(false);
});

describe('the input of a failed item', () => {
	const kept = (json: object, onError: string) => {
		const problem = new Problem('It failed', { kind: 'service' });
		const item = { index: 0, data: { json } };
		const failed = toFailedItem(problem, 'Case: Get', item as never, { onError } as never);
		return (failed.json.details as { input?: object }).input;
	};

	test('is kept on the regular output', () => {
		expect(kept({ n: 1, error: 'mine' }, 'continueRegularOutput')).toEqual({ n: 1, error: 'mine' });
	});

	test('is added by n8n on the error output, except for what the error hides', () => {
		expect(kept({ n: 1 }, 'continueErrorOutput')).toBeUndefined();
		expect(kept({ n: 1, error: 'mine', details: 2 }, 'continueErrorOutput')).toEqual({
			error: 'mine',
			details: 2,
		});
	});
});
