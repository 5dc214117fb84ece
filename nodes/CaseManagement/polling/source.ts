import type { JsonObject } from '../model/json';
import type { Page } from '../transport/pages';

/** A part of the case list (interface.md, section 4.1.1). */
export interface ListQuery {
	order: 'newest' | 'oldest';
	/** All statuses if left out. */
	statuses?: readonly string[];
	/** `YYYY-MM-DD`; the service may take the day as of any time zone, with it or without. */
	createdAfter?: string;
}

/** What became of a case: `deleted` if the service has it no more, `forbidden` if it may not be seen. */
export type CaseLookup = JsonObject | 'deleted' | 'forbidden';

/** Where the trigger reads. The service is one; a test may be another. */
export interface CaseSource {
	/** One page; the first without a cursor. */
	fetchPage(order: ListQuery, cursor: string | undefined): Promise<Page>;
	/** One case. */
	fetchCase(uuid: string): Promise<CaseLookup>;
}
