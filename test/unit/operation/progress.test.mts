import { stopNote } from '../../../nodes/CaseManagement/operation/progress.ts';

test.each([
	[[], 1, undefined],
	[[0], 1, undefined],
	[[], 2, 'None of the 2 items had been done.'],
	[[], 5, 'None of the 5 items had been done.'],
	[[3], 5, '1 of 5 items had been done (item 3)'],
	[[2, 0, 1], 5, '3 of 5 items had been done (items 0-2)'],
	[[10, 2, 1, 7, 9], 20, '5 of 20 items had been done (items 1-2, 7, 9-10)'],
])('%j of %i', (done, total, note) => {
	const found = stopNote(new Set(done), total);
	if (note === undefined) expect(found).toBeUndefined();
	else expect(found).toContain(note);
});
