import type { JsonObject } from '../model/json';
import { TERMINAL_STATUS, INITIAL_STATUS, toObservedCase } from './cases';
import type { ObservedCase } from './cases';
import { requirementsOf } from './events';
import type { CaseEvent, EventSelection } from './events';
import type { CaseDetails, KnownCase, PollState } from './state';

/** Longest name that is kept for a case that may be deleted: with 1,000 of them, 60 kB. */
const MAX_NAME_LENGTH = 60;

/**
 * Says what a look at a case means, against what is known of it, and makes it known.
 *
 * This is the one place where events come from, however a case was met: on the list of new cases,
 * on that of open ones, or by itself. So none can come twice because it was met twice.
 */
export class CaseTracker {
	readonly events: CaseEvent[] = [];

	private readonly state: PollState;

	private readonly watched: EventSelection;

	constructor(state: PollState, watched: EventSelection) {
		this.state = state;
		this.watched = watched;
	}

	/**
	 * A case as the service shows it now.
	 *
	 * @param isNews false while what was there before the trigger is being noted
	 */
	observe(entry: JsonObject, isNews = true): void {
		const seen = toObservedCase(entry);
		if (seen === undefined) return;
		const known = this.state.openCases?.cases.get(seen.uuid);
		if (known !== undefined) this.observeKnown(seen, known.status);
		else if (this.state.newCases?.seen.has(seen.uuid)) this.observeFinished(seen);
		else this.observeFirst(seen, isNews);
	}

	/** A known case that the service has no more. */
	markDeleted(uuid: string): void {
		const known = this.state.openCases?.cases.get(uuid);
		if (known === undefined) return;
		this.forgetCase(uuid);
		if (this.watched.event !== 'caseDeleted') return;
		const entry = this.describeDeleted(uuid, known);
		this.events.push({ event: 'caseDeleted', entry, previousStatus: known.status });
	}

	/** A known case that may no longer be seen: nothing can be said of it. */
	forget(uuid: string): void {
		this.forgetCase(uuid);
	}

	/** A case has had its turn to be looked at: others come first the next time. */
	moveToBack(uuid: string): void {
		const cases = this.state.openCases?.cases;
		const known = cases?.get(uuid);
		if (cases === undefined || known === undefined) return;
		cases.delete(uuid);
		cases.set(uuid, known);
	}

	/** If it comes back it is a case like any other; remembered as seen, it would pass for finished. */
	private forgetCase(uuid: string): void {
		this.state.openCases?.cases.delete(uuid);
		this.state.newCases?.seen.delete(uuid);
	}

	private observeKnown(seen: ObservedCase, previousStatus: string): void {
		this.remember(seen);
		if (seen.status !== previousStatus) this.statusChanged(seen, previousStatus);
	}

	/** It was seen finished, or is not followed; only a rollback can bring it back. */
	private observeFinished(seen: ObservedCase): void {
		if (this.state.openCases === undefined || seen.status === TERMINAL_STATUS) return;
		this.remember(seen);
		this.statusChanged(seen, TERMINAL_STATUS);
	}

	private observeFirst(seen: ObservedCase, isNews: boolean): void {
		const { newCases } = this.state;
		const { created } = seen;
		// Without a date nobody can say how long it has to be remembered: it is followed, no more.
		const isOld =
			newCases !== undefined && (created === undefined || created < newCases.lowerBound);
		if (!isOld && created !== undefined) newCases?.seen.set(seen.uuid, created);
		this.remember(seen);
		// An old case that turns up now has been there all along: it became visible to the user, or
		// was rolled back. Nobody can say which.
		if (!isNews || isOld) return;
		if (this.watched.event === 'caseCreated') this.emit(seen, null);
		// It was in another status before, if only for a moment.
		else if (seen.status !== INITIAL_STATUS) this.statusChanged(seen, null);
	}

	private statusChanged(seen: ObservedCase, previousStatus: string | null): void {
		const { event, statuses } = this.watched;
		const wanted =
			event === 'caseCompleted'
				? seen.status === TERMINAL_STATUS
				: event === 'caseStatusChanged' &&
					(statuses.length === 0 || statuses.includes(seen.status));
		if (wanted) this.emit(seen, previousStatus);
	}

	private emit({ entry }: ObservedCase, previousStatus: string | null): void {
		this.events.push({ event: this.watched.event, entry, previousStatus });
	}

	private remember(seen: ObservedCase): void {
		const { openCases } = this.state;
		if (openCases === undefined) return;
		if (seen.status === TERMINAL_STATUS) openCases.cases.delete(seen.uuid);
		else openCases.cases.set(seen.uuid, { status: seen.status, ...this.detailsOf(seen) });
	}

	private detailsOf({ entry }: ObservedCase): { details?: CaseDetails } {
		if (!requirementsOf(this.watched.event).details) return {};
		const { name, sequential_id, created_at } = entry;
		const { uuid, name: templateName } = (entry.process_template ?? {}) as JsonObject;
		const template = typeof uuid === 'string' ? uuid : '';
		if (typeof templateName === 'string')
			this.state.openCases?.templates.set(template, templateName);
		const shortName = typeof name === 'string' ? truncate(name) : name;
		return { details: { name: shortName, sequential_id, created_at, template } };
	}

	/** What is known of a case that can no longer be asked for, in the service's shape. */
	private describeDeleted(uuid: string, { status, details }: KnownCase): JsonObject {
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
				name: this.state.openCases?.templates.get(template) ?? null,
			},
		};
	}
}

/** Cut between characters: half of one is no text that every database takes. */
const truncate = (name: string): string =>
	name.slice(0, MAX_NAME_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
