import type { JsonObject } from '../model/json';
import type { Page } from '../transport/pages';

/** A part of the case list (interface.md, section 4.1.1). */
export interface ListOrder {
	order: 'newest' | 'oldest';
	/** All statuses if left out. */
	statuses?: readonly string[];
	/** `YYYY-MM-DD`; the service may take the day as of any time zone, with it or without. */
	createdAfter?: string;
}

/** What became of a case: `gone` if the service has it no more, `hidden` if it may not be seen. */
export type Whereabouts = JsonObject | 'gone' | 'hidden';

/** Where the trigger reads. The service is one; a test may be another. */
export interface CaseSource {
	/** One page; the first without a cursor. */
	page(order: ListOrder, cursor: string | undefined): Promise<Page>;
	/** One case. */
	look(uuid: string): Promise<Whereabouts>;
}
