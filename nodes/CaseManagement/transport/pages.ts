import type { JsonObject } from '../model/json';
import { Problem } from '../model/problem';

export interface Page {
	entries: JsonObject[];
	/** null at the end. */
	nextCursor: string | null;
	/** Number of all entries. */
	total?: number;
}

/** Reads one page. The cursor is opaque text and goes back as it came. */
export type ReadPage = (cursor: string | undefined) => Promise<Page>;

/** Empty pages in a row after which a list counts as endless. */
const MAX_EMPTY_PAGES = 100;

const OPERATORS =
	'Report this to the operators of the service: its case list must have a last page.';

/** Reads a list page by page, each page when the caller wants it.
 * @param advice what to do meanwhile if the list does not end, as a sentence
 * @throws Problem (`invalidResponse`) if a cursor comes twice or the pages do not end */
export async function* iteratePages<P extends Page>(
	read: (cursor: string | undefined) => Promise<P>,
	from?: string,
	advice?: string,
): AsyncGenerator<P, void> {
	const seen = new Set<string>();
	let cursor = from;
	let empty = 0;
	for (;;) {
		const page = await read(cursor);
		yield page;
		if (page.nextCursor === null) return;
		empty = page.entries.length === 0 ? empty + 1 : 0;
		if (seen.has(page.nextCursor) || empty >= MAX_EMPTY_PAGES) {
			throw new Problem(
				'The list from the service never ends: it keeps pointing to pages that are empty or were already read',
				{
					kind: 'invalidResponse',
					hint: advice === undefined ? OPERATORS : `${advice} ${OPERATORS}`,
				},
			);
		}
		seen.add(page.nextCursor);
		cursor = page.nextCursor;
	}
}

/** Reads all of a list, or as many entries as wanted with no request more than needed.
 * @param convert makes a result of an entry, page by page, so that a long list is not converted in
 * one go; undefined leaves it out */
export async function collectPages<T>(
	read: ReadPage,
	limit: number,
	convert: (entry: JsonObject) => T | undefined,
	advice?: string,
): Promise<T[]> {
	const results: T[] = [];
	for await (const page of iteratePages(read, undefined, advice)) {
		for (const entry of page.entries) {
			if (results.length >= limit) break;
			const result = convert(entry);
			if (result !== undefined) results.push(result);
		}
		if (results.length >= limit) break;
	}
	return results;
}
