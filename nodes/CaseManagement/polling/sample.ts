import { TERMINAL_STATUS } from '../model/caseStatus';
import type { JsonObject } from '../model/json';
import { inputProblem } from '../model/problem';
import { iteratePages } from '../transport/pages';
import { byAge } from './cases';
import type { CaseEvent, EventSelection } from './events';
import type { CaseSource } from './source';

/** Maximum number of pages that are searched for a sample. */
const MAX_PAGES = 5;

/** Which statuses a sample may have, and the words for having found none. */
function sampleFor({ event, statuses }: EventSelection): {
	statuses: readonly string[];
	none: string;
} {
	if (event === 'caseCompleted') return { statuses: [TERMINAL_STATUS], none: 'no completed case' };
	if (event === 'caseStatusChanged' && statuses.length > 0) {
		return { statuses, none: `no case that is ${statuses.join(' or ')}` };
	}
	return { statuses: [], none: 'no case' };
}

/**
 * One sample event for the editor: a recent case, shown as if the event had just happened.
 *
 * @throws Problem (`input`) if there is no case to show
 */
export async function sampleEvent(
	source: CaseSource,
	selection: EventSelection,
): Promise<CaseEvent> {
	const { statuses, none } = sampleFor(selection);
	const query = { order: 'newest', statuses } as const;
	const isSuitable = ({ status }: JsonObject) =>
		statuses.length === 0 || statuses.some((one) => one === status);
	let pages = 0;
	let entry: JsonObject | undefined;
	for await (const page of iteratePages(async (cursor) => await source.fetchPage(query, cursor))) {
		// The service may ignore the filter.
		entry = page.entries.filter(isSuitable).sort(byAge).at(-1);
		if (entry !== undefined || ++pages >= MAX_PAGES) break;
	}
	if (entry === undefined) {
		throw inputProblem(
			`There is ${none} yet that could be shown as a sample`,
			'Make one at the service, or publish the workflow: it starts with the next event.',
		);
	}
	return { event: selection.event, entry, previousStatus: null };
}
