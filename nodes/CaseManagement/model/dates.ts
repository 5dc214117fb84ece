import { tryToParseDateTime } from 'n8n-workflow';

import { quote } from './foreignText';
import { inputProblem } from './problem';

export const DAY_MS = 24 * 3_600_000;

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** An ISO 8601 instant, also with a space for the T and ` UTC` for the Z, as the service writes it. */
const INSTANT =
	/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/** Longest text that can be an instant, in characters. */
const MAX_INSTANT_LENGTH = 50;

/** A date of n8n's expressions. */
interface LuxonLike {
	toUTC(): { toISO(): string | null };
	toISODate(): string | null;
}

const isLuxon = (value: object): value is LuxonLike => 'toUTC' in value && 'toISO' in value;

/** Not `instanceof`: a value may come from another realm, such as the sandbox of a Code node. */
export const isDate = (value: unknown): value is Date =>
	Object.prototype.toString.call(value) === '[object Date]';

/** A date filter as the service wants it (listCases: ISO 8601).
 * @param timeZone IANA name, for times that name no zone
 * @returns `YYYY-MM-DD` for a date without a time, otherwise an instant in UTC such as
 * `2026-03-01T22:30:00.000Z`; undefined if the field is blank
 * @throws Problem (`input`) for what is not a date, or can be read in two ways */
export function toFilterDate(value: unknown, label: string, timeZone: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	const found = typeof value === 'object' ? instantOf(value) : instantOfText(value, timeZone);
	if (found !== null) return found;
	throw inputProblem(
		`"${label}" is not an unambiguous date: ${quote(value)}`,
		'Write it as 2026-03-31, or with a time as 2026-03-31T15:00:00Z.',
	);
}

function instantOf(value: object): string | null {
	if (isLuxon(value)) return value.toUTC().toISO();
	return isDate(value) && !Number.isNaN(value.getTime()) ? value.toISOString() : null;
}

function instantOfText(value: unknown, timeZone: string): string | null | undefined {
	if (typeof value !== 'string') return null;
	const text = value.trim();
	if (text === '') return undefined;
	if (!isCalendarDay(text)) return null;
	if (DATE_ONLY.test(text)) return text;
	const iso = toIso(text);
	if (iso === undefined) return null;
	try {
		return tryToParseDateTime(iso, timeZone).toUTC().toISO();
	} catch {
		return null;
	}
}

/** JavaScript would take the 30th of February for the 1st or 2nd of March. */
function isCalendarDay(text: string): boolean {
	const day = text.slice(0, 10);
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** An instant in any of the accepted forms as ISO 8601; without a zone if it names none. */
function toIso(value: string): string | undefined {
	const text = value.trim();
	if (text.length > MAX_INSTANT_LENGTH || !INSTANT.test(text)) return undefined;
	const time = text.slice(11).toUpperCase().replace('UTC', 'Z').replaceAll(' ', '');
	return `${text.slice(0, 10)}T${time.replace(',', '.')}`;
}

/** The day that a value names, for a form field of the type `date`.
 *
 * A day must not shift by the time zone of server, workflow or browser. Text keeps the day it
 * writes, a Luxon date the day of its own zone. A JavaScript Date is an instant: its day is that of
 * the workflow's zone, except at midnight UTC, which is how JavaScript reads a date without a time.
 * @returns `YYYY-MM-DD`; undefined if the value is not a date, or can be read in two ways */
export function toCalendarDay(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'object' && value !== null) {
		if (isLuxon(value)) return value.toISODate() ?? undefined;
		return isDate(value) ? dayOfInstant(value, timeZone) : undefined;
	}
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const isDay = DATE_ONLY.test(text) || parseTimestamp(text) !== undefined;
	return isDay && isCalendarDay(text) ? text.slice(0, 10) : undefined;
}

function dayOfInstant(date: Date, timeZone: string): string | undefined {
	if (Number.isNaN(date.getTime())) return undefined;
	const iso = date.toISOString();
	if (iso.endsWith('T00:00:00.000Z')) return iso.slice(0, 10);
	return tryToParseDateTime(iso, timeZone).setZone(timeZone).toISODate() ?? undefined;
}

/** A timestamp of the service (getCase), or an instant of a user.
 * @param value e.g. `2026-01-01 10:00:00 UTC`; UTC if it names no zone
 * @returns milliseconds since the epoch; undefined for what can be read in two ways */
export function parseTimestamp(value: unknown): number | undefined {
	const iso = typeof value === 'string' ? toIso(value) : undefined;
	if (iso === undefined) return undefined;
	const instant = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
	return Number.isNaN(instant) ? undefined : instant;
}

/** A timestamp of the service as ISO 8601 in UTC, e.g. `2026-01-01T10:00:00.000Z`. Anything but the
 * form that the contract shows stays as it is (getCase: the format of completed_date is not shown).
 */
export function toIsoTimestamp(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\S+ [\d:]{8} UTC$/.test(value.trim())) return value;
	const instant = parseTimestamp(value);
	return instant === undefined ? value : new Date(instant).toISOString();
}
