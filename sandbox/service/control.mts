/**
 * The control API under /__sandbox__/: how a test sets up and inspects the sandbox. It needs no
 * token; the server listens on the loopback interface only.
 */
import type { IncomingMessage } from 'node:http';
import type { Answer } from './delivery.mts';
import type { Sandbox } from './server.mts';
import type { CasePatch, ClockOrder, NewCases, RawCase, ResetOptions } from './controlTypes.mts';
import type { CaseStatus, Settings, StoredCase, Template } from './types.mts';
import { createState } from './state.mts';
import { jsonAnswer } from './delivery.mts';
import { randomUuid } from './random.mts';
import { shallow } from './shallow.mts';
import { wholeSeconds } from './clock.mts';

export const CONTROL_PREFIX = '/__sandbox__/';

const STATUSES: readonly CaseStatus[] = ['running', 'error', 'stopped', 'completed', 'paused'];

const readInstant = (text: string): number => {
	// A number would be read as a year.
	const ms = typeof text === 'string' ? Date.parse(text) : NaN;
	if (Number.isNaN(ms)) throw new Error(`"${text}" is not an ISO instant.`);
	return wholeSeconds(ms);
};

function checkStatus(status: CaseStatus): CaseStatus {
	if (!STATUSES.includes(status)) throw new Error(`There is no status "${status}".`);
	return status;
}

function checkName(name: unknown): string {
	if (typeof name !== 'string') throw new Error('The name of a case must be text.');
	return name;
}

function wholeNumber(name: string, value: number, least: number): number {
	if (!Number.isInteger(value) || value < least) {
		throw new Error(`${name} must be a whole number, at least ${least}.`);
	}
	return value;
}

function rawCase(entry: StoredCase): RawCase {
	const { uuid, name, status, sequentialId, waitingFor, restricted, documents } = entry;
	const { createdMs, completedMs, submission, signalData, template, launcher } = entry;
	return {
		uuid,
		name,
		status,
		createdAt: new Date(createdMs).toISOString(),
		completedAt: completedMs === null ? null : new Date(completedMs).toISOString(),
		sequentialId,
		templateUuid: template.uuid,
		launcherUuid: launcher.uuid,
		waitingFor,
		restricted,
		documents,
		submission: shallow(submission) as RawCase['submission'],
		signalData: shallow(signalData) as RawCase['signalData'],
	};
}

function reset(sandbox: Sandbox, body: ResetOptions): unknown {
	const { options } = sandbox.state;
	const { cases = options.cases, pageSize = options.pageSize, seed = options.seed } = body;
	wholeNumber('cases', cases, 0);
	wholeNumber('pageSize', pageSize, 1);
	// The command line sets the default for later resets.
	const state = createState({ cases, pageSize, seed });
	state.options = options;
	sandbox.state = state;
	settings(sandbox, body.dateFilter ? { dateFilter: body.dateFilter } : {});
	sandbox.faults.clear();
	sandbox.dropHanging();
	sandbox.log.clearEntries();
	sandbox.log.clearStats();
	return state.fixtures;
}

function settings({ state }: Sandbox, { pageSize, dateFilter }: Partial<Settings>): Settings {
	if (pageSize !== undefined) state.settings.pageSize = wholeNumber('pageSize', pageSize, 1);
	if (dateFilter !== undefined) {
		if (dateFilter !== 'exclusive' && dateFilter !== 'inclusive') {
			throw new Error('dateFilter must be exclusive or inclusive.');
		}
		state.settings.dateFilter = dateFilter;
	}
	return state.settings;
}

function addCases({ state }: Sandbox, body: NewCases): { uuids: string[] } {
	const { template: wanted = 'simple', status = 'running', count = 1, restricted = false } = body;
	const byKey: Record<string, Template> = state.templates.byKey;
	const template = byKey[wanted] ?? state.templateByUuid.get(wanted);
	if (!template) throw new Error(`There is no template "${wanted}".`);
	checkStatus(status);
	wholeNumber('count', count, 1);
	if (typeof restricted !== 'boolean') throw new Error('restricted must be true or false.');
	if (body.name !== undefined) checkName(body.name);
	const createdMs =
		body.createdAt === undefined ? wholeSeconds(state.clock.now()) : readInstant(body.createdAt);
	const isOver = status === 'completed' || status === 'error';
	const cases: StoredCase[] = [];
	for (let index = 0; index < count; index++) {
		const sequentialId = state.store.nextSequentialId();
		const name = body.name ?? `${template.name} ${sequentialId}`;
		cases.push({
			uuid: randomUuid(state.random),
			name: body.name !== undefined && count > 1 ? `${name} ${index + 1}` : name,
			createdMs,
			completedMs: status === 'completed' ? createdMs : null,
			status,
			sequentialId,
			template,
			launcher: state.users.admin,
			organization: template.organization,
			restricted,
			waitingFor: isOver ? null : template.awaits,
			documents: 0,
			submission: {},
			signalData: null,
		});
	}
	state.store.addAll(cases);
	return { uuids: cases.map(({ uuid }) => uuid) };
}

function patchCase({ state }: Sandbox, entry: StoredCase, body: CasePatch): RawCase {
	const { status = entry.status, completedDate, name = entry.name } = body;
	checkStatus(status);
	checkName(name);
	let completedMs = status === 'completed' ? wholeSeconds(state.clock.now()) : null;
	if (completedDate === null) completedMs = null;
	else if (completedDate !== undefined) completedMs = readInstant(completedDate);
	state.store.move(entry, status, completedMs);
	entry.name = name;
	return rawCase(entry);
}

function caseRoute(sandbox: Sandbox, method: string, uuid: string, body: unknown): unknown {
	const entry = sandbox.state.store.get(uuid);
	if (!entry) return undefined;
	switch (method) {
		case 'GET':
			return rawCase(entry);
		case 'PATCH':
			return patchCase(sandbox, entry, body as CasePatch);
		case 'DELETE':
			sandbox.state.store.remove(entry);
			return { ok: true };
		default:
			return undefined;
	}
}

/** Performs the request; undefined if the route or the case does not exist. */
function route(sandbox: Sandbox, method: string, path: string, body: unknown): unknown {
	const { contract, faults, log, state } = sandbox;
	const ok = (done: void): unknown => (void done, { ok: true });
	if (path.startsWith('cases/')) return caseRoute(sandbox, method, path.slice(6), body);
	switch (`${method} ${path}`) {
		case 'GET ping':
			return { ok: true };
		case 'POST reset':
			return reset(sandbox, body as ResetOptions);
		case 'POST settings':
			return settings(sandbox, body as Partial<Settings>);
		case 'GET requests':
			return log.entries();
		case 'DELETE requests':
			return ok(log.clearEntries());
		case 'GET stats':
			return log.stats();
		case 'DELETE stats':
			return ok(log.clearStats());
		case 'GET faults':
			return faults.list();
		case 'POST faults': {
			const ids = contract.operations.map(({ operationId }) => operationId);
			return faults.add([body].flat(), ids);
		}
		case 'DELETE faults':
			return ok(faults.clear());
		case 'GET clock':
			return { now: new Date(state.clock.now()).toISOString() };
		case 'POST clock':
			state.clock.order(body as ClockOrder);
			return { now: new Date(state.clock.now()).toISOString() };
		case 'GET fixtures':
			return state.fixtures;
		case 'POST cases':
			return addCases(sandbox, body as NewCases);
		default:
			return undefined;
	}
}

/**
 * Answers a control request: 200 with JSON, 400 for invalid input, 404 for an unknown route or
 * case; both with `{ message }`.
 * @param text the request's body; empty means `{}`
 */
export function control(sandbox: Sandbox, req: IncomingMessage, text: string): Answer {
	const path = (req.url ?? '').slice(CONTROL_PREFIX.length).split('?')[0] ?? '';
	try {
		const body: unknown = text === '' ? {} : JSON.parse(text);
		const result = route(sandbox, req.method ?? 'GET', path, body);
		return result === undefined
			? jsonAnswer(404, { message: `The control API has no ${req.method} ${path}.` })
			: jsonAnswer(200, result);
	} catch (error) {
		return jsonAnswer(400, { message: error instanceof Error ? error.message : String(error) });
	}
}
