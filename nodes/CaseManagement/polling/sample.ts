import { inputProblem } from '../model/problem';
import type { JsonObject } from '../model/json';
import { iteratePages } from '../transport/pages';
import { byAge, TERMINAL_STATUS } from './cases';
import type { CaseEvent, EventSelection } from './events';
import type { CaseSource } from './source';

/** Pages after which it is not worth looking any further. */
const MOST_PAGES = 5;

/** What a sample must be like, and how to say that there is none. */
function wanted({ event, statuses }: EventSelection): {
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
 * One event for a person to build a workflow with: a recent case, shown as if it had just happened.
 *
 * @throws Problem (`input`) if there is no case to show
 */
export async function sampleEvent(source: CaseSource, watched: EventSelection): Promise<CaseEvent> {
	const { statuses, none } = wanted(watched);
	const order = { order: 'newest', statuses } as const;
	const isWanted = ({ status }: JsonObject) =>
		statuses.length === 0 || statuses.some((one) => one === status);
	let pages = 0;
	let entry: JsonObject | undefined;
	for await (const { entries } of iteratePages(
		async (cursor) => await source.fetchPage(order, cursor),
	)) {
		// The service may know nothing of the filter.
		entry = entries.filter(isWanted).sort(byAge).at(-1);
		if (entry !== undefined || ++pages >= MOST_PAGES) break;
	}
	if (entry === undefined) {
		throw inputProblem(
			`There is ${none} yet that could be shown as a sample`,
			'Make one at the service, or publish the workflow: it starts with the next event.',
		);
	}
	return { event: watched.event, entry, previousStatus: null };
}
