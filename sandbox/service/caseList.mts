/**
 * The case list: filters, order and pages (listCases).
 */
import type { Call, Handler } from './handler.mts';
import type { CursorPlace } from './cursor.mts';
import type { State } from './state.mts';
import type { StoredCase, User } from './types.mts';
import { ServiceError, mayView } from './handler.mts';
import { caseView } from './views.mts';
import { decodeCursor, encodeCursor } from './cursor.mts';
import { lowerBound } from './caseStore.mts';
import { parseIso, wholeSeconds } from './clock.mts';

const STATUS_ORDER = ['running', 'error', 'paused', 'stopped', 'completed'];

type Order = 'newest' | 'oldest' | 'status';

interface Filters {
	order: Order;
	beforeMs: number;
	afterMs: number;
	statuses: Set<string>;
	templates: Set<string>;
	/** The filters as text, to which a cursor is bound. */
	scope: string;
}

const asList = (value: string | string[] | undefined): string[] =>
	value === undefined ? [] : [value].flat();

function readDate(call: Call, name: string, absent: number): number {
	const text = call.query[name];
	if (text === undefined) return absent;
	const ms = parseIso(String(text));
	if (ms === null) throw new ServiceError(400, `${name} is not an ISO 8601 date: ${text}`);
	return wholeSeconds(ms);
}

function readFilters(call: Call): Filters {
	const { query, state } = call;
	const statuses = asList(query['status[]']).sort();
	const templates = asList(query['process_type[]']).sort();
	const order = (query.sort_by ?? 'newest') as Order;
	// Inclusive bounds are one second wider, since all times are whole seconds.
	const margin = state.settings.dateFilter === 'inclusive' ? 1000 : 0;
	const beforeMs = readDate(call, 'created_before', Infinity) + margin;
	const afterMs = readDate(call, 'created_after', -Infinity) - margin;
	const scope = JSON.stringify([order, String(beforeMs), String(afterMs), statuses, templates]);
	return {
		order,
		beforeMs,
		afterMs,
		statuses: new Set(statuses),
		templates: new Set(templates),
		scope,
	};
}

/** All cases that match the filters and the user's permissions, in order. */
function matchingCases(state: State, user: User, filters: Filters): StoredCase[] {
	const { order, beforeMs, afterMs, statuses, templates } = filters;
	const { ordered } = state.store;
	const from = lowerBound(ordered, (entry) => entry.createdMs <= afterMs);
	const to = lowerBound(ordered, (entry) => entry.createdMs < beforeMs);
	const buckets: StoredCase[][] = STATUS_ORDER.map(() => []);
	const step = order === 'oldest' ? 1 : -1;
	for (let at = step > 0 ? from : to - 1; at >= from && at < to; at += step) {
		const entry = ordered[at] as StoredCase;
		if (statuses.size > 0 && !statuses.has(entry.status)) continue;
		if (templates.size > 0 && !templates.has(entry.template.uuid)) continue;
		if (!mayView(user, entry)) continue;
		buckets[order === 'status' ? STATUS_ORDER.indexOf(entry.status) : 0]?.push(entry);
	}
	return order === 'status' ? buckets.flat() : (buckets[0] ?? []);
}

interface Kept {
	version: number;
	list: StoredCase[];
}

// Reading pages needs the same list again and again, so it is built once per change.
const kept = new WeakMap<State, Map<string, Kept>>();
const KEPT_LISTS = 8;

function cachedCases(state: State, user: User, filters: Filters): StoredCase[] {
	const lists = kept.get(state) ?? new Map<string, Kept>();
	kept.set(state, lists);
	const key = `${user.uuid} ${filters.scope}`;
	const known = lists.get(key);
	if (known?.version === state.store.version) return known.list;
	const list = matchingCases(state, user, filters);
	lists.delete(key);
	lists.set(key, { version: state.store.version, list });
	const oldest = lists.keys().next();
	if (lists.size > KEPT_LISTS && !oldest.done) lists.delete(oldest.value);
	return list;
}

const rankOf = (entry: StoredCase, order: Order): number =>
	order === 'status' ? STATUS_ORDER.indexOf(entry.status) : 0;

/** Below zero when the case comes before the place, in the given order. */
function comparePlace(entry: StoredCase, place: CursorPlace, order: Order): number {
	const age = entry.createdMs - place.createdMs || entry.sequentialId - place.sequentialId;
	return rankOf(entry, order) - place.rank || (order === 'oldest' ? age : -age);
}

/**
 * listCases: one page of cases. A page starts after a case, not at an index: cases created or
 * deleted between two pages neither repeat nor hide others.
 * @throws ServiceError 400 for an invalid date or cursor (assumption)
 */
export const listCases: Handler = (call) => {
	const { state, user, query } = call;
	const filters = readFilters(call);
	const { order, scope } = filters;
	const limit = state.settings.pageSize;
	let place: CursorPlace | null = null;
	if (query.cursor !== undefined) {
		const decoded = decodeCursor(String(query.cursor), scope);
		if (typeof decoded === 'string') throw new ServiceError(400, decoded);
		place = decoded;
	}
	const list = cachedCases(state, user, filters);
	let start = 0;
	if (place?.direction === 'next') {
		const after = place;
		start = lowerBound(list, (entry) => comparePlace(entry, after, order) <= 0);
	} else if (place) {
		const before = place;
		start = Math.max(
			0,
			lowerBound(list, (entry) => comparePlace(entry, before, order) < 0) - limit,
		);
	}
	const page = place?.page ?? 1;
	const slice = list.slice(start, start + limit);
	const first = slice[0];
	const last = slice[slice.length - 1];
	const cursor = (entry: StoredCase, direction: 'next' | 'prev', number: number): string => {
		const { createdMs, sequentialId } = entry;
		const rank = rankOf(entry, order);
		return encodeCursor({ direction, page: number, rank, createdMs, sequentialId }, scope);
	};
	const hasNext = last !== undefined && start + limit < list.length;
	const hasPrev = first !== undefined && start > 0;
	return {
		processes: slice.map((entry) => caseView(entry, user)),
		next_cursor: hasNext ? cursor(last, 'next', page + 1) : null,
		prev_cursor: hasPrev ? cursor(first, 'prev', Math.max(1, page - 1)) : null,
		total: list.length,
		limit,
		page,
	};
};
