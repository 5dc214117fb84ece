import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { inputProblem, quote } from '../model/problem';
import { readBaseUrl, readOrganization } from '../transport/credential';
import { isObject } from '../model/json';
import { toArrayFormat, toBoolean, toTexts } from '../parameters/values';
import { Limiter } from '../transport/limiter';
import { CREDENTIAL, send } from '../transport/send';
import { EVENTS } from './events';
import type { CaseEvent, EventName, EventSelection } from './events';
import { toItem } from './items';
import { pollOnce } from './poll';
import { toPollError } from './pollError';
import { sampleEvent } from './sample';
import { fingerprint } from './scope';
import { serviceSource } from './serviceSource';
import type { SourceFilters } from './serviceSource';
import type { CaseSource } from './source';
import { restoreState, serializeState } from './state';

/** Longest time for a poll, in milliseconds: less than the shortest interval between two polls. */
const MAX_POLL_MS = 40_000;

/** Milliseconds after which one request is given up. */
const REQUEST_TIMEOUT_MS = 20_000;

/** Most requests that a poll has in flight. */
const MAX_CONCURRENT_REQUESTS = 5;

/** Name under which n8n stores what the trigger knows. */
const STATE_KEY = 'cases';

/** Triggers whose poll runs right now. n8n starts the next one even if the last has not ended. */
const runningPolls = new Set<string>();

/**
 * One poll of the trigger: reads the parameters, the state and the service, and gives the items.
 *
 * @returns null if nothing has happened
 * @throws NodeApiError or NodeOperationError; nothing is lost by it: the state is then as it was before,
 * or still holds the cases that could not be looked at
 */
export async function pollTrigger(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const name = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
	const isManual = context.getMode() === 'manual';
	if (!isManual && runningPolls.has(name)) return null;
	if (!isManual) runningPolls.add(name);
	try {
		return await poll(context, isManual);
	} catch (error) {
		throw toPollError(context.getNode(), error, 'Trigger', Date.now());
	} finally {
		if (!isManual) runningPolls.delete(name);
	}
}

async function poll(
	context: IPollFunctions,
	isManual: boolean,
): Promise<INodeExecutionData[][] | null> {
	const { selection, filters, simplify } = readParameters(context);
	const time = Math.min(context.getPollBudgetMs?.() ?? MAX_POLL_MS, MAX_POLL_MS);
	const source = sourceOf(context, filters, Date.now() + time);
	const events = isManual
		? [await sampleEvent(source, selection)]
		: await pollAndStore(context, source, { ...selection, time, templateIds: filters.templateIds });
	if (events.length === 0) return null;
	const detectedAt = new Date().toISOString();
	return [events.map((event) => toItem(event, simplify, detectedAt))];
}

/** Polls from what is stored, and stores what the next poll needs, once all has gone well. */
async function pollAndStore(
	context: IPollFunctions,
	source: CaseSource,
	settings: EventSelection & { time: number; templateIds: string[] },
): Promise<CaseEvent[]> {
	const credential = await context.getCredentials(CREDENTIAL);
	const scope = fingerprint({
		...settings,
		baseUrl: readBaseUrl(credential),
		organization: readOrganization(credential),
	});
	const stored = context.getWorkflowStaticData('node');
	// A copy: n8n's own object notes every access, which would cost time with many cases.
	const before = restoreState(JSON.parse(JSON.stringify(stored[STATE_KEY] ?? null)), scope);
	const { events, state, partialError } = await pollOnce(before, source, {
		...settings,
		now: () => Date.now(),
	});
	stored[STATE_KEY] = serializeState(state, scope) as IDataObject;
	if (partialError !== undefined && events.length === 0) throw partialError;
	return events;
}

function sourceOf(context: IPollFunctions, filters: SourceFilters, until: number): CaseSource {
	const limiter = new Limiter(MAX_CONCURRENT_REQUESTS);
	const settings = { limiter, base: { timeout: REQUEST_TIMEOUT_MS }, retryDeadline: until };
	return serviceSource(async (call, read) => await send(context, call, read, settings), filters);
}

/** What the person has chosen. */
interface TriggerParameters {
	selection: EventSelection;
	filters: SourceFilters;
	simplify: boolean;
}

/** The parameters, all of them: an expression that fails later on would cost the events found. */
function readParameters(context: IPollFunctions): TriggerParameters {
	const event = context.getNodeParameter('event', null);
	if (!isEvent(event)) {
		throw inputProblem(`"Event" has no option ${quote(event)}`, `It can be ${EVENTS.join(', ')}.`);
	}
	const given: unknown = context.getNodeParameter('filters', {});
	const filters = isObject(given) ? given : {};
	const statuses = event === 'caseStatusChanged' ? toTexts(filters.statuses, 'Statuses') : [];
	return {
		selection: { event, statuses },
		filters: {
			templateIds: toTexts(filters.templateIds, 'Template Names or IDs'),
			arrayFormat: toArrayFormat(filters.arrayFormat),
		},
		simplify: toBoolean(context.getNodeParameter('simplify', true)),
	};
}

const isEvent = (value: unknown): value is EventName => EVENTS.some((event) => event === value);
