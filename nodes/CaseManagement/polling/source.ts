import { parseTimestamp } from '../model/dates';
import { parseId } from '../model/identifiers';
import { isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import { Problem } from '../model/problem';
import { casePageReader } from '../transport/cases';
import { iteratePages } from '../transport/pages';
import type { Page } from '../transport/pages';
import { errorObject, missingFieldError, responseObject } from '../transport/response';
import type { HttpResponse } from '../transport/response';
import { isTransient } from '../transport/retry';
import type { SendRequest } from '../transport/send';
import { fillPath } from '../transport/url';
import type { ArrayFormat } from '../transport/url';

export interface ListQuery {
	order: 'newest' | 'oldest';
	statuses?: readonly string[];
	/** An instant or a day, ISO 8601. The contract leaves open how the service reads it. */
	createdAfter?: string;
}

/** A case, or why there is none: it does not exist (404), or the user may not see it (403). */
export type CaseLookup = JsonObject | 'deleted' | 'forbidden';

/** Where the trigger reads from: the service, or a simulation in a test. */
export interface CaseSource {
	fetchPage(query: ListQuery, cursor: string | undefined): Promise<Page>;
	fetchCase(uuid: string): Promise<CaseLookup>;
}

/** What the trigger needs of a case. */
export interface ObservedCase {
	uuid: string;
	status: string;
	/** Milliseconds since the epoch in whole seconds, by the service's clock; undefined if it cannot
	 * be parsed. */
	created: number | undefined;
	entry: JsonObject;
}

/** @returns undefined for an entry without UUID or status, which cannot be tracked */
export function toObservedCase(entry: JsonObject): ObservedCase | undefined {
	const { uuid, status, created_at } = entry;
	if (typeof uuid !== 'string' || uuid === '' || typeof status !== 'string') return undefined;
	return { uuid, status, created: toSeconds(parseTimestamp(created_at)), entry };
}

const toSeconds = (time: number | undefined): number | undefined =>
	time === undefined ? undefined : Math.floor(time / 1000) * 1000;

const observedCases = (entries: JsonObject[]): ObservedCase[] =>
	entries.flatMap((entry) => toObservedCase(entry) ?? []);

/** Creation of the cases where it can be parsed, in their order. */
export const createdOf = (cases: ObservedCase[]): number[] =>
	cases.flatMap(({ created }) => created ?? []);

/** A page of the case list, with what the trigger needs of its entries. */
export interface CasePage extends Page {
	cases: ObservedCase[];
}

/** Sorts oldest first, within one second by running number. */
export function byAge(left: JsonObject, right: JsonObject): number {
	const age = (parseTimestamp(left.created_at) ?? 0) - (parseTimestamp(right.created_at) ?? 0);
	return age !== 0 ? age : numberOrZero(left.sequential_id) - numberOrZero(right.sequential_id);
}

const numberOrZero = (value: unknown): number => (typeof value === 'number' ? value : 0);

export interface SourceFilters {
	templateIds: string[];
	arrayFormat: ArrayFormat;
}

/** The service as a source of cases (listCases, getCase). */
export const makeServiceSource = (
	send: SendRequest,
	{ templateIds, arrayFormat }: SourceFilters,
): CaseSource => ({
	async fetchPage({ order, statuses = [], createdAfter }, cursor) {
		const query = {
			sort_by: order,
			created_after: createdAfter,
			status: statuses,
			process_type: templateIds,
		};
		const page = await casePageReader(send, query, arrayFormat)(cursor);
		return { ...page, entries: keepTemplates(page.entries, templateIds) };
	},
	async fetchCase(uuid) {
		const path = fillPath('getCase', { caseId: parseId(uuid, 'caseId') });
		return await send({ operationId: 'getCase', path }, toCaseLookup);
	},
});

function toCaseLookup(response: HttpResponse): CaseLookup {
	// Only an error body of the service counts: a proxy's page does not mean that a case is deleted.
	const hasOwnMessage = typeof errorObject(response)?.message === 'string';
	if (hasOwnMessage && response.statusCode === 404) return 'deleted';
	if (hasOwnMessage && response.statusCode === 403) return 'forbidden';
	const entry: unknown = responseObject(response, 'getCase').process_instance;
	return isObject(entry) ? entry : missingFieldError(response, 'getCase')('process_instance');
}

/** Filters by template once more; a case that names no template may be of any.
 * @throws Problem (`invalidResponse`) if most cases are of other templates: the service ignores the
 * filter, and the trigger would read all its cases */
function keepTemplates(entries: JsonObject[], templateIds: string[]): JsonObject[] {
	if (templateIds.length === 0) return entries;
	const asked = new Set(templateIds.map((id) => id.toLowerCase()));
	const wanted = entries.filter(({ process_template: template }) => {
		const uuid = isObject(template) ? template.uuid : undefined;
		return typeof uuid !== 'string' || asked.has(uuid.toLowerCase());
	});
	if (entries.length < 2 || wanted.length > entries.length / 2) return wanted;
	throw new Problem('The service returns cases of templates that were not requested', {
		kind: 'invalidResponse',
		hint: 'It may expect the templates in another format: choose another Array Format under Options.',
	});
}

/** Maximum number of requests per poll. The next poll continues where this one stops. */
const MAX_REQUESTS = 400;

/** Milliseconds by which servers with different clocks may put cases out of order. */
export const CLOCK_TOLERANCE = 2 * 60_000;

const MIN_DATES = 4;

const CALLER_STATUSES = new Set([401, 403]);

/** What one poll may cost, and the one way by which it reads lists. */
export class Reader {
	private requests = 0;

	private readonly startedAt: number;

	/** @param milliseconds how long the poll may take
	 * @param now n8n's clock, in milliseconds since the epoch */
	constructor(
		private readonly source: CaseSource,
		private readonly milliseconds: number,
		readonly now: () => number,
	) {
		this.startedAt = now();
	}

	/** Whether this share of time or requests is used up.
	 * @param share less than 1 to leave something for the steps that follow */
	isSpent(share = 1): boolean {
		const elapsed = this.now() - this.startedAt;
		return this.requests >= MAX_REQUESTS * share || elapsed >= this.milliseconds * share;
	}

	async fetchPage(query: ListQuery, cursor?: string): Promise<CasePage> {
		this.requests += 1;
		const page = await this.source.fetchPage(query, cursor);
		return { ...page, cases: observedCases(page.entries) };
	}

	async fetchCase(uuid: string): ReturnType<CaseSource['fetchCase']> {
		this.requests += 1;
		return await this.source.fetchCase(uuid);
	}

	/** Reads a list page by page and checks that the trigger can rely on it: the cases have a date of
	 * creation and come in the requested order. Otherwise new cases would be missed silently.
	 * @param first the page behind `from`, if it has been fetched already
	 * @throws Problem (`invalidResponse`) if a check fails; errors of the source */
	async *pages(query: ListQuery, from?: string, first?: CasePage): AsyncGenerator<CasePage, void> {
		let fetched = first;
		const read = async (cursor: string | undefined): Promise<CasePage> => {
			const page = fetched ?? (await this.fetchPage(query, cursor));
			fetched = undefined;
			return page;
		};
		for await (const page of iteratePages(read, from)) {
			const created = createdOf(page.cases);
			assertDates(page.entries, created);
			assertOrder(created, query.order);
			yield page;
		}
	}
}

/** Whether the request itself caused the failure (expired cursor, unsupported filter), so that a
 * different request may succeed. */
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
