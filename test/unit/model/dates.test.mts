import { DateTime } from 'luxon';

import {
	toCalendarDay,
	toFilterDate,
	toIsoTimestamp,
} from '../../../nodes/CaseManagement/model/dates.ts';

const LA = 'America/Los_Angeles';

describe('filterDate', () => {
	test.each([
		['2026-03-01', '2026-03-01'],
		[' 2026-03-01 ', '2026-03-01'],
		['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
		['2026-03-01T10:00:00.250Z', '2026-03-01T10:00:00.250Z'],
		['2026-03-01 10:00:00 UTC', '2026-03-01T10:00:00.000Z'],
		['2026-03-01T10:00:00+13:00', '2026-02-28T21:00:00.000Z'],
		['2026-03-01T10:00:00+0100', '2026-03-01T09:00:00.000Z'],
		// The value of n8n's date picker: it has no time zone, so the workflow's applies.
		['2026-03-01T10:00:00', '2026-03-01T18:00:00.000Z'],
		['2026-07-01T10:00', '2026-07-01T17:00:00.000Z'],
		[new Date('2026-03-01T10:00:00Z'), '2026-03-01T10:00:00.000Z'],
		[
			DateTime.fromISO('2026-03-01T10:00:00', { zone: 'Pacific/Auckland' }),
			'2026-02-28T21:00:00.000Z',
		],
		['2026-03-01 10:00:00UTC', '2026-03-01T10:00:00.000Z'],
		['2026-03-01 10:00:00 utc', '2026-03-01T10:00:00.000Z'],
		['2026-03-01T10:00:00 +01:00', '2026-03-01T09:00:00.000Z'],
		['2026-03-01 10:00:00 +01:00', '2026-03-01T09:00:00.000Z'],
		['2026-03-01T10:00:00,250Z', '2026-03-01T10:00:00.250Z'],
	])('%p becomes %s', (value, expected) => {
		expect(toFilterDate(value, 'Created After', LA)).toBe(expected);
	});

	test.each([undefined, null, '', '   '])('%p is not sent', (value) => {
		expect(toFilterDate(value, 'Created After', LA)).toBeUndefined();
	});

	test.each([
		'06/07/2026',
		'1.2.2026',
		'March 1st',
		'2026-3-1',
		'2026-W09-7',
		'2026-03-01T10',
		'2026-03-01T10:00:00Z tomorrow',
		'20260301',
		'2026-02-30',
		'2026-13-01',
		'2026-03-01T25:00:00Z',
		'yesterday',
		1772359200,
		true,
		{},
		{ toUTC: 'alone' },
		{ toISO: 'alone' },
		new Date('nonsense'),
		DateTime.fromISO('nonsense'),
	])('%p is refused with the name of the field', (value) => {
		expect(() => toFilterDate(value, 'Created After', LA)).toThrow(
			'"Created After" is not an unambiguous date',
		);
	});
});

describe('isoTimestamp', () => {
	test.each([
		['2026-01-01 10:00:00 UTC', '2026-01-01T10:00:00.000Z'],
		['2026-01-01T10:00:00+01:00', '2026-01-01T10:00:00+01:00'],
		[' 2026-01-01 10:00:00 UTC\n', '2026-01-01T10:00:00.000Z'],
		['at 2026-01-01 10:00:00 UTC', 'at 2026-01-01 10:00:00 UTC'],
		['2026-01-01 10:00:00 UTC+1', '2026-01-01 10:00:00 UTC+1'],
		['2026-01-01 10:00 UTC', '2026-01-01 10:00 UTC'],
		['soon', 'soon'],
		['2026-99-99 10:00:00 UTC', '2026-99-99 10:00:00 UTC'],
		[null, null],
		[17, 17],
	])('%p becomes %p', (value, expected) => {
		expect(toIsoTimestamp(value)).toBe(expected);
	});
});

test('text that is not a date is refused with the accepted formats', () => {
	expect(() => toFilterDate('soon', 'Created After', LA)).toThrow(
		expect.objectContaining({
			kind: 'input',
			hint: 'Write it as 2026-03-31, or with a time as 2026-03-31T15:00:00Z.',
		}),
	);
});

describe('calendarDay', () => {
	test.each([
		[' 2026-03-01 ', '2026-03-01'],
		['2026-03-01T23:30:00-11:00', '2026-03-01'],
		['2026-03-01 or so', undefined],
		['2026-02-30', undefined],
		[null, undefined],
		[undefined, undefined],
		[{}, undefined],
		[{ toUTC: 'alone' }, undefined],
		[{ toISO: 'alone' }, undefined],
		[new Date('nonsense'), undefined],
		[DateTime.fromISO('nonsense'), undefined],
	])('for %p is %p', (value, day) => {
		expect(toCalendarDay(value, 'Pacific/Auckland')).toBe(day);
	});
});

describe('the day of a JavaScript Date', () => {
	test.each([
		// 09:00 on 2 March in Auckland is still 1 March in UTC.
		['2026-03-01T20:00:00.000Z', 'Pacific/Auckland', '2026-03-02'],
		['2026-03-01T20:00:00.000Z', 'America/New_York', '2026-03-01'],
		['2026-03-02T03:00:00.000Z', 'America/New_York', '2026-03-01'],
		['2026-03-02T00:00:00.001Z', 'America/New_York', '2026-03-01'],
		// The value of `new Date('2026-03-02')` means a day, not an instant.
		['2026-03-02T00:00:00.000Z', 'America/New_York', '2026-03-02'],
		['2026-03-02T00:00:00.000Z', 'Pacific/Auckland', '2026-03-02'],
		['2026-03-29T01:30:00.000Z', 'Europe/Zurich', '2026-03-29'],
	])('%s in %s is %s', (instant, zone, day) => {
		expect(toCalendarDay(new Date(instant), zone)).toBe(day);
	});
});
