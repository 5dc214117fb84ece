import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { inputProblem, quote } from '../model/problem';
import { readBaseUrl, readOrganization } from '../transport/credential';
import { isObject } from '../model/json';
import { toArrayFormat } from '../fields/arrayFormat';
import { toBoolean, toTexts } from '../parameters/values';
import { Limiter } from '../transport/limiter';
import { CREDENTIAL, send } from '../transport/send';
import { EVENTS } from './events';
import type { CaseEvent, EventName, Watched } from './events';
import { itemOf } from './items';
import { pollOnce } from './poll';
import { pollErrorOf } from './pollError';
import { sampleEvent } from './sample';
import { scopeOf } from './scope';
import { serviceSource } from './serviceSource';
import type { SourceFilters } from './serviceSource';
import type { CaseSource } from './source';
import { restoredState, storedState } from './state';

/** Longest time for a poll, in milliseconds: less than the shortest interval between two polls. */
const LONGEST_POLL = 40_000;

/** Milliseconds after which one request is given up. */
const timeout = 20_000;

/** Most requests that a poll has in flight. */
const REQUESTS_IN_FLIGHT = 5;

/** Name under which n8n stores what the trigger knows. */
const STORED = 'cases';

/** Triggers whose poll runs right now. n8n starts the next one even if the last has not ended. */
const polling = new Set<string>();

/**
 * One poll of the trigger: reads the parameters, the state and the service, and gives the items.
 *
 * @returns null if nothing has happened
 * @throws NodeApiError or NodeOperationError; nothing is lost by it: the state is then as it was before,
 * or still holds the cases that could not be looked at
 */
export async function pollCases(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const name = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
	const isManual = context.getMode() === 'manual';
	if (!isManual && polling.has(name)) return null;
	if (!isManual) polling.add(name);
	try {
		return await poll(context, isManual);
	} catch (error) {
		throw pollErrorOf(context.getNode(), error, 'Trigger', Date.now());
	} finally {
		if (!isManual) polling.delete(name);
	}
}

async function poll(
	context: IPollFunctions,
	isManual: boolean,
): Promise<INodeExecutionData[][] | null> {
	const { watched, filters, simplify } = choices(context);
	const time = Math.min(context.getPollBudgetMs?.() ?? LONGEST_POLL, LONGEST_POLL);
	const source = sourceOf(context, filters, Date.now() + time);
	const events = isManual
		? [await sampleEvent(source, watched)]
		: await pollAndKeep(context, source, { ...watched, time, templateIds: filters.templateIds });
	if (events.length === 0) return null;
	const detectedAt = new Date().toISOString();
	return [events.map((event) => itemOf(event, simplify, detectedAt))];
}

/** Polls from what is stored, and stores what the next poll needs, once all has gone well. */
async function pollAndKeep(
	context: IPollFunctions,
	source: CaseSource,
	settings: Watched & { time: number; templateIds: string[] },
): Promise<CaseEvent[]> {
	const credential = await context.getCredentials(CREDENTIAL);
	const scope = scopeOf({
		...settings,
		baseUrl: readBaseUrl(credential),
		organization: readOrganization(credential),
	});
	const stored = context.getWorkflowStaticData('node');
	// A copy: n8n's own object notes every access, which would cost time with many cases.
	const before = restoredState(JSON.parse(JSON.stringify(stored[STORED] ?? null)), scope);
	const { events, state, failure } = await pollOnce(before, source, {
		...settings,
		now: () => Date.now(),
	});
	stored[STORED] = storedState(state, scope) as IDataObject;
	if (failure !== undefined && events.length === 0) throw failure;
	return events;
}

function sourceOf(context: IPollFunctions, filters: SourceFilters, until: number): CaseSource {
	const limiter = new Limiter(REQUESTS_IN_FLIGHT);
	const settings = { limiter, base: { timeout }, retryDeadline: until };
	return serviceSource(async (call, read) => await send(context, call, read, settings), filters);
}

/** What the person has chosen. */
interface Choices {
	watched: Watched;
	filters: SourceFilters;
	simplify: boolean;
}

/** The parameters, all of them: an expression that fails later on would cost the events found. */
function choices(context: IPollFunctions): Choices {
	const event = context.getNodeParameter('event', null);
	if (!isEvent(event)) {
		throw inputProblem(`"Event" has no option ${quote(event)}`, `It can be ${EVENTS.join(', ')}.`);
	}
	const given: unknown = context.getNodeParameter('filters', {});
	const filters = isObject(given) ? given : {};
	const statuses = event === 'caseStatusChanged' ? toTexts(filters.statuses, 'Statuses') : [];
	return {
		watched: { event, statuses },
		filters: {
			templateIds: toTexts(filters.templateIds, 'Template Names or IDs'),
			arrayFormat: toArrayFormat(filters.arrayFormat),
		},
		simplify: toBoolean(context.getNodeParameter('simplify', true), 'Simplify', true),
	};
}

const isEvent = (value: unknown): value is EventName => EVENTS.some((event) => event === value);
