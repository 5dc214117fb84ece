/**
 * Cursors of the case list: opaque to the client, bound to filters and order, tamper-proof.
 */
import { createHmac } from 'node:crypto';

/** Where a page starts: after (or before) the case at this position. */
export interface CursorPlace {
	direction: 'next' | 'prev';
	/** Page number of the page that the cursor leads to. */
	page: number;
	/** Rank of the status; 0 unless the list is sorted by status. */
	rank: number;
	createdMs: number;
	sequentialId: number;
}

// Not a secret: it only makes an altered or invented cursor recognizable.
const KEY = 'sandbox-cursor';

const sign = (text: string): string => createHmac('sha256', KEY).update(text).digest('base64');

/**
 * Writes a cursor. It always contains `+ / = &`, which reveals a client that does not escape it or
 * escapes it twice (listCases: the format is not shown).
 * @param place where the page starts
 * @param scope the filters and the order the cursor belongs to, as text
 */
export function encodeCursor(place: CursorPlace, scope: string): string {
	const { direction, page, rank, createdMs, sequentialId } = place;
	const json = JSON.stringify([direction, page, rank, createdMs, sequentialId, sign(scope)]);
	const body = Buffer.from(json).toString('base64');
	return `c+/${body}=&${sign(body).slice(0, 16)}==`;
}

/**
 * Reads a cursor.
 * @param cursor what the client sent
 * @param scope the filters and the order of the request at hand
 * @returns the place, or a sentence saying why the cursor cannot be used
 */
export function decodeCursor(cursor: string, scope: string): CursorPlace | string {
	const parts = /^c\+\/(.*)=&(.{16})==$/s.exec(cursor);
	const body = parts?.[1] ?? '';
	if (!parts || sign(body).slice(0, 16) !== parts[2]) return 'The cursor is not valid.';
	const [direction, page, rank, createdMs, sequentialId, scopeSign] = JSON.parse(
		Buffer.from(body, 'base64').toString('utf8'),
	) as ['next' | 'prev', number, number, number, number, string];
	if (scopeSign !== sign(scope)) {
		return 'The cursor belongs to a list with other filters or another order.';
	}
	return { direction, page, rank, createdMs, sequentialId };
}
