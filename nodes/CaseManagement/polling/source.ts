import type { JsonObject } from '../model/json';
import type { Page } from '../transport/pages';

/** Which part of the case list to read (listCases). A cursor belongs to one such query. */
export interface ListQuery {
	order: 'newest' | 'oldest';
	/** All statuses if left out. */
	statuses?: readonly string[];
	/**
	 * `YYYY-MM-DD`. The contract leaves the time zone of the day open, and whether the day itself is
	 * included.
	 */
	createdAfter?: string;
}

/** A case, or why there is none: it does not exist (404), or the user may not see it (403). */
export type CaseLookup = JsonObject | 'deleted' | 'forbidden';

/** Where the trigger reads from: the service, or a simulation in a test. */
export interface CaseSource {
	/** Fetches one page; the first one without a cursor. */
	fetchPage(query: ListQuery, cursor: string | undefined): Promise<Page>;
	/** Fetches one case by its UUID. */
	fetchCase(uuid: string): Promise<CaseLookup>;
}
