import { iteratePages } from '../transport/pages';
import type { Page } from '../transport/pages';
import type { Budget } from './budget';
import type { CaseTracker } from './caseTracker';
import type { CaseSource, ListQuery } from './source';

/** What every reading needs. */
export interface PollContext {
	source: CaseSource;
	tracker: CaseTracker;
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
	{ source, budget }: PollContext,
	order: ListQuery,
	from?: string,
): AsyncGenerator<Page, void> =>
	iteratePages(async (cursor) => {
		budget.use();
		return await source.fetchPage(order, cursor);
	}, from);
