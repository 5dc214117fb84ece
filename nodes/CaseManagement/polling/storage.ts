import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { asObject, isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import { makeEventLoopYielder } from '../transport/time';
import { packCases, toKnownCase, unpackCases } from './packing';
import type { PackedCases } from './packing';
import { BEGINNING } from './state';
import type { Absence, NewCasesState, OpenCasesState, Place, PollState } from './state';

/** Changes when a stored state can no longer be read. Then the trigger records a new baseline. */
const VERSION = 2;

/** The state as n8n stores it between two polls: plain JSON, about 23 bytes for each open case, 60 for
 * each recent case, and 200 for an open case with details.
 * @param scope fingerprint of the settings that the state belongs to */
export async function serializeState(
	{ newCases, openCases }: PollState,
	scope: string,
): Promise<JsonObject> {
	return {
		version: VERSION,
		scope,
		newCases: newCases && {
			...newCases,
			seen: Object.fromEntries(newCases.seen),
			numbers: Object.fromEntries(newCases.numbers),
		},
		openCases: openCases && {
			...(await packCases(openCases, makeEventLoopYielder())),
			place: openCases.place,
			complete: openCases.complete,
			absent: Object.fromEntries(openCases.absent),
			templates: Object.fromEntries(openCases.templates),
		},
	};
}

/** Reads what `serializeState` wrote, this version's, 0.2.0's or 0.1.0's.
 * @returns undefined if there is none, it belongs to other settings, or it is damaged: in a state with
 * gaps, cases would count as new, or never be verified */
export async function restoreState(stored: unknown, scope: string): Promise<PollState | undefined> {
	if (!isObject(stored) || stored.scope !== scope) return undefined;
	try {
		if (stored.version === 1) return restoreVersion1(copyOf(stored));
		if (stored.version !== VERSION) return undefined;
		return {
			newCases: stored.newCases && restoreNewCases(stored.newCases),
			openCases: stored.openCases && (await restoreOpenCases(stored.openCases)),
		} as PollState;
	} catch {
		return undefined;
	}
}

/** What each part of a stored state looks like. */
const PLACE = { first: 0, last: 0, way: 0 };
const NEW_CASES = { lowerBound: 0, since: 0, seen: {}, numbers: {}, rescan: '' };
const PACKED_CASES = { count: 0, statuses: [], segments: [] };
const OPEN_CASES = { ...PACKED_CASES, complete: true, absent: {}, templates: {} };

/** @param sample a value whose fields the stored one has, of the same types
 * @throws Error if it is not as it was written */
function checkLike(value: unknown, sample: unknown): void {
	const isSame = typeof value === typeof sample && Array.isArray(value) === Array.isArray(sample);
	if (!isSame || value === null) throw new Error('The stored state is damaged');
	for (const [name, part] of Object.entries(asObject(sample))) {
		checkLike(asObject(value)[name], part);
	}
}

/** @param sample a value like those of the map */
function toMap<T>(value: unknown, sample: T): Map<string, T> {
	checkLike(value, {});
	const entries = Object.entries(value as Record<string, T>);
	for (const [, entry] of entries) checkLike(entry, sample);
	return new Map(entries);
}

function toPlace(value: unknown): Place | undefined {
	if (value === undefined) return undefined;
	checkLike(value, PLACE);
	const { furthest, cursor, createdAfter: after } = value as JsonObject;
	checkLike([furthest ?? 0, cursor ?? '', after ?? ''], [0, '', '']);
	return value as Place;
}

function restoreNewCases(stored: unknown): NewCasesState {
	checkLike(stored, NEW_CASES);
	const { highWaterMark, seen, numbers, backlog } = stored as JsonObject;
	checkLike(highWaterMark ?? 0, 0);
	return {
		...(stored as NewCasesState),
		seen: toMap(seen, 0),
		numbers: toMap(numbers, 0),
		backlog: toPlace(backlog),
	};
}

async function restoreOpenCases(stored: unknown): Promise<OpenCasesState> {
	checkLike(stored, OPEN_CASES);
	const { place, complete, absent, templates } = stored as JsonObject;
	return {
		...(await unpackCases(stored as PackedCases, makeEventLoopYielder())),
		place: toPlace(place),
		complete: complete === true,
		absent: toMap<Absence>(absent, 'deleted'),
		templates: toMap(templates, ''),
	};
}

/** The state of versions 0.1.0 and 0.2.0, whose cursors lead into lists in another order. */
function restoreVersion1({ arrivals, open }: JsonObject): PollState {
	return {
		newCases: arrivals === undefined ? undefined : restoreArrivals(asObject(arrivals)),
		openCases: open === undefined ? undefined : restoreOpen(asObject(open)),
	};
}

function restoreArrivals(stored: JsonObject): NewCasesState {
	const { mark, floor, seen, numbers = {}, readAgain, backlog, catchUp } = stored;
	const lowerBound = floor ?? BEGINNING;
	const place = { first: lowerBound, last: lowerBound, way: 0 };
	return restoreNewCases({
		highWaterMark: mark ?? undefined,
		lowerBound,
		since: lowerBound,
		seen,
		numbers,
		rescan: readAgain === undefined ? 'none' : 'needed',
		backlog: (backlog ?? catchUp) === undefined ? undefined : place,
	});
}

function restoreOpen({ complete, cases, absent = {}, templates = {} }: JsonObject): OpenCasesState {
	checkLike([complete, cases], [true, {}]);
	const known = Object.entries(asObject(cases)).map(
		([uuid, value]) => [uuid, toKnownCase(Array.isArray(value) ? value : [value])] as const,
	);
	return {
		cases: new Map(known),
		listed: new Set(),
		complete: complete === true,
		absent: toMap<Absence>(absent, 'deleted'),
		templates: toMap(templates, ''),
	};
}

/** A copy: n8n's own object tracks each access, which is slow with many cases. */
const copyOf = (stored: JsonObject): JsonObject => JSON.parse(JSON.stringify(stored)) as JsonObject;

/** Key in the static data of the node, where version 0.1.0 stored the state. */
const NODE_KEY = 'cases';

/** Key in the static data of the workflow, where each trigger has its own by node ID. */
const workflowKey = (context: IPollFunctions): string =>
	`caseManagementTrigger:${context.getNode().id}`;

interface StoredAt {
	data: IDataObject;
	key: string;
}

/** Where n8n keeps the state of this trigger.
 *
 * n8n stores the static data of a node under the node's name, so a renamed node finds none. The
 * static data of the workflow is kept, and there the state has the node's ID. Only n8n's durable
 * poll cursors keep the data of a node by its ID, and save it after polls without events too. That
 * data is no part of the workflow's, so it lacks the mark by which n8n tracks changes of it. */
function whereStored(context: IPollFunctions): [current: StoredAt, other: StoredAt] {
	const node = { data: context.getWorkflowStaticData('node'), key: NODE_KEY };
	const workflow = { data: context.getWorkflowStaticData('global'), key: workflowKey(context) };
	return '__dataChanged' in node.data ? [workflow, node] : [node, workflow];
}

export function readStored(context: IPollFunctions): unknown {
	const [current, other] = whereStored(context);
	return current.data[current.key] ?? other.data[other.key];
}

export function writeStored(context: IPollFunctions, state: JsonObject): void {
	const [current, other] = whereStored(context);
	current.data[current.key] = state as IDataObject;
	if (other.key in other.data) delete other.data[other.key];
}

/** The same object at each poll of one published version, and another one of the next version. */
export const publishedVersion = (context: IPollFunctions): object =>
	context.getWorkflowStaticData('global');
