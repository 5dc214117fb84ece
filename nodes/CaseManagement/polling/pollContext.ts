import { iteratePages } from '../transport/pages';
import type { Page } from '../transport/pages';
import type { CaseTracker } from './caseTracker';
import type { CaseSource, ListQuery } from './source';

/** Maximum number of requests per poll. The next poll continues where this one stops. */
const MAX_REQUESTS = 400;

/** Limits how long one poll takes and how many requests it makes. */
export class PollBudget {
	private requests = 0;

	private readonly startedAt: number;

	private readonly milliseconds: number;

	private readonly now: () => number;

	/**
	 * @param milliseconds how long the poll may take
	 * @param now a clock, in milliseconds
	 */
	constructor(milliseconds: number, now: () => number) {
		this.now = now;
		this.startedAt = now();
		this.milliseconds = milliseconds;
	}

	/** Counts one request. */
	use(): void {
		this.requests += 1;
	}

	/**
	 * Whether this share of the budget is used up.
	 *
	 * @param share less than 1 to leave something for the steps that follow
	 */
	spent(share = 1): boolean {
		const elapsed = this.now() - this.startedAt;
		return this.requests >= MAX_REQUESTS * share || elapsed >= this.milliseconds * share;
	}
}

/** What each scan of one poll needs. */
export interface PollContext {
	source: CaseSource;
	tracker: CaseTracker;
	budget: PollBudget;
	/** Milliseconds since the epoch, by n8n's clock. */
	now: () => number;
}

/** Fetches one page and counts it against the budget. */
export async function fetchPage(
	{ source, budget }: PollContext,
	query: ListQuery,
	cursor: string | undefined,
): Promise<Page> {
	budget.use();
	return await source.fetchPage(query, cursor);
}

/**
 * Reads a list page by page.
 *
 * @param from cursor of the first page to read
 */
export const pagesOf = (
	context: PollContext,
	query: ListQuery,
	from?: string,
): AsyncGenerator<Page, void> =>
	iteratePages(async (cursor) => await fetchPage(context, query, cursor), from);
