import { describeListed } from '../../../nodes/CaseManagement/lookup/caseList.ts';
import type { ListedCase } from '../../../nodes/CaseManagement/lookup/caseList.ts';

const created = '2026-01-31T10:00:00.000Z';

const UNKNOWN: ListedCase = {
	id: undefined,
	uuid: 'a',
	number: undefined,
	status: undefined,
	created: undefined,
	startedAt: undefined,
};

test.each([
	[{ number: 62, status: 'running', created }, `#62 (running, started ${created})`],
	[{ number: '#62', status: 'running', created }, `#62 (running, started ${created})`],
	[{ number: '0062', status: 'odd\none', created }, `#62 (odd one, started ${created})`],
	[{}, 'no number (status unknown, start unknown)'],
	[{ number: null, status: null, created: null }, 'no number (status unknown, start unknown)'],
	[{ number: {}, status: 7, created: 'long ago' }, 'number {} (7, started long ago)'],
])('%j is described as %s', (listed, words) => {
	expect(describeListed({ ...UNKNOWN, ...listed })).toBe(words);
});

test('with its ID, if the number is not unique', () => {
	expect(describeListed({ ...UNKNOWN, number: 1, status: 'paused', created }, true)).toBe(
		`#1 (paused, started ${created}, a)`,
	);
});
