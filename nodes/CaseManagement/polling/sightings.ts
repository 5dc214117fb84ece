import type { JsonObject } from '../model/json';
import { FINISHED, FRESH, seenCase } from './cases';
import type { SeenCase } from './cases';
import { needsOf } from './events';
import type { CaseEvent, Watched } from './events';
import type { CaseDetails, KnownCase, PollState } from './state';

/** Longest name that is kept for a case that may be deleted: with 1,000 of them, 60 kB. */
const LONGEST_NAME = 60;

/**
 * Says what a look at a case means, against what is known of it, and makes it known.
 *
 * This is the one place where events come from, however a case was met: on the list of new cases,
 * on that of open ones, or by itself. So none can come twice because it was met twice.
 */
export class Sightings {
	readonly events: CaseEvent[] = [];

	private readonly state: PollState;

	private readonly watched: Watched;

	constructor(state: PollState, watched: Watched) {
		this.state = state;
		this.watched = watched;
	}

	/**
	 * A case as the service shows it now.
	 *
	 * @param isNews false while what was there before the trigger is being noted
	 */
	met(entry: JsonObject, isNews = true): void {
		const seen = seenCase(entry);
		if (seen === undefined) return;
		const known = this.state.open?.cases.get(seen.uuid);
		if (known !== undefined) this.metAgain(seen, known.status);
		else if (this.state.arrivals?.seen.has(seen.uuid)) this.metFinished(seen);
		else this.metFirst(seen, isNews);
	}

	/** A known case that the service has no more. */
	gone(uuid: string): void {
		const known = this.state.open?.cases.get(uuid);
		if (known === undefined) return;
		this.forget(uuid);
		if (this.watched.event !== 'caseDeleted') return;
		const entry = this.remembered(uuid, known);
		this.events.push({ event: 'caseDeleted', entry, previousStatus: known.status });
	}

	/** A known case that may no longer be seen: nothing can be said of it. */
	hidden(uuid: string): void {
		this.forget(uuid);
	}

	/** A case has had its turn to be looked at: others come first the next time. */
	lookedAt(uuid: string): void {
		const cases = this.state.open?.cases;
		const known = cases?.get(uuid);
		if (cases === undefined || known === undefined) return;
		cases.delete(uuid);
		cases.set(uuid, known);
	}

	/** If it comes back it is a case like any other; remembered as seen, it would pass for finished. */
	private forget(uuid: string): void {
		this.state.open?.cases.delete(uuid);
		this.state.arrivals?.seen.delete(uuid);
	}

	private metAgain(seen: SeenCase, previousStatus: string): void {
		this.keep(seen);
		if (seen.status !== previousStatus) this.changed(seen, previousStatus);
	}

	/** It was seen finished, or is not followed; only a rollback can bring it back. */
	private metFinished(seen: SeenCase): void {
		if (this.state.open === undefined || seen.status === FINISHED) return;
		this.keep(seen);
		this.changed(seen, FINISHED);
	}

	private metFirst(seen: SeenCase, isNews: boolean): void {
		const { arrivals } = this.state;
		const { created } = seen;
		// Without a date nobody can say how long it has to be remembered: it is followed, no more.
		const isOld = arrivals !== undefined && (created === undefined || created < arrivals.floor);
		if (!isOld && created !== undefined) arrivals?.seen.set(seen.uuid, created);
		this.keep(seen);
		// An old case that turns up now has been there all along: it became visible to the user, or
		// was rolled back. Nobody can say which.
		if (!isNews || isOld) return;
		if (this.watched.event === 'caseCreated') this.tell(seen, null);
		// It was in another status before, if only for a moment.
		else if (seen.status !== FRESH) this.changed(seen, null);
	}

	private changed(seen: SeenCase, previousStatus: string | null): void {
		const { event, statuses } = this.watched;
		const wanted =
			event === 'caseCompleted'
				? seen.status === FINISHED
				: event === 'caseStatusChanged' &&
					(statuses.length === 0 || statuses.includes(seen.status));
		if (wanted) this.tell(seen, previousStatus);
	}

	private tell({ entry }: SeenCase, previousStatus: string | null): void {
		this.events.push({ event: this.watched.event, entry, previousStatus });
	}

	private keep(seen: SeenCase): void {
		const { open } = this.state;
		if (open === undefined) return;
		if (seen.status === FINISHED) open.cases.delete(seen.uuid);
		else open.cases.set(seen.uuid, { status: seen.status, ...this.detailsOf(seen) });
	}

	private detailsOf({ entry }: SeenCase): { details?: CaseDetails } {
		if (!needsOf(this.watched.event).details) return {};
		const { name, sequential_id, created_at } = entry;
		const { uuid, name: templateName } = (entry.process_template ?? {}) as JsonObject;
		const template = typeof uuid === 'string' ? uuid : '';
		if (typeof templateName === 'string') this.state.open?.templates.set(template, templateName);
		const shortName = typeof name === 'string' ? shortened(name) : name;
		return { details: { name: shortName, sequential_id, created_at, template } };
	}

	/** What is known of a case that can no longer be asked for, in the service's shape. */
	private remembered(uuid: string, { status, details }: KnownCase): JsonObject {
		const template = details?.template ?? '';
		return {
			uuid,
			name: details?.name ?? null,
			status,
			sequential_id: details?.sequential_id ?? null,
			created_at: details?.created_at ?? null,
			completed_date: null,
			process_template: {
				uuid: template === '' ? null : template,
				name: this.state.open?.templates.get(template) ?? null,
			},
		};
	}
}

/** Cut between characters: half of one is no text that every database takes. */
const shortened = (name: string): string =>
	name.slice(0, LONGEST_NAME).replace(/[\uD800-\uDBFF]$/, '');
