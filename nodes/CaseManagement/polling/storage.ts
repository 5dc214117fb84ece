import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { definedOf, isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import type {
	Absence,
	Backlog,
	KnownCase,
	NewCasesState,
	OpenCasesState,
	OpenScan,
	PollState,
	Rescan,
} from './state';

/** Changes when a stored state can no longer be read. Then the trigger records a new baseline. */
const VERSION = 1;

/** The state as n8n stores it between two polls: plain JSON, about 55 bytes for each open case and
 * for each recent case. The keys are those of version 0.1.0.
 * @param scope fingerprint of the settings that the state belongs to */
export function serializeState({ newCases, openCases }: PollState, scope: string): JsonObject {
	return {
		version: VERSION,
		scope,
		...(newCases && { arrivals: serializeNewCases(newCases) }),
		...(openCases && { open: serializeOpenCases(openCases) }),
	};
}

/** Reads what `serializeState` wrote, this version's or 0.1.0's.
 * @returns undefined if there is none, it belongs to other settings, or it is damaged: then the
 * trigger records a new baseline */
export function restoreState(stored: unknown, scope: string): PollState | undefined {
	if (!isObject(stored) || stored.version !== VERSION || stored.scope !== scope) return undefined;
	const newCases = restoreNewCases(stored.arrivals);
	const openCases = restoreOpenCases(stored.open);
	// In a state with gaps, cases would count as new, or never be verified.
	return newCases === DAMAGED || openCases === DAMAGED ? undefined : { newCases, openCases };
}

const DAMAGED = Symbol('damaged');

function serializeNewCases(state: NewCasesState): JsonObject {
	const { highWaterMark, lowerBound, seen, numbers, rescan, backlog } = state;
	return {
		mark: highWaterMark ?? null,
		// JSON has no -Infinity.
		floor: Number.isFinite(lowerBound) ? lowerBound : null,
		seen: Object.fromEntries(seen),
		...(numbers.size > 0 && { numbers: Object.fromEntries(numbers) }),
		...(rescan !== 'none' && { readAgain: rescan === 'needed' ? true : rescan }),
		...(backlog && { backlog: { createdAfter: null, cursor: null, ...definedOf(backlog) } }),
	};
}

function serializeOpenCases(state: OpenCasesState): JsonObject {
	const { complete, cases, absent, templates, namedOnly, scan } = state;
	return {
		complete,
		cases: Object.fromEntries([...cases].map(([uuid, known]) => [uuid, packCase(known)])),
		...(absent.size > 0 && { absent: Object.fromEntries(absent) }),
		...(templates.size > 0 && { templates: Object.fromEntries(templates) }),
		...(namedOnly && { namedOnly }),
		...(scan && { pass: { ...scan, seen: [...scan.seen] } }),
	};
}

const packCase = ({ status, details }: KnownCase): unknown =>
	details === undefined
		? status
		: [status, details.name, details.sequential_id, details.created_at, details.template];

function unpackCase(value: unknown): KnownCase | undefined {
	if (typeof value === 'string') return { status: value };
	if (!Array.isArray(value)) return undefined;
	const [status, name, sequential_id, created_at, template] = value as unknown[];
	if (typeof status !== 'string' || typeof template !== 'string') return undefined;
	return { status, details: { name, sequential_id, created_at, template } };
}

const isText = (value: unknown): value is string => typeof value === 'string';

const textOrNone = (value: unknown): string | undefined => (isText(value) ? value : undefined);

const numberOrNone = (value: unknown): number | undefined =>
	typeof value === 'number' ? value : undefined;

const absenceOrNone = (value: unknown): Absence | undefined =>
	value === 'deleted' || value === 'forbidden' ? value : undefined;

/** @returns undefined if the value is no map, or an entry of it cannot be read */
function restoreMap<T>(
	value: unknown,
	read: (entry: unknown) => T | undefined,
): Map<string, T> | undefined {
	if (!isObject(value)) return undefined;
	const map = new Map<string, T>();
	for (const [key, written] of Object.entries(value)) {
		const entry = read(written);
		if (entry === undefined) return undefined;
		map.set(key, entry);
	}
	return map;
}

function restoreNewCases(stored: unknown): NewCasesState | typeof DAMAGED | undefined {
	if (stored === undefined) return undefined;
	if (!isObject(stored)) return DAMAGED;
	const { mark, floor, readAgain } = stored;
	const seen = restoreMap(stored.seen, numberOrNone);
	const isDamaged = [mark, floor].some((value) => value !== null && typeof value !== 'number');
	if (seen === undefined || isDamaged) return DAMAGED;
	return {
		highWaterMark: numberOrNone(mark),
		lowerBound: numberOrNone(floor) ?? -Infinity,
		seen,
		numbers: restoreMap(stored.numbers, numberOrNone) ?? new Map(),
		rescan: restoreRescan(readAgain),
		backlog: restoreBacklog(stored.backlog),
	};
}

function restoreRescan(stored: unknown): Rescan {
	if (stored === 'last' || stored === 'brief') return stored;
	return stored === true ? 'needed' : 'none';
}

/** Without one, the next poll finds out by itself that there is a backlog. Version 0.1.0 stored a
 * cursor as `catchUp` without the filter that it belongs to, so that cursor is of no use. */
function restoreBacklog(stored: unknown): Backlog | undefined {
	if (!isObject(stored)) return undefined;
	const { createdAfter, cursor, previous } = stored;
	return {
		createdAfter: textOrNone(createdAfter),
		cursor: textOrNone(cursor),
		previous: Array.isArray(previous) ? previous.filter((one) => one === null || isText(one)) : [],
	};
}

function restoreOpenCases(stored: unknown): OpenCasesState | typeof DAMAGED | undefined {
	if (stored === undefined) return undefined;
	if (!isObject(stored) || typeof stored.complete !== 'boolean') return DAMAGED;
	const cases = restoreMap(stored.cases, unpackCase);
	const templates = restoreMap(stored.templates ?? {}, textOrNone);
	if (cases === undefined || templates === undefined) return DAMAGED;
	return {
		complete: stored.complete,
		cases,
		absent: restoreMap(stored.absent, absenceOrNone) ?? new Map(),
		templates,
		namedOnly: stored.namedOnly === true,
		scan: restoreScan(stored.pass),
	};
}

function restoreScan(stored: unknown): OpenScan | undefined {
	if (!isObject(stored)) return undefined;
	const { cursor, statuses, seen } = stored;
	if (!isText(cursor) || !Array.isArray(statuses) || !Array.isArray(seen)) return undefined;
	return { cursor, statuses: statuses.filter(isText), seen: new Set(seen.filter(isText)) };
}

/** Key in the static data of the node, where version 0.1.0 stored the state. */
const NODE_KEY = 'cases';

/** Key in the static data of the workflow, where each trigger has its own by node ID. */
const workflowKey = (context: IPollFunctions): string =>
	`caseManagementTrigger:${context.getNode().id}`;

interface Place {
	data: IDataObject;
	key: string;
}

/** Where n8n keeps the state of this trigger.
 *
 * n8n stores the static data of a node under the node's name, so a renamed node finds none. The
 * static data of the workflow is kept, and there the state has the node's ID. Only n8n's durable
 * poll cursors keep the data of a node by its ID, and save it after polls without events too. That
 * data is no part of the workflow's, so it lacks the mark by which n8n tracks changes of it. */
function places(context: IPollFunctions): [current: Place, other: Place] {
	const node = { data: context.getWorkflowStaticData('node'), key: NODE_KEY };
	const workflow = { data: context.getWorkflowStaticData('global'), key: workflowKey(context) };
	return '__dataChanged' in node.data ? [workflow, node] : [node, workflow];
}

/** The stored state. A copy: n8n's own object tracks each access, which is slow with many cases. */
export function readStored(context: IPollFunctions): unknown {
	const [current, other] = places(context);
	const stored = current.data[current.key] ?? other.data[other.key] ?? null;
	return JSON.parse(JSON.stringify(stored)) as unknown;
}

export function writeStored(context: IPollFunctions, state: IDataObject): void {
	const [current, other] = places(context);
	current.data[current.key] = state;
	if (other.key in other.data) delete other.data[other.key];
}

/** The same object at each poll of one published version, and another one of the next version. */
export const publishedVersion = (context: IPollFunctions): object =>
	context.getWorkflowStaticData('global');
