import { noNewCases, recordBaseline, scanNewCases } from './newCases';
import type { PollContext } from './pollContext';
import { Budget } from './budget';
import { byAge } from './cases';
import { requirementsOf } from './events';
import type { CaseEvent, EventSelection } from './events';
import { verifyDeparted } from './looks';
import { noOpenCases, scanOpenCases } from './openCases';
import { CaseTracker } from './caseTracker';
import type { CaseSource } from './source';
import type { PollState } from './state';

/** What surrounds a poll. */
export interface PollSettings extends EventSelection {
	/** Milliseconds that the poll may take. */
	time: number;
	/** n8n's clock, in milliseconds since the epoch. */
	now: () => number;
}

/** What a poll has found. */
export interface PollResult {
	/** Oldest case first. */
	events: CaseEvent[];
	/** What the next poll needs. */
	state: PollState;
	/**
	 * Why cases could not be looked at. They stay known and are looked at again, so that one of them
	 * does not keep the others from being followed.
	 */
	partialError: Error | undefined;
}

/**
 * Reads what has happened since the last poll.
 *
 * Pure but for what `source` does: it knows neither n8n nor the network.
 *
 * @param before what the last poll left, which stays as it is; undefined at the first, which only
 * notes what is there
 * @throws what `source` throws while a list is read: the caller then goes on with `before`
 */
export async function pollOnce(
	before: PollState | undefined,
	source: CaseSource,
	settings: PollSettings,
): Promise<PollResult> {
	const isFirst = before === undefined || !holds(before, settings);
	const state = isFirst ? freshState(settings) : structuredClone(before);
	const tracker = new CaseTracker(state, settings);
	const budget = new Budget(settings.time, settings.now);
	const context: PollContext = { source, tracker, budget, now: settings.now };
	if (state.newCases !== undefined) {
		const read = isFirst ? recordBaseline : scanNewCases;
		await read(state.newCases, context);
	}
	const left =
		state.openCases === undefined ? undefined : await scanOpenCases(state.openCases, context);
	const partialError = await verifyDeparted(left ?? [], context);
	const events = tracker.events.sort((one, other) => byAge(one.entry, other.entry));
	return { events, state, partialError };
}

/** Whether a state holds all that the event needs; one that was stored may have lost a part. */
function holds({ newCases, openCases }: PollState, { event }: PollSettings): boolean {
	const needs = requirementsOf(event);
	return (
		(newCases !== undefined || !needs.newCases) && (openCases !== undefined || !needs.openCases)
	);
}

function freshState({ event }: PollSettings): PollState {
	const needs = requirementsOf(event);
	return {
		newCases: needs.newCases ? noNewCases() : undefined,
		openCases: needs.openCases ? noOpenCases() : undefined,
	};
}
