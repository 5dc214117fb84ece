import fc from 'fast-check';

import {
	fromFieldId,
	markRequired,
	toFieldId,
	unmarkRequired,
} from '../../../nodes/CaseManagement/model/fieldIds.ts';
import { runs } from '../../support/runs.mts';

test.each([
	['title', 'title'],
	['amount[net]', 'amount[net]'],
	['details.description', 'details.description'],
	['a~b', 'a~b'],
	['50%', '50%'],
	['', ''],
	['toString', 'toString'],
])('the key %j can be stored unchanged', (key, id) => {
	expect(toFieldId(key)).toBe(id);
	expect(fromFieldId(id)).toBe(key);
});

test.each([
	['__proto__', '~__proto__'],
	['constructor', '~constructor'],
	['prototype', '~prototype'],
	['say "hi"', '~say%20%22hi%22'],
	['a\\b', '~a%5Cb'],
	['~', '~~'],
	['~a%20b', '~~a%2520b'],
])('the key %j is stored as %j', (key, id) => {
	expect(toFieldId(key)).toBe(id);
	expect(fromFieldId(id)).toBe(key);
});

test('any key can be restored, and n8n can store its replacement', () => {
	const keys = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.string({ unit: fc.constantFrom('~', '"', '\\', '%', '2', 'a', '.') }),
		fc.constantFrom('__proto__', 'constructor', 'prototype'),
	);
	fc.assert(
		fc.property(keys, (key) => {
			const id = toFieldId(key);
			expect(fromFieldId(id)).toBe(key);
			expect(id).not.toMatch(/["\\]/);
			expect(['__proto__', 'constructor', 'prototype']).not.toContain(id);
		}),
		{ numRuns: runs(100) },
	);
});

test.each(['~%', '~%zz', '~%e4'])('the malformed ID %j is used unchanged', (id) => {
	expect(fromFieldId(id)).toBe(id);
});

test('a key that cannot be escaped is used unchanged', () => {
	expect(toFieldId('"\ud800')).toBe('"\ud800');
});

test.each([
	['Name', true, 'Name *'],
	['Name', false, 'Name'],
	['*', true, '* *'],
])('the label %j, required %p, is shown as %j and recognized', (label, required, shown) => {
	expect(markRequired(label, required)).toBe(shown);
	expect(unmarkRequired(shown)).toBe(label);
});
