import { TERMINAL_STATUS } from '../model/case';
import { isObject, pick } from '../model/json';
import type { JsonObject } from '../model/json';
import { INITIAL_STATUS, toObservedCase } from './cases';
import type { ObservedCase } from './cases';
import { requirementsOf } from './events';
import type { CaseEvent, EventSelection } from './events';
import type { Absence, CaseDetails, KnownCase, PollState } from './state';

/** Longest name that is kept of an open case: characters, and bytes as stored JSON. */
const MAX_NAME_LENGTH = 60;
const MAX_NAME_BYTES = 64;

/** How a case came to be observed:
 * - `baseline`: it existed before the trigger
 * - `new`: the scan of new cases knows that it has not been seen
 * - `other`: whether it is new is decided by its date */
export type Origin = 'baseline' | 'new' | 'other';

/** Compares each case as read now with the stored state, emits the resulting events and updates the
 * state. This is the only place that emits events, so an event cannot be emitted twice. */
export class CaseTracker {
	readonly events: CaseEvent[] = [];

	constructor(
		private readonly state: PollState,
		private readonly selection: EventSelection,
	) {}

	observe(entry: JsonObject, origin: Origin = 'other'): void {
		const observed = toObservedCase(entry);
		if (observed === undefined) return;
		this.state.openCases?.absent.delete(observed.uuid);
		const known = this.state.openCases?.cases.get(observed.uuid);
		if (known !== undefined) this.observeKnown(observed, known.status);
		else if (this.state.newCases?.seen.has(observed.uuid)) this.observeFinished(observed);
		else this.observeFirst(observed, origin);
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

	private markDeleted(uuid: string, known: KnownCase): void {
		if (this.selection.event !== 'caseDeleted') return;
		const entry = this.describeDeleted(uuid, known);
		this.events.push({ event: 'caseDeleted', entry, previousStatus: known.status });
	}

	private observeKnown(observed: ObservedCase, previousStatus: string): void {
		this.remember(observed);
		if (observed.status !== previousStatus) this.statusChanged(observed, previousStatus);
	}

	/** It was completed when it was seen, or is not tracked. Only a rollback can reopen it. */
	private observeFinished(observed: ObservedCase): void {
		if (this.state.openCases === undefined || observed.status === TERMINAL_STATUS) return;
		this.remember(observed);
		this.statusChanged(observed, TERMINAL_STATUS);
	}

	private observeFirst(observed: ObservedCase, origin: Origin): void {
		const { newCases } = this.state;
		const { created } = observed;
		// Without a date it is unknown how long the case has to be kept as seen: it is tracked, no more.
		const isOld =
			origin !== 'new' &&
			newCases !== undefined &&
			(created === undefined || created < newCases.lowerBound);
		if (!isOld && created !== undefined) newCases?.seen.set(observed.uuid, created);
		this.remember(observed);
		// An old case that appears now became visible to the user, or was rolled back.
		if (origin === 'baseline' || isOld) return;
		if (this.selection.event === 'caseCreated') this.emit(observed, null);
		// It had another status before, if only for a moment.
		else if (observed.status !== INITIAL_STATUS) this.statusChanged(observed, null);
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
		const cases = this.state.openCases?.cases;
		if (observed.status === TERMINAL_STATUS) cases?.delete(observed.uuid);
		else cases?.set(observed.uuid, { status: observed.status, ...this.detailsOf(observed) });
	}

	private detailsOf({ entry }: ObservedCase): { details?: CaseDetails } {
		if (!requirementsOf(this.selection.event).details) return {};
		const { name, sequential_id, created_at, process_template: summary } = entry;
		const { uuid, name: templateName } = isObject(summary) ? summary : {};
		const template = typeof uuid === 'string' ? uuid : '';
		if (typeof templateName === 'string') {
			this.state.openCases?.templates.set(template, templateName);
		}
		const shortName = typeof name === 'string' ? truncate(name) : name;
		return { details: { name: shortName, sequential_id, created_at, template } };
	}

	/** What is known of a case that can no longer be fetched, as a Case. */
	private describeDeleted(uuid: string, { status, details }: KnownCase): JsonObject {
		return {
			uuid,
			name: null,
			status,
			...pick(details, ['name', 'sequential_id', 'created_at']),
			completed_date: null,
			process_template: {
				uuid: details?.template || null,
				name: this.state.openCases?.templates.get(details?.template ?? '') ?? null,
			},
		};
	}
}

/** Cuts between characters: not every database stores half a surrogate pair. */
function truncate(name: string): string {
	let kept = '';
	for (const character of name) {
		const longer = kept + character;
		if (longer.length > MAX_NAME_LENGTH || storedBytes(longer) > MAX_NAME_BYTES) break;
		kept = longer;
	}
	return kept;
}

const storedBytes = (text: string): number =>
	new TextEncoder().encode(JSON.stringify(text)).length - '""'.length;
