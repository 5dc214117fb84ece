import { CaseTracker } from './caseTracker';
import { byAge } from './cases';
import { requirementsOf } from './events';
import type { CaseEvent, EventSelection } from './events';
import { recordBaseline, scanNewCases } from './newCases';
import { scanOpenCases, verifyDeparted } from './openCases';
import { PollBudget } from './pollContext';
import type { PollContext } from './pollContext';
import type { CaseSource } from './source';
import { emptyNewCases, emptyOpenCases } from './state';
import type { PollState } from './state';

export interface PollSettings extends EventSelection {
	time: number;
	now: () => number;
}

export interface PollResult {
	/** Oldest case first. */
	events: CaseEvent[];
	/** Input of the next poll. */
	state: PollState;
	/** Why some cases could not be fetched. They stay known, and the next poll fetches them again. */
	partialError: Error | undefined;
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
	const state = isFirst ? empty : structuredClone(before);
	const tracker = new CaseTracker(state, settings);
	const budget = new PollBudget(settings.time, settings.now);
	const context: PollContext = { source, tracker, budget, now: settings.now };
	if (state.newCases !== undefined) {
		const scan = isFirst ? recordBaseline : scanNewCases;
		await scan(state.newCases, context);
	}
	const departed =
		state.openCases === undefined ? undefined : await scanOpenCases(state.openCases, context);
	const partialError = await verifyDeparted(departed ?? [], context);
	const events = tracker.events.sort((left, right) => byAge(left.entry, right.entry));
	return { events, state, partialError };
}
