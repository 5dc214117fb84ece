import { noArrivals, noteArrivals, readArrivals } from './arrivals';
import type { Reading } from './reading';
import { Budget } from './budget';
import { byAge } from './cases';
import { needsOf } from './events';
import type { CaseEvent, Watched } from './events';
import { lookAt } from './looks';
import { noOpenCases, readOpen } from './openCases';
import { Sightings } from './sightings';
import type { CaseSource } from './source';
import type { PollState } from './state';

/** What surrounds a poll. */
export interface PollSettings extends Watched {
	/** Milliseconds that the poll may take. */
	time: number;
	/** n8n's clock, in milliseconds since the epoch. */
	now: () => number;
}

/** What a poll has found. */
export interface Polled {
	/** Oldest case first. */
	events: CaseEvent[];
	/** What the next poll needs. */
	state: PollState;
	/**
	 * Why cases could not be looked at. They stay known and are looked at again, so that one of them
	 * does not keep the others from being followed.
	 */
	failure: Error | undefined;
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
): Promise<Polled> {
	const isFirst = before === undefined || !holds(before, settings);
	const state = isFirst ? freshState(settings) : structuredClone(before);
	const sightings = new Sightings(state, settings);
	const budget = new Budget(settings.time, settings.now);
	const reading: Reading = { source, sightings, budget, now: settings.now };
	if (state.arrivals !== undefined) {
		const read = isFirst ? noteArrivals : readArrivals;
		await read(state.arrivals, reading);
	}
	const left = state.open === undefined ? undefined : await readOpen(state.open, reading);
	const failure = await lookAt(left ?? [], reading);
	const events = sightings.events.sort((one, other) => byAge(one.entry, other.entry));
	return { events, state, failure };
}

/** Whether a state holds all that the event needs; one that was stored may have lost a part. */
function holds({ arrivals, open }: PollState, { event }: PollSettings): boolean {
	const needs = needsOf(event);
	return (arrivals !== undefined || !needs.arrivals) && (open !== undefined || !needs.open);
}

function freshState({ event }: PollSettings): PollState {
	const needs = needsOf(event);
	return {
		arrivals: needs.arrivals ? noArrivals() : undefined,
		open: needs.open ? noOpenCases() : undefined,
	};
}
