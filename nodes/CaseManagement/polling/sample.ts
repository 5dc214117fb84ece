import { TERMINAL_STATUS } from '../model/case';
import type { JsonObject } from '../model/json';
import { inputProblem } from '../model/problem';
import { iteratePages } from '../transport/pages';
import { byAge } from './cases';
import type { CaseEvent, EventSelection } from './events';
import type { CaseSource } from './source';

const MAX_PAGES = 5;

/** One sample event for the editor: a recent case, shown as if the event had just happened. */
export async function sampleEvent(
	source: CaseSource,
	selection: EventSelection,
): Promise<CaseEvent> {
	const { event } = selection;
	const { statuses: selected } = selection;
	const statuses =
		event === 'caseCompleted' ? [TERMINAL_STATUS] : event === 'caseStatusChanged' ? selected : [];
	const query = { order: 'newest', statuses } as const;
	const isSuitable = ({ status }: JsonObject) =>
		statuses.length === 0 || statuses.includes(String(status));
	let pages = 0;
	let entry: JsonObject | undefined;
	for await (const page of iteratePages(async (cursor) => await source.fetchPage(query, cursor))) {
		// The service may ignore the filter.
		entry = page.entries.filter(isSuitable).sort(byAge).at(-1);
		if (entry !== undefined || ++pages >= MAX_PAGES) break;
	}
	if (entry === undefined) {
		const which = statuses.length === 0 ? 'no case' : `no case that is ${statuses.join(' or ')}`;
		const none = event === 'caseCompleted' ? 'no completed case' : which;
		throw inputProblem(
			`There is ${none} to show as a sample yet`,
			'Create one in the service, or publish the workflow: it starts with the next event.',
		);
	}
	return { event, entry, previousStatus: null };
}
