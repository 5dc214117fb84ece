import { noArrivals, noteArrivals, readArrivals } from './arrivals';
import type { Reading } from './arrivals';
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

/**
 * Reads what has happened since the last poll.
 *
 * Pure but for what `source` does: it knows neither n8n nor the network.
 *
 * @param before what the last poll left; undefined at the first, which only notes what is there
 * @returns events, oldest case first, and what the next poll needs; `before` is left as it was
 * @throws what `source` throws, unless something has been found all the same: the caller then goes
 * on with `before`
 */
export async function pollOnce(
	before: PollState | undefined,
	source: CaseSource,
	settings: PollSettings,
): Promise<{ events: CaseEvent[]; state: PollState }> {
	const state = before === undefined ? freshState(settings) : structuredClone(before);
	const sightings = new Sightings(state, settings);
	const budget = new Budget(settings.time, settings.now);
	const reading: Reading = { source, sightings, budget, now: settings.now };
	if (state.arrivals !== undefined) {
		const read = before === undefined ? noteArrivals : readArrivals;
		await read(state.arrivals, reading);
	}
	if (state.open !== undefined) {
		const left = (await readOpen(state.open, reading)) ?? [];
		const failure = await lookAt(left, reading);
		if (failure !== undefined && sightings.events.length === 0) throw failure;
	}
	const events = sightings.events.sort((left, right) => byAge(left.entry, right.entry));
	return { events, state };
}

function freshState({ event }: PollSettings): PollState {
	const needs = needsOf(event);
	return {
		arrivals: needs.arrivals ? noArrivals() : undefined,
		open: needs.open ? noOpenCases() : undefined,
	};
}
