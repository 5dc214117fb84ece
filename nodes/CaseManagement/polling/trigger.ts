import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readTemplateIds } from '../fields/caseFilters';
import { queryOptions, readArrayFormat } from '../fields/queryOptions';
import { simplify } from '../fields/results';
import { eventField, statusesField, triggerFilters } from '../fields/triggerFields';
import { simplifyCase } from '../model/case';
import { isObject } from '../model/json';
import { inputProblem } from '../model/problem';
import { ItemParameters } from '../parameters/parameters';
import type { ParameterSource } from '../parameters/parameters';
import { readStatuses } from '../parameters/values';
import { makeCredentialReader, readBaseUrl, readOrganization } from '../transport/credential';
import type { ReadCredential } from '../transport/credential';
import { schedulerFailure, toNodeError, toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import { MAX_DELAY } from '../transport/retry';
import { send } from '../transport/send';
import type { SendRequest } from '../transport/send';
import { POLL_REQUEST_TIMEOUT_MS } from '../transport/time';
import { pollOnce, sampleEvent } from './poll';
import { makeServiceSource } from './source';
import type { CaseSource, SourceFilters } from './source';
import { EVENTS, fingerprint } from './state';
import type { EventSelection, PollState } from './state';
import { publishedVersion, readStored, restoreState, serializeState, writeStored } from './storage';
import type { CaseEvent } from './tracker';

/** Maximum duration of a poll: less than the shortest interval between two polls. */
const MAX_POLL_MS = 40_000;

const MAX_POLL_REQUESTS = 5;

/** IDs of the nodes whose poll is running, by published version of the workflow: n8n starts the
 * next poll even if the last one has not ended. The first poll of a new version does run beside
 * the last one of the old version, which n8n discards. */
const runningPolls = new WeakMap<object, Set<string>>();

/** One poll of the trigger node.
 * @returns null if there are no events
 * @throws NodeApiError or NodeOperationError; no event is lost by it */
export async function pollTrigger(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await pollOrFail(context, fetchSample);
	// All triggers of a workflow share its version.
	const version = publishedVersion(context);
	const running = runningPolls.get(version) ?? new Set();
	runningPolls.set(version, running);
	const { id } = context.getNode();
	if (running.has(id)) return null;
	running.add(id);
	try {
		return await pollOrFail(context, pollAndStore);
	} finally {
		running.delete(id);
	}
}

/** What the last poll of a trigger left in this process. */
interface LastPoll {
	scope: string;
	state: PollState;
	/** Stored states that it follows from: the one that n8n saved last, and the one that it got last.
	 * n8n saves a state with events, and not always without. */
	ids: unknown[];
	/** What the next poll has to report first. */
	error?: Error;
}

/** By trigger. Spares each poll to unpack what it has packed itself, and keeps what n8n does not: its
 * durable scheduler loads the saved state for each poll. */
const lastPolls = new Map<string, LastPoll>();

const triggerKey = (context: IPollFunctions): string =>
	`${context.getWorkflow().id ?? ''}:${context.getNode().id}`;

/** States of versions before 0.3.0 have no ID. */
const idOf = (stored: unknown): unknown =>
	isObject(stored) ? (stored.id ?? stored.version) : undefined;

type Poll = (context: IPollFunctions, parameters: TriggerParameters) => Promise<CaseEvent[]>;

async function pollOrFail(
	context: IPollFunctions,
	poll: Poll,
): Promise<INodeExecutionData[][] | null> {
	try {
		const parameters = await readParameters(context);
		const events = await poll(context, parameters);
		if (events.length === 0) return null;
		const detectedAt = new Date().toISOString();
		return [events.map((event) => toItem(event, parameters.isSimplified, detectedAt))];
	} catch (error) {
		const problem = toProblem(error);
		const failure = schedulerFailure(problem, Date.now());
		const shown = toNodeError(context.getNode(), problem, { operation: 'Trigger' });
		throw Object.assign(shown, failure && { failure });
	}
}

/** What a click on "Fetch Test Event" returns. Leaves the stored state alone. */
const fetchSample: Poll = async (context, parameters) => [
	await sampleEvent(createSource(context, parameters, MAX_POLL_MS), parameters.selection),
];

/** Polls from the state of the last poll, and stores the new one if the lists could be read. */
const pollAndStore: Poll = async (context, parameters) => {
	const { selection, filters, baseUrl, organization } = parameters;
	const { templateIds } = filters;
	const time = Math.min(context.getPollBudgetMs?.() ?? MAX_POLL_MS, MAX_POLL_MS);
	const scope = fingerprint({ event: selection.event, templateIds, baseUrl, organization });
	const key = triggerKey(context);
	const last = lastPolls.get(key);
	const isSame = last?.scope === scope;
	if (isSame && last.error !== undefined) {
		const { error } = last;
		last.error = undefined;
		throw error;
	}
	const stored = readStored(context);
	const isKnown = isSame && last.ids.includes(idOf(stored));
	const before = isKnown ? last.state : await restoreState(stored, scope);
	const source = createSource(context, parameters, time);
	const settings = { ...selection, time, now: () => Date.now() };
	const { events, state, partialError, standstill } = await pollOnce(before, source, settings);
	const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(1)}`;
	writeStored(context, { ...(await serializeState(state, scope)), id });
	const isSaved = before === undefined || events.length > 0;
	const saved = isKnown ? last.ids[0] : idOf(stored);
	// Events come first, but a list that never ends must not stay silent behind them.
	const owed = events.length > 0 ? standstill : undefined;
	lastPolls.set(key, { scope, state, ids: [isSaved ? id : saved, id], error: owed });
	const error = standstill ?? partialError;
	if (error !== undefined && events.length === 0) throw error;
	return events;
};

function createSource(
	context: IPollFunctions,
	{ filters, credential }: TriggerParameters,
	time: number,
): CaseSource {
	const settings = {
		limiter: new Limiter(MAX_POLL_REQUESTS),
		credential,
		base: { timeout: POLL_REQUEST_TIMEOUT_MS },
		// A longer Retry-After is left to n8n's scheduler.
		retryDeadline: Date.now() + Math.min(time, MAX_DELAY),
	};
	const sendNow: SendRequest = async (call, read) => await send(context, call, read, settings);
	return makeServiceSource(sendNow, filters);
}

interface TriggerParameters {
	selection: EventSelection;
	filters: SourceFilters;
	isSimplified: boolean;
	baseUrl: string;
	organization: string;
	credential: ReadCredential;
}

/** Reads all of them before the poll: an expression that fails later would cost the events found. */
async function readParameters(context: IPollFunctions): Promise<TriggerParameters> {
	const parameters = new ItemParameters(toSource(context));
	const event = parameters.choice(eventField, EVENTS);
	const filters = parameters.collection(triggerFilters);
	const { name, displayName } = statusesField;
	const statuses = event === 'caseStatusChanged' ? readStatuses(filters[name], displayName) : [];
	const credential = makeCredentialReader(context);
	const { data } = await credential().catch((error: unknown) => {
		throw toProblem(error).withNote('Then publish the workflow again.');
	});
	return {
		selection: { event, statuses },
		filters: {
			templateIds: readTemplateIds(filters),
			arrayFormat: readArrayFormat({ options: parameters.collection(queryOptions), filters }),
		},
		isSimplified: parameters.boolean(simplify),
		baseUrl: readBaseUrl(data),
		organization: readOrganization(data),
		credential,
	};
}

const toSource = (context: IPollFunctions): ParameterSource => ({
	startedAt: Date.now(),
	getTimezone: () => context.getTimezone(),
	getInputData: () => ({ json: {} }),
	getNodeParameter: (name: string, fallback?: unknown) => {
		try {
			return context.getNodeParameter(name, fallback as object) as never;
		} catch (error) {
			throw inputProblem(
				error instanceof Error ? error.message : String(error),
				'Correct the expression in the parameters of this trigger and publish the workflow again. A trigger has no input: $json and other nodes are not available to it.',
			);
		}
	},
});

/** The item of an event, and the case as Case > Get returns it, without the permissions.
 * @param detectedAt ISO 8601 in UTC, by n8n's clock */
function toItem(
	{ event, entry, previousStatus }: CaseEvent,
	isSimplified: boolean,
	detectedAt: string,
): INodeExecutionData {
	const told = { event, previous_status: previousStatus, detected_at: detectedAt };
	// First, so that a person sees it without scrolling, and last, so that no field of a case hides it.
	const json = { ...told, ...(isSimplified ? simplifyCase(entry) : entry), ...told };
	return { json: json as IDataObject };
}
