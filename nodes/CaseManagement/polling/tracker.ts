import { TERMINAL_STATUS } from '../model/case';
import type { CaseStatus } from '../model/case';
import { asObject } from '../model/json';
import type { JsonObject } from '../model/json';
import { byAge, toObservedCase } from './source';
import type { ObservedCase } from './source';
import { requirementsOf } from './state';
import type { Absence, EventName, EventSelection, KnownCase, PollState } from './state';

export interface CaseEvent {
	event: EventName;
	/** The Case as the service sent it last. */
	entry: JsonObject;
	/** null if unknown, e.g. for a case that is observed for the first time. */
	previousStatus: string | null;
}

const INITIAL_STATUS = 'running' satisfies CaseStatus;

/** Longest name that is kept of an open case, in characters. */
const MAX_NAME_LENGTH = 60;

/** How a case came to be observed on a list:
 * - `baseline`: it existed before the trigger
 * - `new`: the scan of new cases knows that it has not been seen
 * - `other`: whether it is new is decided by its date */
export type Origin = 'baseline' | 'new' | 'other';

interface FirstSight {
	observed: ObservedCase;
	isReported: boolean;
	/** Whether all lists tell the same status, or the case itself has told it. */
	isCertain: boolean;
}

/** Compares each case as read now with the stored state, collects the resulting events and updates
 * the state. This is the only place that emits events, so an event cannot be emitted twice.
 *
 * Lists may lag behind each other. They tell which cases there are; that a case has another status
 * than before is told only as the case itself says it (getCase). */
export class CaseTracker {
	/** Cases to fetch: those that are missing on the lists, and those whose status one list tells
	 * otherwise than another, or than an earlier poll. What is fetched is no longer in doubt. */
	readonly doubtful = new Set<string>();

	private readonly events: CaseEvent[] = [];

	/** Cases of this poll that no poll before has observed. */
	private readonly firsts = new Map<string, FirstSight>();

	constructor(
		private readonly state: PollState,
		private readonly selection: EventSelection,
	) {}

	/** Whether a poll has observed the case, as far as it is remembered. */
	isKnown(uuid: string): boolean {
		return this.statusOf(uuid) !== undefined;
	}

	/** Whether this poll is the first that has observed the case. */
	isFirstSeen(uuid: string): boolean {
		return this.firsts.has(uuid);
	}

	/** A case as a list shows it. */
	observe(observed: ObservedCase, origin: Origin): void {
		const { uuid, status } = observed;
		const before = this.statusOf(uuid);
		if (before === undefined) this.observeFirst(observed, origin);
		else if (before === status) this.remember(observed);
		else if (this.state.openCases !== undefined) {
			this.doubtful.add(uuid);
			const first = this.firsts.get(uuid);
			if (first !== undefined) first.isCertain = false;
		}
	}

	/** A case as the service has shown it by itself. */
	observeShown(entry: JsonObject): void {
		const observed = toObservedCase(entry);
		if (observed === undefined) return;
		const before = this.statusOf(observed.uuid);
		const first = this.firsts.get(observed.uuid);
		this.doubtful.delete(observed.uuid);
		if (first !== undefined) Object.assign(first, { observed, isCertain: true });
		else if (before !== undefined && before !== observed.status) {
			this.statusChanged(observed, before);
		}
		this.remember(observed);
	}

	/** A known case that a lookup did not return. A gateway may answer so while it is being
	 * deployed, so it takes effect when a later poll gets the same result. */
	observeAbsent(uuid: string, absence: Absence): void {
		const { openCases } = this.state;
		const known = openCases?.cases.get(uuid);
		if (openCases === undefined || known === undefined) return;
		if (openCases.absent.get(uuid) !== absence) {
			openCases.absent.set(uuid, absence);
			return;
		}
		this.forget(uuid);
		if (absence === 'deleted') this.markDeleted(uuid, known);
	}

	/** Moves a case behind those that have not been looked up yet. */
	moveToBack(uuid: string): void {
		const cases = this.state.openCases?.cases;
		const known = cases?.get(uuid);
		if (cases === undefined || known === undefined) return;
		cases.delete(uuid);
		cases.set(uuid, known);
	}

	/** Stops tracking a case. Should it come back, it is a case like any other. */
	forget(uuid: string): void {
		this.state.openCases?.cases.delete(uuid);
		this.state.openCases?.absent.delete(uuid);
		// Remembered as seen, it would count as completed.
		this.state.newCases?.seen.delete(uuid);
	}

	/** The events of this poll, oldest case first. */
	finish(): CaseEvent[] {
		for (const { observed, isReported, isCertain } of this.firsts.values()) {
			if (!isReported) continue;
			// The lists contradict each other, and it could not be fetched: the next poll finds a change.
			if (!isCertain) this.remember({ ...observed, status: INITIAL_STATUS });
			else if (this.selection.event === 'caseCreated') this.emit(observed, null);
			// It had another status before, if only for a moment.
			else if (observed.status !== INITIAL_STATUS) this.statusChanged(observed, null);
		}
		return this.events.sort((left, right) => byAge(left.entry, right.entry));
	}

	/** @returns undefined for a case that no poll has observed, as far as it is known */
	private statusOf(uuid: string): string | undefined {
		const { openCases, newCases } = this.state;
		// It was completed when it was seen, or is not tracked.
		const finished = newCases?.seen.has(uuid) === true ? TERMINAL_STATUS : undefined;
		return openCases?.cases.get(uuid)?.status ?? finished;
	}

	private observeFirst(observed: ObservedCase, origin: Origin): void {
		const { newCases, openCases } = this.state;
		const { uuid, status, created } = observed;
		// Without a date it is unknown how long the case has to be kept as seen: it is tracked, no more.
		const isOld =
			origin !== 'new' &&
			newCases !== undefined &&
			(created === undefined || created < newCases.lowerBound);
		if (isOld && openCases?.complete === true) {
			// It became visible to the user or was rolled back, or the list has not heard of its end.
			if (status !== TERMINAL_STATUS) this.doubtful.add(uuid);
			return;
		}
		if (!isOld && created !== undefined) newCases?.seen.set(uuid, created);
		this.remember(observed);
		const isReported = origin !== 'baseline' && !isOld;
		this.firsts.set(uuid, { observed, isReported, isCertain: true });
	}

	private markDeleted(uuid: string, known: KnownCase): void {
		if (this.selection.event !== 'caseDeleted') return;
		const entry = this.describeDeleted(uuid, known);
		this.events.push({ event: 'caseDeleted', entry, previousStatus: known.status });
	}

	private statusChanged(observed: ObservedCase, previousStatus: string | null): void {
		const { event, statuses } = this.selection;
		const isSelected =
			event === 'caseCompleted'
				? observed.status === TERMINAL_STATUS
				: event === 'caseStatusChanged' &&
					(statuses.length === 0 || statuses.includes(observed.status));
		if (isSelected) this.emit(observed, previousStatus);
	}

	private emit({ entry }: ObservedCase, previousStatus: string | null): void {
		this.events.push({ event: this.selection.event, entry, previousStatus });
	}

	private remember(observed: ObservedCase): void {
		const { openCases } = this.state;
		if (openCases === undefined) return;
		const { uuid, status } = observed;
		openCases.absent.delete(uuid);
		if (status === TERMINAL_STATUS) openCases.cases.delete(uuid);
		else openCases.cases.set(uuid, { status, ...this.detailsOf(observed) });
	}

	private detailsOf({ entry }: ObservedCase): Pick<KnownCase, 'details'> {
		if (!requirementsOf(this.selection.event).details) return {};
		const { name, sequential_id, created_at, process_template: summary } = entry;
		const { uuid, name: templateName } = asObject(summary);
		const template = typeof uuid === 'string' ? uuid : '';
		if (typeof templateName === 'string') {
			this.state.openCases?.templates.set(template, templateName);
		}
		// By characters: not every database stores half a surrogate pair.
		const shortName =
			typeof name === 'string' ? [...name].slice(0, MAX_NAME_LENGTH).join('') : name;
		return { details: [shortName, sequential_id, created_at, template] };
	}

	/** What is known of a case that can no longer be fetched, as a Case. */
	private describeDeleted(uuid: string, { status, details = [] }: KnownCase): JsonObject {
		const [name = null, sequential_id = null, created_at = null, template = ''] = details;
		const templateName = this.state.openCases?.templates.get(String(template)) ?? null;
		return {
			uuid,
			name,
			status,
			sequential_id,
			created_at,
			completed_date: null,
			process_template: { uuid: template || null, name: templateName },
		};
	}
}
