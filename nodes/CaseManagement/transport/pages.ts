import { Problem } from '../model/problem';

/** One page of a list that is read by cursor (interface.md, section 2.4). */
export interface Page {
	entries: object[];
	/** null at the end. */
	nextCursor: string | null;
}

/** Pages in a row without an entry after which a list is taken to have no end. */
const EMPTY_PAGES = 100;

/**
 * Reads a list page by page: all of it, or as many entries as wanted with no request more than
 * needed.
 *
 * @param read reads one page; the cursor is opaque text and is handed back as it came
 * @param wanted how many entries, Infinity for all
 * @returns the entries in the order of the service
 * @throws Problem (`answer`) if a cursor comes twice or the pages do not end
 */
export async function readPages(
	read: (cursor: string | undefined) => Promise<Page>,
	wanted: number,
): Promise<object[]> {
	const entries: object[] = [];
	const seen = new Set<string>();
	let cursor: string | undefined;
	let empty = 0;
	for (;;) {
		const page = await read(cursor);
		for (const entry of page.entries) {
			if (entries.length >= wanted) break;
			entries.push(entry);
		}
		if (entries.length >= wanted || page.nextCursor === null) return entries;
		empty = page.entries.length === 0 ? empty + 1 : 0;
		if (seen.has(page.nextCursor) || empty >= EMPTY_PAGES) {
			throw new Problem(
				'The list of the service does not end: it names pages that were read before or are empty',
				{
					kind: 'answer',
					hint: 'Set Limit instead of Return All, or narrow the filters, and tell the operators of the service.',
				},
			);
		}
		seen.add(page.nextCursor);
		cursor = page.nextCursor;
	}
}
