/**
 * A random world of cases whose whole future is drawn before the first poll, and a service that shows
 * it late, through cursors and date filters of many kinds. It knows nothing of how the trigger works.
 */
import type { JsonObject } from '../../../nodes/CaseManagement/model/json.ts';
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type {
	CaseLookup,
	CaseSource,
	ListQuery,
} from '../../../nodes/CaseManagement/polling/source.ts';
import type { Page } from '../../../nodes/CaseManagement/transport/pages.ts';
import { createRandom, pick, randomUuid } from '../../../sandbox/service/random.mts';
import type { Random } from '../../../sandbox/service/random.mts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What becomes of a case, by true time. The first step is its birth; null is its deletion. */
export interface Step {
	at: number;
	status: string | null;
}

export interface WorldCase {
	uuid: string;
	number: number;
	/** By the service's clock, exact; shown in whole seconds. */
	created: number;
	/** Imported with a date of its own. */
	imported: boolean;
	template: string;
	steps: Step[];
}

export interface Rules {
	pageSize: number;
	/** Seconds that an answer takes, at least and at most. */
	latency: [number, number];
	/** What a cursor means. */
	cursor: 'offset' | 'keyset';
	life: 'unlimited' | 'expires' | 'once';
	lifetime: number;
	deadStatus: number;
	/** How created_after is read. */
	dates: 'inclusive' | 'exclusive' | 'shifted' | 'day' | 'ignored' | 'dayOnly';
	/** Hours: of the shift, or of the zone of a day. */
	zone: number;
	/** Whether cases of the day itself are listed. */
	dayInclusive: boolean;
	/** How late the two replicas of the list are, in milliseconds. */
	lags: [number, number];
	statusLag: number;
	caseLag: number;
	/** Sorts within a second: by true time, by running number, or by UUID. */
	ties: 'time' | 'number' | 'uuid';
	withTotal: boolean;
	clock: { offset: number; stepAt: number; step: number };
	numbers: 'global' | 'template' | 'random';
}

/** One poll: how long after the one before, whether n8n was killed before it, which request fails. */
export interface PlannedPoll {
	gap: number;
	kill: boolean;
	fault: number | undefined;
}

export interface World {
	seed: number;
	start: number;
	rules: Rules;
	cases: WorldCase[];
	polls: PlannedPoll[];
	/** Of Case Status Changed. */
	statuses: string[];
	time: number;
}

const OPEN = ['running', 'error', 'paused', 'stopped'];

const between = (random: Random, from: number, to: number): number =>
	Math.floor(from + random() * (to - from));

const chance = (random: Random, probability: number): boolean => random() < probability;

export const clockOffset = ({ clock }: Rules, at: number): number =>
	clock.offset + (at >= clock.stepAt ? clock.step : 0);

export function statusAt({ steps }: WorldCase, at: number): string | null | undefined {
	let status: string | null | undefined;
	for (const step of steps) {
		if (step.at > at) break;
		status = step.status;
	}
	return status;
}

function drawRules(random: Random, start: number, end: number): Rules {
	const slow = random();
	const lagged = chance(random, 0.7);
	const lag = () => (lagged ? between(random, 0, pick(random, [3, 20, 60]) * SECOND) : 0);
	const first = lag();
	const lags: [number, number] = [first, chance(random, 0.5) ? first : lag()];
	const stepped = chance(random, 0.3);
	return {
		pageSize: pick(random, [1, 2, 3, 5, 7, 10, 20, 50, 100]),
		latency: slow < 0.3 ? [0, 0.3] : slow < 0.7 ? [0, 1] : [0.2, 2.5],
		cursor: pick(random, ['offset', 'keyset'] as const),
		life: pick(random, ['unlimited', 'expires', 'expires', 'once'] as const),
		lifetime: pick(random, [10, 30, 60, 300, 1800]) * SECOND,
		deadStatus: pick(random, [400, 404, 410]),
		dates: pick(random, [
			'inclusive',
			'exclusive',
			'shifted',
			'shifted',
			'day',
			'day',
			'ignored',
			'dayOnly',
		] as const),
		zone: between(random, -14, 25),
		dayInclusive: chance(random, 0.5),
		lags,
		statusLag: lag(),
		caseLag: chance(random, 0.5) ? Math.floor(Math.min(...lags) * random()) : 0,
		ties: pick(random, ['time', 'number', 'uuid'] as const),
		withTotal: chance(random, 0.5),
		clock: {
			offset: chance(random, 0.5) ? 0 : between(random, -HOUR, HOUR),
			stepAt: between(random, start - HOUR, end),
			step: stepped ? between(random, 2 * MINUTE, HOUR) * (chance(random, 0.5) ? 1 : -1) : 0,
		},
		numbers: pick(random, ['global', 'global', 'template', 'random'] as const),
	};
}

function drawPolls(random: Random): PlannedPoll[] {
	const polls: PlannedPoll[] = [{ gap: 0, kill: false, fault: undefined }];
	const kills = chance(random, 0.4);
	const faults = chance(random, 0.5);
	const segments = between(random, 1, 6);
	const add = (gap: number) =>
		polls.push({
			gap,
			kill: kills && chance(random, 0.08),
			fault: faults && chance(random, 0.12) ? between(random, 1, 12) : undefined,
		});
	for (let segment = 0; segment < segments; segment += 1) {
		const kind = random();
		if (kind < 0.55) for (let n = between(random, 2, 15); n > 0; n -= 1) add(MINUTE);
		else if (kind < 0.8) for (let n = between(random, 1, 6); n > 0; n -= 1) add(HOUR);
		else add(between(random, 2 * HOUR, pick(random, [6 * HOUR, 4 * DAY])));
	}
	return polls;
}

/** Changes of a case from its birth on. */
function drawSteps(random: Random, birth: number, end: number, status: string, rate: number) {
	const steps: Step[] = [{ at: birth, status }];
	let at = birth;
	let current = status;
	while (chance(random, rate) && steps.length < 8) {
		const scale = pick(random, [5 * SECOND, MINUTE, 10 * MINUTE, 3 * HOUR, end - at, end - at]);
		at += 1 + Math.floor(random() * Math.max(scale, 1));
		if (at > end) break;
		const kind = random();
		let next: string | null;
		if (current === 'completed') {
			if (kind < 0.7) break;
			next = kind < 0.85 ? null : 'running';
		} else if (kind < 0.45) next = 'completed';
		else if (kind < 0.57) next = null;
		else next = pick(random, OPEN);
		if (next === current) continue;
		steps.push({ at, status: next });
		if (next === null) break;
		current = next;
	}
	return steps;
}

function drawCases(random: Random, start: number, polls: PlannedPoll[], rules: Rules, end: number) {
	const cases: WorldCase[] = [];
	const templates = ['alpha', 'beta', 'gamma'].slice(0, between(random, 1, 4));
	const rate = pick(random, [0.3, 0.6, 0.8]);
	const add = (birth: number, date?: number, status = 'running', changes = rate) =>
		cases.push({
			uuid: randomUuid(random),
			number: 0,
			created: date ?? birth + clockOffset(rules, birth),
			imported: date !== undefined,
			template: pick(random, templates),
			steps: drawSteps(random, birth, end, status, changes),
		});
	const burst = (at: number, size: number) => {
		const second = at - (at % SECOND);
		for (let n = 0; n < size; n += 1) add(second + between(random, 0, SECOND));
	};
	const import_ = (at: number) => {
		const age = pick(random, [20 * MINUTE, DAY, 60 * DAY]);
		const changes = chance(random, 0.5) ? 0 : rate;
		const second = at - (at % SECOND);
		for (let n = pick(random, [1, 5, 40]); n > 0; n -= 1) {
			const date = second + clockOffset(rules, at) - between(random, 0, age);
			const status = chance(random, 0.4) ? 'completed' : pick(random, OPEN);
			add(second + between(random, 0, SECOND), date, status, changes);
		}
	};

	// Before publication.
	const old = pick(random, [0, 3, 20, 60, 200]);
	const span = pick(random, [5 * MINUTE, DAY, 60 * DAY]);
	for (let n = 0; n < old; n += 1) add(start - 1 - between(random, 0, span));
	if (chance(random, 0.15)) burst(start - between(random, 1, 5 * MINUTE), 30);

	// Afterwards: some between every two polls, many in an absence.
	const busy = pick(random, [0.3, 1, 3]);
	let at = start;
	for (const { gap } of polls) {
		const most = gap <= MINUTE ? 3 : gap <= HOUR ? 20 : pick(random, [20, 150, 400]);
		for (let n = Math.floor(random() * most * busy); n > 0 && cases.length < 900; n -= 1) {
			add(at + between(random, 0, Math.max(gap, 1)));
		}
		if (chance(random, 0.03)) burst(at + between(random, 0, gap + 1), pick(random, [5, 25, 60]));
		at += gap;
	}
	if (chance(random, 0.4)) {
		for (let n = between(random, 1, 4); n > 0; n -= 1) {
			import_(between(random, chance(random, 0.3) ? start - DAY : start, end));
		}
	}
	return cases;
}

/** Gives running numbers in the order of birth, or in none. */
function giveNumbers(random: Random, cases: WorldCase[], numbers: Rules['numbers']) {
	const order = [...cases].sort((left, right) => birthOf(left) - birthOf(right));
	if (numbers === 'random') order.sort((left, right) => (left.uuid < right.uuid ? -1 : 1));
	const next = new Map<string, number>();
	for (const one of order) {
		const scope = numbers === 'template' ? one.template : '';
		one.number = next.get(scope) ?? 1;
		next.set(scope, one.number + 1 + (chance(random, 0.1) ? 1 : 0));
	}
}

export const birthOf = ({ steps }: WorldCase): number => steps[0]?.at ?? Infinity;

/** Each part has randomness of its own, so that a change of one leaves the others alone. */
export function drawWorld(seed: number): World {
	const part = (number: number) => createRandom(Math.imul(seed, 31) + number * 7919);
	const start = Date.UTC(2026, 2, 10) + between(part(0), 0, 5 * DAY);
	const polls = drawPolls(part(1));
	const end = polls.reduce((sum, { gap }) => sum + gap, start);
	const rules = drawRules(part(2), start, end);
	const cases = drawCases(part(3), start, polls, rules, end);
	giveNumbers(part(4), cases, rules.numbers);
	const other = part(5);
	return {
		seed,
		start,
		rules,
		cases,
		polls,
		statuses: chance(other, 0.75) ? [] : [pick(other, [...OPEN, 'completed']), 'completed'],
		time: pick(other, [40, 40, 20]) * SECOND,
	};
}

export const unavailable = (): Problem =>
	new Problem('The service is unavailable', { kind: 'service', status: 503 });

/** Shows the world as of its own `now`, which every answer moves on. */
export class WorldService implements CaseSource {
	/** True time, which is also n8n's clock. */
	now: number;
	/** Requests until one fails; undefined for none. */
	fault: number | undefined;
	requests = 0;
	/** Open cases in the answers of the current poll. */
	shown = new Set<string>();
	/** For a look at single histories. */
	log: ((line: string) => void) | undefined;

	private readonly rules: Rules;
	private readonly byUuid: Map<string, WorldCase>;
	private readonly oldest: WorldCase[];
	private readonly newest: WorldCase[];
	private readonly random: Random;
	private readonly issued = new Map<string, number>();
	private readonly used = new Set<string>();
	private serial = 0;

	constructor({ seed, start, rules, cases }: World) {
		this.now = start;
		this.rules = rules;
		this.random = createRandom(seed ^ 0x5eed);
		this.byUuid = new Map(cases.map((one) => [one.uuid, one]));
		this.oldest = [...cases].sort((left, right) => this.compare(left, right));
		this.newest = [...this.oldest].reverse();
	}

	async fetchPage(query: ListQuery, cursor: string | undefined): Promise<Page> {
		this.answer();
		const line = `${query.order} ${query.statuses?.join() ?? ''} after ${query.createdAfter} ${cursor}`;
		const accepts = this.dateFilter(query.createdAfter);
		const from = cursor === undefined ? undefined : this.readCursor(cursor);
		const lag = pick(this.random, this.rules.lags);
		const { pageSize, cursor: kind } = this.rules;
		const listed = query.order === 'newest' ? this.newest : this.oldest;
		const entries: JsonObject[] = [];
		let index = 0;
		let position = 0;
		let last = -1;
		let more = false;
		let total = 0;
		for (const one of listed) {
			const at = index++;
			const entry = accepts(one) ? this.entryInList(one, query.statuses, lag) : undefined;
			if (entry === undefined) continue;
			total += 1;
			const isLater = from === undefined || (kind === 'keyset' ? at > from : position >= from);
			position += 1;
			if (!isLater) continue;
			if (entries.length === pageSize) {
				more = true;
				if (this.rules.withTotal) continue;
				break;
			}
			entries.push(entry);
			last = kind === 'keyset' ? at : position;
			if (query.statuses?.length && entry.status !== 'completed') this.shown.add(one.uuid);
		}
		const nextCursor = more ? this.issueCursor(last) : null;
		this.log?.(
			`${this.now} ${line}: ${entries.map((e) => `${e.uuid}`.slice(0, 4) + ':' + `${e.status}`.slice(0, 2)).join(' ')} -> ${nextCursor}`,
		);
		return { entries, nextCursor, ...(this.rules.withTotal ? { total } : {}) };
	}

	async fetchCase(uuid: string): Promise<CaseLookup> {
		this.answer();
		const one = this.byUuid.get(uuid);
		const status = one && statusAt(one, this.now - this.rules.caseLag);
		this.log?.(`${this.now} case ${uuid.slice(0, 4)}: ${status}`);
		if (one === undefined || status === undefined || status === null) return 'deleted';
		return toEntry(one, status);
	}

	private answer() {
		const [least, most] = this.rules.latency;
		this.now += Math.floor((least + this.random() * (most - least)) * SECOND);
		this.requests += 1;
		if (this.fault === undefined) return;
		this.fault -= 1;
		if (this.fault > 0) return;
		this.fault = undefined;
		this.log?.(`${this.now} fails`);
		throw unavailable();
	}

	/** Oldest first. */
	private compare(left: WorldCase, right: WorldCase): number {
		if (this.rules.ties === 'time' && left.created !== right.created) {
			return left.created - right.created;
		}
		const seconds = wholeSecond(left.created) - wholeSecond(right.created);
		if (seconds !== 0) return seconds;
		if (this.rules.ties === 'number' && left.number !== right.number) {
			return left.number - right.number;
		}
		return left.uuid < right.uuid ? -1 : 1;
	}

	/** The index of statuses may be behind the list, which may be behind the truth. */
	private entryInList(one: WorldCase, statuses: readonly string[] | undefined, lag: number) {
		const shown = statusAt(one, this.now - lag);
		if (shown === undefined || shown === null) return undefined;
		if (statuses !== undefined && statuses.length > 0) {
			const indexed = statusAt(one, this.now - this.rules.statusLag);
			if (indexed === undefined || indexed === null || !statuses.includes(indexed))
				return undefined;
		}
		return toEntry(one, shown);
	}

	private dateFilter(createdAfter: string | undefined): (one: WorldCase) => boolean {
		const { dates, zone, dayInclusive } = this.rules;
		if (createdAfter === undefined) return () => true;
		const isDay = /^\d{4}-\d{2}-\d{2}$/.test(createdAfter);
		const instant = Date.parse(createdAfter);
		if (Number.isNaN(instant) || (dates === 'dayOnly' && !isDay)) {
			throw new Problem('created_after is not a date', { kind: 'service', status: 400 });
		}
		if (dates === 'ignored') return () => true;
		if (dates === 'day' || dates === 'dayOnly') {
			const hours = Math.min(Math.max(zone, -12), 14) * HOUR;
			const local = isDay ? instant : instant + hours;
			const day = local - (local % DAY) - hours + (dayInclusive ? 0 : DAY);
			return ({ created }) => created >= day;
		}
		if (dates === 'inclusive') return ({ created }) => created >= instant;
		const after = instant + (dates === 'shifted' ? zone * HOUR : 0);
		return ({ created }) => created > after;
	}

	private issueCursor(position: number): string {
		this.serial += 1;
		const cursor = `${position}/${this.serial}`;
		this.issued.set(cursor, this.now);
		return cursor;
	}

	private readCursor(cursor: string): number {
		const { life, lifetime, deadStatus } = this.rules;
		const issued = this.issued.get(cursor);
		const isDead =
			issued === undefined ||
			(life === 'expires' && this.now - issued > lifetime) ||
			(life === 'once' && this.used.has(cursor));
		if (isDead) {
			this.log?.(`${this.now} dead cursor ${cursor}`);
			throw new Problem('The cursor is not valid', { kind: 'service', status: deadStatus });
		}
		this.used.add(cursor);
		return Number.parseInt(cursor, 10);
	}
}

export const wholeSecond = (time: number): number => Math.floor(time / SECOND) * SECOND;

const toEntry = (one: WorldCase, status: string): JsonObject => ({
	uuid: one.uuid,
	name: `Case ${one.number}`,
	status,
	created_at: `${new Date(one.created).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
	completed_date: null,
	sequential_id: one.number,
	process_template: { name: one.template, uuid: one.template },
});
