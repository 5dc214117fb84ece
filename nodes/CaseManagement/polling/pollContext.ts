import { iteratePages } from '../transport/pages';
import type { Page } from '../transport/pages';
import type { CaseTracker } from './caseTracker';
import type { CaseSource, ListQuery } from './source';

/** Maximum number of requests per poll. The next poll continues where this one stops. */
const MAX_REQUESTS = 400;

export class PollBudget {
	private requests = 0;

	private readonly startedAt: number;

	/** @param milliseconds how long the poll may take
	 * @param now a clock, in milliseconds */
	constructor(
		private readonly milliseconds: number,
		private readonly now: () => number,
	) {
		this.startedAt = now();
	}

	use(): void {
		this.requests += 1;
	}

	/** Whether this share of the budget is used up.
	 * @param share less than 1 to leave something for the steps that follow */
	spent(share = 1): boolean {
		const elapsed = this.now() - this.startedAt;
		return this.requests >= MAX_REQUESTS * share || elapsed >= this.milliseconds * share;
	}
}

export interface PollContext {
	source: CaseSource;
	tracker: CaseTracker;
	budget: PollBudget;
	/** Milliseconds since the epoch, by n8n's clock. */
	now: () => number;
}

export async function fetchPage(
	{ source, budget }: PollContext,
	query: ListQuery,
	cursor: string | undefined,
): Promise<Page> {
	budget.use();
	return await source.fetchPage(query, cursor);
}

/** Reads a list page by page. */
export const pagesOf = (
	context: PollContext,
	query: ListQuery,
	from?: string,
): AsyncGenerator<Page, void> =>
	iteratePages(async (cursor) => await fetchPage(context, query, cursor), from);
