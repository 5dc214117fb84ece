import { Problem } from '../model/problem';
import { isObject } from '../model/json';
import type { FailMissingField } from './response';
import type { JsonObject } from '../model/json';

/** One page of a list that is read by cursor. */
export interface Page {
	entries: JsonObject[];
	/** null at the end. */
	nextCursor: string | null;
}

/** A page of the case list (interface.md, section 2.4). */
export function toCasePage(answer: JsonObject, missing: FailMissingField): Page {
	const { processes, next_cursor: next } = answer;
	if (!Array.isArray(processes) || !processes.every(isObject)) return missing('processes');
	return { entries: processes, nextCursor: typeof next === 'string' && next !== '' ? next : null };
}

const tooMany = (most: number): Problem =>
	new Problem(`The list has more than ${most.toLocaleString('en')} entries`, {
		kind: 'answer',
		hint: 'Narrow the filters, for example with Created After and Created Before, and read it in parts, one input item each.',
	});

/** Pages in a row without an entry after which a list is taken to have no end. */
const EMPTY_PAGES = 100;

/** Reads one page; the cursor is opaque text and is handed back as it came. */
export type ReadPage = (cursor: string | undefined) => Promise<Page>;

/**
 * Reads a list page by page, each page when it is asked for.
 *
 * @param from cursor of the page to begin with; the first page if left out
 * @throws Problem (`answer`) if a cursor comes twice or the pages do not end
 */
export async function* iteratePages(read: ReadPage, from?: string): AsyncGenerator<Page, void> {
	const seen = new Set<string>();
	let cursor = from;
	let empty = 0;
	for (;;) {
		const page = await read(cursor);
		yield page;
		if (page.nextCursor === null) return;
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

/**
 * Reads all of a list, or as many entries as wanted with no request more than needed.
 *
 * @param wanted how many entries, Infinity for all
 * @param most how many entries whoever asks can take
 * @returns the entries in the order of the service
 * @throws Problem (`answer`) as `pagesOf`, and if there are more entries than `most`
 */
export async function collectPages(
	read: ReadPage,
	wanted: number,
	most = Infinity,
): Promise<JsonObject[]> {
	const entries: JsonObject[] = [];
	for await (const page of iteratePages(read)) {
		for (const entry of page.entries) {
			if (entries.length >= wanted) break;
			entries.push(entry);
		}
		if (entries.length > most) throw tooMany(most);
		if (entries.length >= wanted) break;
	}
	return entries;
}
