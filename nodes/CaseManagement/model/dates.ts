import { tryToParseDateTime } from 'n8n-workflow';

import { inputProblem, quote } from './problem';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** An ISO 8601 instant, also with a space for the T and ` UTC` for the Z, as the service writes it. */
const INSTANT =
	/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/** What has `toISO` and `toUTC`, as the date values of n8n's expressions have. */
interface LuxonLike {
	toUTC(): { toISO(): string | null };
	toISODate(): string | null;
}

const isLuxon = (value: object): value is LuxonLike => 'toUTC' in value && 'toISO' in value;

/** Not `instanceof`: a value may come from another realm, such as the sandbox of a Code node. */
const isDate = (value: object): value is Date =>
	Object.prototype.toString.call(value) === '[object Date]';

/**
 * A date filter as the service wants it (listCases: ISO 8601).
 *
 * @param value text, a Luxon date or a JavaScript Date
 * @param label the field's name on the panel
 * @param timeZone IANA name of the workflow's time zone; holds for times that name no zone
 * @returns `YYYY-MM-DD` for a date without a time, otherwise an instant in UTC such as
 * `2026-03-01T22:30:00.000Z`; undefined if the field is blank
 * @throws Problem (`input`) for text that can be read in two ways, or for no date at all
 */
export function toFilterDate(value: unknown, label: string, timeZone: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	const found = typeof value === 'object' ? fromObject(value) : fromText(value, timeZone);
	if (found === null) {
		throw inputProblem(
			`"${label}" is no date that can be read in only one way: ${quote(value)}`,
			'Write it as 2026-03-31, or with a time as 2026-03-31T15:00:00Z.',
		);
	}
	return found;
}

function fromObject(value: object): string | null {
	if (isLuxon(value)) return value.toUTC().toISO();
	if (isDate(value) && !Number.isNaN(value.getTime())) return value.toISOString();
	return null;
}

function fromText(value: unknown, timeZone: string): string | null | undefined {
	if (typeof value !== 'string') return null;
	const text = value.trim();
	if (text === '') return undefined;
	if (!dayExists(text)) return null;
	if (DATE_ONLY.test(text)) return text;
	if (!INSTANT.test(text)) return null;
	const iso = text
		.replace(/^(\S+) (\d)/, '$1T$2')
		.replace(/ ?UTC$/i, 'Z')
		.replace(/ /g, '')
		.replace(',', '.');
	try {
		return tryToParseDateTime(iso, timeZone).toUTC().toISO();
	} catch {
		return null;
	}
}

/** Whether the text begins with a day of the calendar: the 30th of February would roll over. */
function dayExists(text: string): boolean {
	const day = text.slice(0, 10);
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/**
 * The day that a value names, for a form field of the type `date`.
 *
 * A day must not shift by the time zone of server, workflow or browser, so it is taken as it is
 * written: of text its first ten characters, of a Luxon date the day in its own zone. A JavaScript
 * Date is an instant: its day is that of the workflow's zone, except at midnight in UTC to the
 * millisecond, which is how JavaScript reads a date without a time.
 *
 * @param timeZone IANA name of the workflow's time zone
 * @returns `YYYY-MM-DD`; undefined if the value is no date, or text that can be read in two ways
 */
export function toCalendarDay(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'object' && value !== null) {
		if (isLuxon(value)) return value.toISODate() ?? undefined;
		return isDate(value) ? dayOfInstant(value, timeZone) : undefined;
	}
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const isWritten = DATE_ONLY.test(text) || toInstant(text) !== undefined;
	return isWritten && dayExists(text) ? text.slice(0, 10) : undefined;
}

function dayOfInstant(date: Date, timeZone: string): string | undefined {
	const instant = date.getTime();
	if (Number.isNaN(instant)) return undefined;
	const iso = date.toISOString();
	if (iso.endsWith('T00:00:00.000Z')) return iso.slice(0, 10);
	return tryToParseDateTime(iso, timeZone).setZone(timeZone).toISODate() ?? undefined;
}

/**
 * A timestamp of the service as ISO 8601 in UTC.
 *
 * @param value e.g. `2026-01-01 10:00:00 UTC` (getCase)
 * @returns e.g. `2026-01-01T10:00:00.000Z`; whatever has another shape comes back as it is, since
 * the format of completed_date is not shown
 */
export function toIsoTimestamp(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC$/.exec(value.trim());
	if (match === null) return value;
	const date = new Date(`${match[1]}T${match[2]}Z`);
	return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

/**
 * A timestamp of the service as a number to compare with.
 *
 * @param value as `toIsoTimestamp` takes it; without a zone it is taken as UTC
 * @returns milliseconds since the epoch; undefined for what cannot be read in only one way
 */
export function toInstant(value: unknown): number | undefined {
	if (typeof value !== 'string' || !INSTANT.test(value.trim())) return undefined;
	const [day = '', time = ''] = value
		.trim()
		.replace(',', '.')
		.split(/[T ](.*)/is);
	const hasZone = /(Z|UTC|[+-]\d{2}:?\d{2})$/i.test(time);
	const at = Date.parse(
		`${day}T${time.replace(/UTC$/i, 'Z').replaceAll(' ', '')}${hasZone ? '' : 'Z'}`,
	);
	return Number.isNaN(at) ? undefined : at;
}
