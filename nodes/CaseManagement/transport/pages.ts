import { isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import { Problem } from '../model/problem';
import type { FailMissingField } from './response';

/** One page of a list that is read by cursor. */
export interface Page {
	entries: JsonObject[];
	/** null at the end. */
	nextCursor: string | null;
	/** How many entries there are in all, if the service says so. */
	total?: number | undefined;
}

/** A page of the case list (listCases). */
export function toCasePage(body: JsonObject, fail: FailMissingField): Page {
	const { processes, next_cursor: next, total } = body;
	if (!Array.isArray(processes) || !processes.every(isObject)) return fail('processes');
	return {
		entries: processes,
		nextCursor: toCursor(next, fail),
		...(typeof total === 'number' && { total }),
	};
}

/** A cursor is text; a number is sent on as text, and anything else would end a list too early. */
function toCursor(value: unknown, fail: FailMissingField): string | null {
	if (value === undefined || value === null || value === '') return null;
	if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
	// Half of a character cannot be sent back.
	return typeof value === 'string' && !/\p{Surrogate}/u.test(value) ? value : fail('next_cursor');
}

/** Pages in a row without an entry after which a list is taken to have no end. */
const EMPTY_PAGES = 100;

/** Reads one page; the cursor is opaque text and is handed back as it came. */
export type ReadPage = (cursor: string | undefined) => Promise<Page>;

const OPERATORS = 'Tell the operators of the service: its list of cases has to end.';

/**
 * Reads a list page by page, each page when the caller wants it.
 *
 * @param from cursor of the page to begin with; the first page if left out
 * @param advice what to do meanwhile if the list does not end, as a sentence
 * @throws Problem (`invalidResponse`) if a cursor comes twice or the pages do not end
 */
export async function* iteratePages(
	read: ReadPage,
	from?: string,
	advice?: string,
): AsyncGenerator<Page, void> {
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
					kind: 'invalidResponse',
					hint: advice === undefined ? OPERATORS : `${advice} ${OPERATORS}`,
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
 * @param limit how many entries, Infinity for all
 * @param convert makes a result of an entry, page by page, so that a long list is not converted in
 * one go; undefined leaves it out
 * @param advice as `iteratePages`
 * @returns the results in the order of the service
 * @throws Problem (`invalidResponse`) as `iteratePages`
 */
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
