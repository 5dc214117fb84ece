import { TERMINAL_STATUS } from '../model/case';
import type { JsonObject } from '../model/json';
import { inputProblem } from '../model/problem';
import { iteratePages } from '../transport/pages';
import { NewCases } from './newCases';
import { OpenCases } from './openCases';
import { byAge, Reader } from './source';
import type { CaseSource } from './source';
import { copyState, emptyNewCases, emptyOpenCases, requirementsOf } from './state';
import type { EventSelection, PollState } from './state';
import { CaseTracker } from './tracker';
import type { CaseEvent } from './tracker';

export interface PollSettings extends EventSelection {
	/** Milliseconds that the poll may take. */
	time: number;
	/** n8n's clock, in milliseconds since the epoch. */
	now: () => number;
}

export interface PollResult {
	/** Oldest case first. */
	events: CaseEvent[];
	/** Input of the next poll. */
	state: PollState;
	/** Why some cases could not be fetched. They stay known, and the next poll fetches them again. */
	partialError: Error | undefined;
	/** Why a list that takes several polls comes to no end. */
	standstill: Error | undefined;
}

/** One poll: detects the events since the last one. Has no side effects except those of `source`.
 * @param before the state after the last poll, which is not changed; undefined at the first poll,
 * which records a baseline and emits nothing
 * @throws errors of `source` while a list is read: the caller then keeps `before` */
export async function pollOnce(
	before: PollState | undefined,
	source: CaseSource,
	settings: PollSettings,
): Promise<PollResult> {
	const needed = requirementsOf(settings.event);
	// A stored state may have lost a part.
	const isFirst =
		before === undefined ||
		(needed.newCases && before.newCases === undefined) ||
		(needed.openCases && before.openCases === undefined);
	const empty = {
		newCases: needed.newCases ? emptyNewCases() : undefined,
		openCases: needed.openCases ? emptyOpenCases() : undefined,
	};
	const state = isFirst ? empty : copyState(before);
	const tracker = new CaseTracker(state, settings);
	const reader = new Reader(source, settings.time, settings.now);
	const newCases = state.newCases && new NewCases(state.newCases, tracker, reader);
	const openCases = state.openCases && new OpenCases(state.openCases, tracker, reader);
	if (isFirst) await newCases?.recordBaseline();
	else await newCases?.scan();
	await openCases?.scan(isFirst ? 'baseline' : 'other');
	const partialError = await openCases?.settle();
	// While a backlog takes all the time, the open cases have to wait.
	const isBehind = state.newCases?.backlog !== undefined;
	const standstill = isBehind ? newCases?.standstill : openCases?.standstill;
	return { events: tracker.finish(), state, partialError, standstill };
}

const MAX_SAMPLE_PAGES = 5;

/** One sample event for the editor: a recent case, shown as if the event had just happened. */
export async function sampleEvent(
	source: CaseSource,
	{ event, statuses: selected }: EventSelection,
): Promise<CaseEvent> {
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
		if (entry !== undefined || ++pages >= MAX_SAMPLE_PAGES) break;
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
