/** Runs a trigger through a world, and judges its events by docs/trigger.md alone. */
import type { EventName } from '../../../nodes/CaseManagement/polling/state.ts';
import type { CaseEvent } from '../../../nodes/CaseManagement/polling/tracker.ts';
import { Watching } from './watching.mts';
import {
	birthOf,
	clockOffset,
	DAY,
	MINUTE,
	SECOND,
	statusAt,
	WorldService,
} from './worldService.mts';
import type { World, WorldCase } from './worldService.mts';

/** Lists are late by up to a minute: what happened so shortly before the first poll may count. */
const MARGIN = 61 * SECOND;
const MOST_QUIET_POLLS = 150;
/** Polls that show an open case, until the trigger must know it. */
const ENOUGH_SHOWN = 3;

interface Happened extends CaseEvent {
	uuid: string;
	status: string;
	/** End of its poll. */
	at: number;
}

export interface History {
	events: Happened[];
	/** The first successful poll. */
	published: { from: number; to: number };
	errors: { at: number; poll: number; message: string }[];
	polls: number;
	/** Since when the trigger must know an open case. */
	known: Map<string, number>;
	missing: string[];
	invented: string[];
}

/** What n8n keeps, seen from outside. */
interface Kept {
	shown: Map<string, number>;
	known: Map<string, number>;
	complete: number | undefined;
}

const copyOf = (kept: Kept): Kept => ({
	shown: new Map(kept.shown),
	known: new Map(kept.known),
	complete: kept.complete,
});

export async function runHistory(
	world: World,
	event: EventName,
	log?: (line: string) => void,
): Promise<History> {
	const service = new WorldService(world);
	service.log = log;
	const watching = new Watching(service, {
		event,
		statuses: event === 'caseStatusChanged' ? world.statuses : [],
	});
	watching.time = world.time;
	const cases = new Map(world.cases.map((one) => [one.uuid, one]));
	const history: History = {
		events: [],
		published: { from: Infinity, to: Infinity },
		errors: [],
		polls: 0,
		known: new Map(),
		missing: [],
		invented: [],
	};
	let inMemory: Kept = { shown: new Map(), known: new Map(), complete: undefined };
	let inDatabase = inMemory;
	let lastEvent = 0;

	const poll = async (kill: boolean, fault: number | undefined) => {
		if (kill) {
			log?.('--- killed');
			watching.restart();
			inMemory = copyOf(inDatabase);
		}
		service.fault = fault;
		service.shown.clear();
		const from = service.now;
		log?.(`--- poll ${history.polls} at ${from - world.start}`);
		const before = stateOf(watching);
		let events: CaseEvent[] = [];
		try {
			events = await watching.poll();
		} catch (error) {
			const message = (error as Error).message;
			log?.(message);
			history.errors.push({ at: service.now, poll: history.polls, message });
		}
		service.fault = undefined;
		const at = service.now;
		history.polls += 1;
		const after = stateOf(watching);
		if (after !== before) {
			for (const uuid of service.shown) {
				const one = cases.get(uuid);
				// Lists that lag show also what is open no more.
				if (one === undefined || !isOpen(statusAt(one, at))) continue;
				const count = (inMemory.shown.get(uuid) ?? 0) + 1;
				inMemory.shown.set(uuid, count);
				if (count >= ENOUGH_SHOWN && !inMemory.known.has(uuid)) inMemory.known.set(uuid, at);
			}
			// "With more open cases than one poll reads, an old case that ends before its page is read is
			// not reported": an old case is known when the first reading has come to its end.
			if (inMemory.complete === undefined && after?.openCases?.complete) {
				inMemory.complete = at;
				for (const one of world.cases) {
					if (birthOf(one) >= history.published.from - MARGIN || inMemory.known.has(one.uuid))
						continue;
					if (wasOpenFrom(one, Math.min(from, history.published.from) - MARGIN, at)) {
						inMemory.known.set(one.uuid, at);
					}
				}
			}
			if (before === undefined) {
				history.published = { from, to: at };
				history.beganEmpty = !world.cases.some(
					(one) =>
						birthOf(one) < from - Math.max(...world.rules.lags) &&
						(statusAt(one, at) ?? null) !== null,
				);
			}
			if (before === undefined || events.length > 0) inDatabase = copyOf(inMemory);
		}
		for (const { event: name, entry, previousStatus } of events) {
			log?.(`${name} ${String(entry.uuid).slice(0, 4)} ${previousStatus} -> ${entry.status}`);
			history.events.push({
				event: name,
				entry,
				previousStatus,
				uuid: String(entry.uuid),
				status: String(entry.status),
				at,
			});
			lastEvent = history.polls;
		}
	};

	let planned = world.start;
	for (const { gap, kill, fault } of world.polls) {
		planned += gap;
		service.now = Math.max(service.now, planned);
		await poll(kill, fault);
	}
	log?.('--- quiet');
	// A world that was made smaller by hand may end before its cases do.
	const lastStep = Math.max(0, ...world.cases.flatMap(({ steps }) => steps.map(({ at }) => at)));
	service.now = Math.max(service.now, lastStep);
	const quietFrom = history.polls;
	for (let quiet = 1; quiet <= MOST_QUIET_POLLS; quiet += 1) {
		service.now += MINUTE;
		await poll(false, undefined);
		if (quiet < 8 || history.polls - lastEvent < 5) continue;
		history.known = inMemory.known;
		history.missing = missingEvents(world, event, history);
		if (history.missing.length === 0) break;
	}
	// A reading of small pages may take longer than the simulation: what still comes is not missing.
	if (history.polls - lastEvent < 5) history.missing = [];
	history.invented = inventedEvents(world, event, history);
	history.quietFrom = quietFrom;
	return history;
}

export interface History {
	/** Number of polls before the quiet ones. */
	quietFrom?: number;
	/** Whether the first poll may have found no case at all. */
	beganEmpty?: boolean;
}

type StoredState = { openCases?: { complete?: boolean } } | undefined;

const stateOf = (watching: Watching): StoredState =>
	(watching as unknown as { inMemory: StoredState }).inMemory;

/** Whether the first poll surely found the case: then it may be the one that tells the clock. */
const isShown = (one: WorldCase, at: number, lag: number): boolean =>
	birthOf(one) < at - lag && (statusAt(one, at) ?? null) !== null;

const isOpen = (status: string | null | undefined): boolean =>
	status !== undefined && status !== null && status !== 'completed';

/** Whether a case was open all the time. */
function wasOpenFrom(one: WorldCase, from: number, to: number): boolean {
	return (
		isOpen(statusAt(one, from)) &&
		one.steps.every(({ at, status }) => at < from || at > to || isOpen(status))
	);
}

const finalStatus = ({ steps }: WorldCase) => steps.at(-1)?.status;

const short = (one: WorldCase): string =>
	`${one.uuid.slice(0, 4)} (${one.steps.map(({ status }) => status ?? 'deleted').join(', ')})`;

/** Changes of status: from one to the next. */
const changesTo = (one: WorldCase, wanted: string | null, after: number): number =>
	one.steps.filter(({ at, status }, index) => index > 0 && at >= after && status === wanted).length;

const wasRolledBack = ({ steps }: WorldCase): boolean =>
	steps.some(({ status }, index) => status !== null && steps[index - 1]?.status === 'completed');

/** Whether the docs promise that the creation is reported. */
export function isPromised(world: World, one: WorldCase, { published }: History): boolean {
	const { rules } = world;
	const birth = birthOf(one);
	// What is created during the first poll may count as old.
	if (birth <= published.to) return false;
	const lag = Math.max(...rules.lags);
	const trueDate = one.imported ? one.created - clockOffset(rules, birth) : birth;
	// "The creation of ... one that becomes visible later than ten minutes"
	if (birth + lag - trueDate > 10 * MINUTE) return false;
	// "... or behind 200 newer ones": also those of the poll that sees it.
	const newer = world.cases.filter(
		(other) => other.created >= one.created - SECOND && birthOf(other) <= birth + lag + MINUTE,
	);
	if (newer.length > 200) return false;
	const firstPoll = Math.max(published.to, published.to + clockOffset(rules, published.to));
	if (one.imported && one.created <= firstPoll + MARGIN) return false;
	// "After the service's clock was set back, a new case is recognized by its running number, if it is on
	// the first page of the newest cases and dated at most a day before the newest case of the first poll."
	const isBehind =
		rules.clock.step < 0 &&
		birth >= rules.clock.stepAt &&
		birth <= rules.clock.stepAt - rules.clock.step + MARGIN;
	if (isBehind && (one.imported || rules.numbers !== 'global')) return false;
	if (isBehind && one.created <= firstPoll + MARGIN) return false;
	if (isBehind && newer.length > rules.pageSize) return false;
	return true;
}

function missingEvents(world: World, event: EventName, history: History): string[] {
	const of = new Map<string, Happened[]>();
	for (const one of history.events) of.set(one.uuid, [...(of.get(one.uuid) ?? []), one]);
	return world.cases.flatMap((one) => {
		const found = of.get(one.uuid) ?? [];
		const knownAt = history.known.get(one.uuid);
		const final = finalStatus(one);
		const isNew = final !== null && isPromised(world, one, history);
		if (event === 'caseCreated')
			return isNew && found.length === 0 ? [`created ${short(one)}`] : [];
		if (event === 'caseDeleted') {
			// "Changes of completed cases: their deletion, and a rollback" cannot be seen.
			const isExpected =
				final === null &&
				knownAt !== undefined &&
				isOpen(one.steps.at(-2)?.status) &&
				!wasRolledBack(one);
			const isLater = knownAt !== undefined && (one.steps.at(-1)?.at ?? 0) > knownAt;
			return isExpected && isLater && found.length === 0 ? [`deleted ${short(one)}`] : [];
		}
		const lastAt = one.steps.at(-1)?.at ?? 0;
		const isFollowed = isNew || (knownAt !== undefined && lastAt > knownAt && final !== null);
		if (!isFollowed || final === null || final === undefined) return [];
		const wanted = event === 'caseStatusChanged' ? world.statuses : ['completed'];
		const isCompletion = final === 'completed' && one.steps.length > 1;
		// Imported as completed: whether that is a change is open.
		if (isCompletion && !wasRolledBack(one) && (wanted.length === 0 || wanted.includes(final))) {
			return found.at(-1)?.status === 'completed' ? [] : [`completed ${short(one)}`];
		}
		// "a rollback more than ten minutes after they were created. Such a case is followed again from
		// then on": which status it had then is open.
		if (event === 'caseCompleted' || wanted.length > 0 || wasRolledBack(one)) return [];
		const last = found.at(-1);
		if (last !== undefined) return last.status === final ? [] : [`status ${final} ${short(one)}`];
		// "Changes that are undone between two polls": it must have had this status when it became known.
		const until = knownAt ?? birthOf(one) + MARGIN;
		const from = Math.min(history.published.from - MARGIN, until);
		const had = one.steps.some(
			({ at, status }, index) =>
				status === final && at <= until && (one.steps[index + 1]?.at ?? Infinity) >= from,
		);
		return had || isNew ? [] : [`status ${final} ${short(one)}`];
	});
}

function inventedEvents(world: World, event: EventName, history: History): string[] {
	const problems: string[] = [];
	const cases = new Map(world.cases.map((one) => [one.uuid, one]));
	const of = new Map<string, Happened[]>();
	for (const one of history.events) of.set(one.uuid, [...(of.get(one.uuid) ?? []), one]);
	const since = history.published.from - MARGIN;
	for (const [uuid, events] of of) {
		const one = cases.get(uuid);
		if (one === undefined) {
			problems.push(`unknown case ${uuid}`);
			continue;
		}
		const birth = birthOf(one);
		const { rules } = world;
		const earliest = Math.min(since, since + clockOffset(rules, history.published.from));
		// "... and dated at most a day before the newest case of the first poll": an imported case looks the
		// same up to that age.
		const newest = Math.max(
			...world.cases
				.filter((other) => isShown(other, history.published.from, Math.max(...rules.lags)))
				.map(({ created }) => created),
		);
		const isImportedOld =
			one.imported &&
			!history.beganEmpty &&
			one.created < Math.min(earliest, newest) - DAY - 11 * MINUTE;
		const isOld = birth < since || isImportedOld;
		const end = events[0]?.at ?? 0;
		const name = `${short(one)}${isOld ? ' old' : ''}`;
		if (event === 'caseCreated') {
			if (isOld) problems.push(`created before publication: ${name}`);
			if (events.length > 1) problems.push(`created ${events.length} times: ${name}`);
			if (birth > end) problems.push(`created too early: ${name}`);
		} else if (event === 'caseDeleted') {
			const deleted = one.steps.at(-1)?.status === null ? (one.steps.at(-1)?.at ?? 0) : Infinity;
			if (deleted > end) problems.push(`deleted, but exists: ${name}`);
			if (deleted < since) problems.push(`deleted before publication: ${name}`);
			if (events.length > 1) problems.push(`deleted ${events.length} times: ${name}`);
		} else {
			if (event === 'caseCompleted') {
				const births = !isOld && one.steps[0]?.status === 'completed' ? 1 : 0;
				const most = changesTo(one, 'completed', since) + births;
				if (events.length > most) {
					problems.push(`completed ${events.length} times instead of ${most}: ${name}`);
				}
			}
			problems.push(
				...brokenChain(one, events, since, isOld, world, event).map((p) => `${p}: ${name}`),
			);
		}
	}
	return problems;
}

/** The changes must have happened in this order, and each begin where the last one ended. */
function brokenChain(
	one: WorldCase,
	events: Happened[],
	since: number,
	isOld: boolean,
	world: World,
	event: EventName,
): string[] {
	const problems: string[] = [];
	let time = since;
	let last: string | undefined;
	const next = (status: string, from: number): number => {
		for (const [index, step] of one.steps.entries()) {
			const until = one.steps[index + 1]?.at ?? Infinity;
			if (step.status === status && until > from) return Math.max(step.at, from);
		}
		return Infinity;
	};
	for (const { previousStatus, status, at } of events) {
		const label = `${previousStatus} -> ${status}`;
		if (previousStatus === status) problems.push(`${label} is no change`);
		if (previousStatus === null && isOld) problems.push(`${label} of an old case`);
		const first = previousStatus === null ? time : next(previousStatus, time);
		const second = next(status, first);
		if (first === Infinity) problems.push(`${label}: never ${previousStatus} before`);
		if (second > at) problems.push(`${label} did not happen`);
		if (world.statuses.length === 0 && event === 'caseStatusChanged' && last !== undefined) {
			const mayJump = last === 'completed' && wasRolledBack(one);
			if (previousStatus !== last && !mayJump) problems.push(`${label} after ${last}`);
		}
		time = second;
		last = status;
	}
	return problems;
}

/** What is wrong with a history; nothing if it is as promised. */
export function judge(_world: World, history: History): string[] {
	const problems = [...history.invented];
	// "A list of any length is read to its end, or the poll says why not."
	const isStandstill = (message: string) => /no further/i.test(message);
	// "Unreliable data is reported": an index of statuses that is late may look like an archive.
	const isArchive = (message: string) => /although only open ones were requested/.test(message);
	const late = history.errors.filter(({ poll }) => poll >= history.polls - 20);
	const isTold = late.some(({ message }) => isStandstill(message));
	if (history.missing.length > 0 && !isTold) {
		problems.push(`silent: ${history.missing.slice(0, 3).join('; ')} of ${history.missing.length}`);
	}
	for (const { message } of history.errors) {
		if (isStandstill(message) || isArchive(message) || message.includes('unavailable')) continue;
		problems.push(`error: ${message}`);
	}
	return problems;
}
