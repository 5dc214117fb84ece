import { Problem } from '../model/problem';
import type { JsonObject } from '../model/json';
import type { Page } from '../transport/pages';
import { isTransient } from '../transport/retry';
import { toObservedCase } from './cases';
import { countedPages } from './pollContext';
import type { PollContext } from './pollContext';
import type { ListQuery } from './source';

/** Milliseconds by which clocks of several servers may put cases out of order. */
const OUT_OF_ORDER = 2 * 60_000;

/** Fewer dates than these do not show an order. */
const FEWEST_DATES = 4;

/** Statuses that are about the caller, not about what was asked. */
const ABOUT_THE_CALLER = new Set([401, 403]);

/**
 * Reads the list page by page, and makes sure that it can be relied upon: that its cases have a date
 * of creation, and come in the order that was asked for. Where they do not, new cases would be
 * passed over in silence.
 *
 * @param from cursor of the page to begin with
 * @throws Problem (`answer`) if the list cannot be relied upon; what the source throws
 */
export async function* listCases(
	reading: PollContext,
	order: ListQuery,
	from?: string,
): AsyncGenerator<Page, void> {
	for await (const page of countedPages(reading, order, from)) {
		const created = createdOf(page.entries);
		requireDates(page.entries, created);
		requireOrder(created, order.order);
		yield page;
	}
}

/** Creation of the entries where it can be read, in their order. */
export const createdOf = (entries: JsonObject[]): number[] =>
	entries
		.map((entry) => toObservedCase(entry)?.created)
		.filter((created): created is number => created !== undefined);

/**
 * Whether a failure may come from what was asked, such as a cursor that has grown old or a status
 * that may not be asked for, so that it is worth while to ask in another way.
 */
export const isRequestError = (error: unknown): boolean =>
	error instanceof Problem &&
	(error.kind === 'answer' || (error.kind === 'service' && !isTransient(error, false))) &&
	!ABOUT_THE_CALLER.has(error.status ?? 0);

/** One entry without a date is odd; if all are, nobody can say what is new. */
function requireDates(entries: JsonObject[], created: number[]): void {
	if (entries.length < 2 || created.length > 0) return;
	throw new Problem('The service gives cases without a UUID, status and date that can be read', {
		kind: 'answer',
		hint: 'What is new is told by "uuid", "status" and "created_at", such as 2026-01-31 10:00:00 UTC. Look at a case with Case > Get and tell the operators of the service.',
	});
}

/** By the middle of each half: single cases may have any date. */
function requireOrder(created: number[], order: ListQuery['order']): void {
	if (created.length < FEWEST_DATES) return;
	const half = Math.floor(created.length / 2);
	const [first, second] = [middle(created.slice(0, half)), middle(created.slice(half))];
	const wrongBy = order === 'newest' ? second - first : first - second;
	if (wrongBy <= OUT_OF_ORDER) return;
	throw new Problem(`The service does not give the ${order} cases first`, {
		kind: 'answer',
		hint: 'The trigger asks for it with "sort_by" and would miss cases without it. Tell the operators of the service.',
	});
}

const middle = (numbers: number[]): number =>
	[...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
