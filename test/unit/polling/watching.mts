/** A trigger on a simulated service, with n8n's habit of storing the state only at times. */
import type { JsonObject } from '../../../nodes/CaseManagement/model/json.ts';
import { pollOnce } from '../../../nodes/CaseManagement/polling/poll.ts';
import type { CaseSource } from '../../../nodes/CaseManagement/polling/source.ts';
import type { EventSelection } from '../../../nodes/CaseManagement/polling/state.ts';
import { restoreState, serializeState } from '../../../nodes/CaseManagement/polling/storage.ts';
import type { CaseEvent } from '../../../nodes/CaseManagement/polling/tracker.ts';

/** A service with a clock of its own. */
type Service = CaseSource & { now: number };

const SCOPE = 'scope';

export class Watching {
	/** All events so far, in order. */
	readonly events: CaseEvent[] = [];
	/** Time that a poll may take, in milliseconds. */
	time = 40_000;

	private readonly service: Service;
	private readonly watched: EventSelection;
	private inMemory: JsonObject | undefined;
	private inDatabase: JsonObject | undefined;

	constructor(service: Service, watched: Partial<EventSelection> = {}) {
		this.service = service;
		this.watched = { event: 'caseCreated', statuses: [], ...watched };
	}

	/** Runs one poll and returns its events. An unreadable list leaves the state unchanged. */
	async poll(): Promise<CaseEvent[]> {
		const before = await restoreState(this.inMemory, SCOPE);
		const settings = { ...this.watched, time: this.time, now: () => this.service.now };
		const result = await pollOnce(before, this.service, settings);
		const { events, state, partialError, standstill } = result;
		// As n8n stores it, and as a database returns it.
		this.inMemory = JSON.parse(JSON.stringify(await serializeState(state, SCOPE))) as JsonObject;
		if (before === undefined || events.length > 0) this.inDatabase = this.inMemory;
		this.events.push(...events);
		const error = standstill ?? partialError;
		if (error !== undefined && events.length === 0) throw error;
		return events;
	}

	/** n8n stops and starts again: unsaved state is lost. */
	restart(): void {
		this.inMemory = this.inDatabase;
	}

	/** Number of bytes that n8n stores. */
	get size(): number {
		return Buffer.byteLength(JSON.stringify(this.inMemory ?? null));
	}

	get uuids(): string[] {
		return this.events.map(({ entry }) => String(entry.uuid));
	}
}
