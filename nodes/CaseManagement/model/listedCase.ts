import { comparableNumber } from './names';
import { quote } from './problem';

/** What is kept of a case that the service has listed (listCases), as it was sent. */
export interface ListedCase {
	uuid: unknown;
	number: unknown;
	status: unknown;
	/** ISO 8601 in UTC, as far as it could be read. */
	created: unknown;
}

/**
 * A listed case in words.
 *
 * @param withId whether its ID is to be told as well
 * @returns e.g. `#62 (running, started 2026-01-01T10:00:00.000Z)`
 */
export function inWords(
	{ uuid, number, status, created }: ListedCase,
	{ withId = false }: { withId?: boolean } = {},
): string {
	const facts = [
		isMissing(status) ? 'status unknown' : plain(status),
		isMissing(created) ? 'start unknown' : `started ${plain(created)}`,
		...(withId ? [plain(uuid)] : []),
	];
	return `${numberInWords(number)} (${facts.join(', ')})`;
}

/** E.g. `#62`, whether the service sent 62 or "#62". */
export function numberInWords(number: unknown): string {
	if (isMissing(number)) return 'no number';
	const digits = comparableNumber(number);
	return digits === undefined ? `number ${quote(number)}` : `#${digits}`;
}

const isMissing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A foreign value as `quote` makes it fit for a message, without the quotation marks. */
const plain = (value: unknown): string => quote(value).replace(/^"|"$/g, '');
