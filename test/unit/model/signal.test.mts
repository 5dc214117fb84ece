import { toSignalElements, toSignalIds } from '../../../nodes/CaseManagement/model/template.ts';

test('the data of a signal becomes flat', () => {
	const element = { label: 'L', name: '__proto__', type: 't', exit_type: 'e', required: true };
	expect(
		toSignalElements({
			submission_elements: [{ definition_element: { ...element, extra: 1 } }, 1],
		}),
	).toEqual([element, { label: null, name: null, type: null, exit_type: null, required: null }]);
	expect(toSignalElements({ submission_elements: 'x' })).toBeUndefined();
});

test.each([
	[{ signals: ['a', 'b'] }, ['a', 'b']],
	[{ signals: [] }, []],
	[{ signals: ['a', null] }, undefined],
	[{ signals: 'a' }, undefined],
	[['a'], undefined],
	[null, undefined],
])('the signals in %j', (answer, expected) => {
	expect(toSignalIds(answer)).toEqual(expected);
});
