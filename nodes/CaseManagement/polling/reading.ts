import { iteratePages } from '../transport/pages';
import type { Page } from '../transport/pages';
import type { Budget } from './budget';
import type { Sightings } from './sightings';
import type { CaseSource, ListOrder } from './source';

/** What every reading needs. */
export interface Reading {
	source: CaseSource;
	sightings: Sightings;
	budget: Budget;
	/** Milliseconds since the epoch, by n8n's clock. */
	now: () => number;
}

/**
 * Reads a list page by page, each counted against the budget of the poll.
 *
 * @param from cursor of the page to begin with
 */
export const countedPages = (
	{ source, budget }: Reading,
	order: ListOrder,
	from?: string,
): AsyncGenerator<Page, void> =>
	iteratePages(async (cursor) => {
		budget.use();
		return await source.page(order, cursor);
	}, from);
