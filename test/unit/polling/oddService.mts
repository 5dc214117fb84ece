/**
 * A service that returns exactly what a test has set, however odd, without any logic for triggers
 * or lists of its own.
 */
import type { JsonObject } from '../../../nodes/CaseManagement/model/json.ts';
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { CaseSource, ListQuery } from '../../../nodes/CaseManagement/polling/source.ts';

const MINUTE = 60_000;

export class OddService implements CaseSource {
	now = Date.UTC(2026, 2, 1, 12);
	/** Milliseconds that each request takes. */
	slowness = 0;
	/** Oldest first. */
	entries: JsonObject[] = [];
	pageSize = 100;
	asked: Array<ListQuery & { cursor: string | undefined }> = [];
	looks: string[] = [];
	/** UUIDs of existing cases that may not be read. */
	readonly hidden = new Set<unknown>();
	/** UUIDs whose case cannot be shown. */
	readonly broken = new Set<unknown>();
	/** Called before a page is returned; may throw. */
	onPage: (order: ListQuery, cursor: string | undefined) => void = () => {};
	/** Turns the correct list into the one that the service returns. */
	arranged: (right: JsonObject[], order: ListQuery) => JsonObject[] = (right) => right;

	private made = 0;

	/** Creates a case now. */
	add(more: JsonObject = {}): JsonObject & { uuid: string } {
		const count = (this.made += 1);
		const made = {
			uuid: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
			name: `Case ${count}`,
			status: 'running',
			sequential_id: count,
			created_at: stamp(this.now),
			process_template: { uuid: 'template', name: 'Template' },
			...more,
		};
		this.entries.push(made);
		return made;
	}

	/** Creates this many cases, one a minute, the last one now. */
	addMany(count: number, more: (at: number) => JsonObject = () => ({})): void {
		const end = this.now;
		for (let at = 0; at < count; at += 1) {
			this.now = end - (count - 1 - at) * MINUTE;
			this.add(more(at));
		}
		this.now = end;
	}

	async fetchPage(order: ListQuery, cursor: string | undefined) {
		this.now += this.slowness;
		this.asked.push({ ...order, cursor });
		this.onPage(order, cursor);
		const { statuses = [], createdAfter = '' } = order;
		const wanted = this.entries
			.filter(({ uuid }) => !this.hidden.has(uuid))
			.filter(({ status }) => statuses.length === 0 || statuses.includes(String(status)))
			.filter(({ created_at }) => String(created_at ?? 'z').slice(0, 10) > createdAfter);
		const right = order.order === 'newest' ? wanted.toReversed() : wanted;
		const list = this.arranged(right, order);
		const start = Number(cursor ?? 0);
		const end = start + this.pageSize;
		return {
			entries: list.slice(start, end),
			nextCursor: end < list.length ? String(end) : null,
		};
	}

	async fetchCase(uuid: string) {
		this.now += this.slowness;
		this.looks.push(uuid);
		if (this.broken.has(uuid)) throw new Problem('Broken', { kind: 'service', status: 500 });
		if (this.hidden.has(uuid)) return 'forbidden';
		return this.entries.find((entry) => entry.uuid === uuid) ?? 'deleted';
	}
}

/** A time in the format of the service. */
export const stamp = (at: number): string =>
	new Date(at)
		.toISOString()
		.replace('T', ' ')
		.replace(/\.\d+Z$/, ' UTC');
