import type { JsonObject } from '../model/json';
import { Problem } from '../model/problem';
import type { Page } from '../transport/pages';
import { isTransient } from '../transport/retry';
import { createdOf } from './cases';
import { pagesOf } from './pollContext';
import type { PollContext } from './pollContext';
import type { ListQuery } from './source';

/** Milliseconds by which servers with different clocks may put cases out of order. */
export const CLOCK_TOLERANCE = 2 * 60_000;

const MIN_DATES = 4;

const CALLER_STATUSES = new Set([401, 403]);

/** Reads the case list page by page and checks that the trigger can rely on it: the cases have a
 * date of creation and come in the requested order. Otherwise new cases would be missed silently.
 * @throws Problem (`invalidResponse`) if a check fails; errors of the source */
export async function* listCases(
	context: PollContext,
	query: ListQuery,
	from?: string,
): AsyncGenerator<Page, void> {
	for await (const page of pagesOf(context, query, from)) {
		const created = createdOf(page.entries);
		assertDates(page.entries, created);
		assertOrder(created, query.order);
		yield page;
	}
}

/** Whether the request itself caused the failure (expired cursor, unsupported status filter), so
 * that a different request may succeed. */
export const isRequestError = (error: unknown): boolean =>
	error instanceof Problem &&
	(error.kind === 'invalidResponse' || (error.kind === 'service' && !isTransient(error, false))) &&
	!CALLER_STATUSES.has(error.status ?? 0);

/** A single entry without a date is tolerated. */
function assertDates(entries: JsonObject[], created: number[]): void {
	if (entries.length < 2 || created.length > 0) return;
	throw new Problem('The service returns cases without a readable UUID, status and date', {
		kind: 'invalidResponse',
		hint: 'The trigger needs "uuid", "status" and "created_at" (such as 2026-01-31 10:00:00 UTC) to find new cases. Check a case with Case > Get, and report the problem to the operators of the service.',
	});
}

/** Compares the medians of both halves, since single cases may have any date. */
function assertOrder(created: number[], order: ListQuery['order']): void {
	if (created.length < MIN_DATES) return;
	const half = Math.floor(created.length / 2);
	const [first, second] = [median(created.slice(0, half)), median(created.slice(half))];
	const wrongBy = order === 'newest' ? second - first : first - second;
	if (wrongBy <= CLOCK_TOLERANCE) return;
	throw new Problem(`The service does not return the ${order} cases first`, {
		kind: 'invalidResponse',
		hint: 'The trigger requests this order with "sort_by" and would miss cases without it. Report this to the operators of the service.',
	});
}

const median = (numbers: number[]): number =>
	[...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
