/**
 * A service in memory with its own clock, for random histories: cases become visible late, pages
 * shift while they are read, reads fail. It counts its requests.
 */
import type { JsonObject } from '../../../nodes/CaseManagement/model/json.ts';
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type {
	CaseLookup,
	CaseSource,
	ListQuery,
} from '../../../nodes/CaseManagement/polling/source.ts';
import type { Page } from '../../../nodes/CaseManagement/transport/pages.ts';
import { toTimestamp } from '../../../sandbox/service/clock.mts';

export interface SimulatedCase {
	uuid: string;
	number: number;
	/** By the service's clock, milliseconds, whole seconds. */
	created: number;
	/** By the real clock: when the service starts to show it. */
	visibleFrom: number;
	status: string;
}

export interface Behavior {
	pageSize: number;
	/** The meaning of a cursor: after a case, or a number of cases from the top. */
	paging: 'keyset' | 'offset';
	/** How created_after works: to the second, or by whole days, excluding the day itself. */
	dateFilter: 'second' | 'dayExclusive' | 'ignored';
	/** How many milliseconds a cursor works. */
	cursorLife: number;
}

/** Cases that count their changes, so that a large list is not sorted for each page. */
class Cases extends Map<string, SimulatedCase> {
	changes = 0;

	override set(uuid: string, value: SimulatedCase): this {
		this.changes += 1;
		return super.set(uuid, value);
	}

	override delete(uuid: string): boolean {
		this.changes += 1;
		return super.delete(uuid);
	}
}

export class SimulatedService implements CaseSource {
	readonly cases = new Cases();
	/** The real time, in milliseconds. */
	now = Date.UTC(2026, 0, 15, 12);
	/** Requests since the test last set it to 0. */
	requests = 0;
	/** Called before each response; may change cases, or throw. */
	beforeAnswer: (kind: 'page' | 'look') => void = () => {};

	readonly behavior: Behavior;
	private count = 0;
	private sorted = { at: -1, oldest: [] as SimulatedCase[], newest: [] as SimulatedCase[] };

	constructor(behavior: Partial<Behavior> = {}) {
		const usual = { pageSize: 100, paging: 'keyset', dateFilter: 'second' } as const;
		this.behavior = { ...usual, cursorLife: Infinity, ...behavior };
	}

	/** Creates a case, by default now. */
	create(more: Partial<SimulatedCase> = {}): SimulatedCase {
		this.count += 1;
		const made = {
			uuid: `case-${this.count}`,
			number: this.count,
			visibleFrom: 0,
			status: 'running',
			...more,
			created: Math.floor((more.created ?? this.now) / 1000) * 1000,
		};
		this.cases.set(made.uuid, made);
		return made;
	}

	visible(): SimulatedCase[] {
		return [...this.cases.values()].filter(({ visibleFrom }) => visibleFrom <= this.now);
	}

	async fetchPage(order: ListQuery, given: string | undefined): Promise<Page> {
		this.requests += 1;
		this.beforeAnswer('page');
		const { pageSize, paging, cursorLife } = this.behavior;
		const [cursor, issued] = given?.split('@') ?? [];
		if (this.now - Number(issued) > cursorLife) {
			throw new Problem('No such cursor', { kind: 'service', status: 410 });
		}
		const list = this.list(order);
		let start = 0;
		if (cursor !== undefined && paging === 'offset') start = Number(cursor);
		if (cursor !== undefined && paging === 'keyset') {
			const [created = 0, number = 0] = cursor.split(' ').map(Number);
			const sign = order.order === 'oldest' ? 1 : -1;
			start = list.findIndex(
				(entry) => sign * (entry.created - created || entry.number - number) > 0,
			);
			if (start === -1) start = list.length;
		}
		const slice = list.slice(start, start + pageSize);
		const last = slice.at(-1);
		const more = last !== undefined && start + pageSize < list.length;
		const next = paging === 'offset' ? `${start + pageSize}` : `${last?.created} ${last?.number}`;
		return { entries: slice.map(view), nextCursor: more ? `${next}@${this.now}` : null };
	}

	async fetchCase(uuid: string): Promise<CaseLookup> {
		this.requests += 1;
		this.beforeAnswer('look');
		const found = this.cases.get(uuid);
		return found === undefined || found.visibleFrom > this.now ? 'deleted' : view(found);
	}

	private list({ order, statuses = [], createdAfter }: ListQuery): SimulatedCase[] {
		const after = createdAfter === undefined ? -Infinity : this.boundOf(createdAfter);
		return this.inOrder(order).filter(
			({ created, status, visibleFrom }) =>
				created > after &&
				visibleFrom <= this.now &&
				(statuses.length === 0 || statuses.includes(status)),
		);
	}

	private inOrder(order: ListQuery['order']): SimulatedCase[] {
		if (this.sorted.at !== this.cases.changes) {
			const oldest = [...this.cases.values()].sort(
				(left, right) => left.created - right.created || left.number - right.number,
			);
			this.sorted = { at: this.cases.changes, oldest, newest: oldest.toReversed() };
		}
		return this.sorted[order];
	}

	private boundOf(createdAfter: string): number {
		if (this.behavior.dateFilter === 'ignored') return -Infinity;
		if (this.behavior.dateFilter === 'second') return Date.parse(createdAfter);
		return Date.parse(`${createdAfter.slice(0, 10)}T23:59:59.999Z`);
	}
}

/** A Case of the contract. */
function view({ uuid, number, created, status }: SimulatedCase): JsonObject {
	return {
		name: `Case ${number}`,
		created_at: toTimestamp(created),
		uuid,
		completed_date: status === 'completed' ? toTimestamp(created) : null,
		status,
		sequential_id: number,
		process_template: { name: 'Template', uuid: 'template-1' },
		launcher: { first_name: 'Ada', last_name: 'Byron', uuid: 'user-1' },
	};
}

/** The error of a failed read. */
export const unavailable = (): Problem => new Problem('Not now', { kind: 'service', status: 503 });
