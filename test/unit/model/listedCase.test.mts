import { inWords } from '../../../nodes/CaseManagement/model/listedCase.ts';

const created = '2026-01-31T10:00:00.000Z';

test.each([
	[{ number: 62, status: 'running', created }, `#62 (running, started ${created})`],
	[{ number: '#62', status: 'running', created }, `#62 (running, started ${created})`],
	[{ number: '0062', status: 'odd\none', created }, `#62 (odd one, started ${created})`],
	[{}, 'no number (status unknown, start unknown)'],
	[{ number: null, status: null, created: null }, 'no number (status unknown, start unknown)'],
	[{ number: {}, status: 7, created: 'long ago' }, 'number {} (7, started long ago)'],
])('%j in words: %s', (listed, words) => {
	expect(
		inWords({ uuid: 'a', number: undefined, status: undefined, created: undefined, ...listed }),
	).toBe(words);
});

test('with its ID, where the number does not tell', () => {
	expect(inWords({ uuid: 'a', number: 1, status: 'paused', created }, { withId: true })).toBe(
		`#1 (paused, started ${created}, a)`,
	);
});
