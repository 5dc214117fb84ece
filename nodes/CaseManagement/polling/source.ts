import type { JsonObject } from '../model/json';
import type { Page } from '../transport/pages';

export interface ListQuery {
	order: 'newest' | 'oldest';
	statuses?: readonly string[];
	/** `YYYY-MM-DD`. The contract leaves the time zone of the day open, and whether the day itself
	 * is included. */
	createdAfter?: string;
}

/** A case, or why there is none: it does not exist (404), or the user may not see it (403). */
export type CaseLookup = JsonObject | 'deleted' | 'forbidden';

/** Where the trigger reads from: the service, or a simulation in a test. */
export interface CaseSource {
	fetchPage(query: ListQuery, cursor: string | undefined): Promise<Page>;
	fetchCase(uuid: string): Promise<CaseLookup>;
}
