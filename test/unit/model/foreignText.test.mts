import fc from 'fast-check';

import { quote, withoutStop } from '../../../nodes/CaseManagement/model/foreignText.ts';
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

	test('up to 80 characters are shown in full; longer text is cut', () => {
		const whole = 'x'.repeat(78);
		expect(quote(whole)).toBe(`"${whole}"`);
		expect(quote(`${whole}y`)).toBe(`"${'x'.repeat(76)}...`);
		expect(quote([whole])).toBe(`["${'x'.repeat(75)}...`);
	});

	test('anything that JSON can contain becomes one short line, never [object Object]', () => {
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

test('a value without JSON is shown too', () => {
	const circular: unknown[] = [];
	circular.push(circular);
	expect(quote(10n)).toBe('10');
	expect(typeof quote(circular)).toBe('string');
});

describe('a sentence without its end', () => {
	test.each([
		['Done. ', 'Done'],
		['Done', 'Done'],
		['a. b ... c .. .', 'a. b ... c'],
		['. .', ''],
		['', ''],
	])('%j becomes %j', (sentence, expected) => {
		expect(withoutStop(sentence)).toBe(expected);
	});

	test.each([' ', '.', ' .', '\u00a0'])('a million times %j in the middle takes no time', (run) => {
		const sentence = `a${run.repeat(1_000_000)}b`;
		const before = process.cpuUsage();
		expect(withoutStop(sentence)).toBe(sentence);
		expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
	});
});
