/**
 * The service used by the benchmark: the endpoints it needs, on 127.0.0.1, with as little work per
 * request as node:http allows. It checks requests only enough to see that each variant does the
 * same work. The benchmark controls it over a channel.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { Cases, type CaseOrder, TEMPLATE_ID } from './cases.mts';
import * as forms from './forms.mts';

/** The new settings of the service. */
export interface ServiceOrder extends CaseOrder {
	/** Milliseconds before each answer. */
	latency?: number;
}

/** What the service has seen since the last order. */
export interface Seen {
	/** Requests that were answered with 200, by operationId. */
	done: Record<string, number>;
	refused: number;
	/** Maximum number of concurrent requests. */
	mostInFlight: number;
	/** Milliseconds from the first request to the last answer. */
	span: number;
}

/** A message from the bench. */
interface Order {
	id: number;
	order?: ServiceOrder;
	clear?: boolean;
}

interface Answer {
	operationId: string;
	/** JSON text; undefined if the case does not exist. */
	body: string | undefined;
}

const CASES = '/process_monitor/process_instances';
const TEMPLATES = '/process_templates';

const cases = new Cases();
let latency = 0;
let seen: Seen;
let inFlight = 0;
let began: number | undefined;

function clear(): void {
	seen = { done: {}, refused: 0, mostInFlight: 0, span: 0 };
	began = undefined;
}

function begin(order: ServiceOrder): void {
	cases.reset(order);
	latency = order.latency ?? 0;
	clear();
}

const said = (message: string, more: object = {}): string => JSON.stringify({ message, ...more });

/** All values of an array in the query, whatever its format. */
const values = (query: URLSearchParams, name: string): string[] =>
	[...query]
		.filter(([key]) => key === name || key.startsWith(`${name}[`))
		.flatMap(([, value]) => value.split(','));

const list = (query: URLSearchParams): Answer => ({
	operationId: 'listCases',
	body: cases.writePage({
		newestFirst: query.get('sort_by') === 'newest',
		statuses: values(query, 'status'),
		createdAfter: query.get('created_after'),
		cursor: query.get('cursor'),
	}),
});

function ofCase(method: string, uuid: string): Answer {
	const number = cases.find(uuid);
	if (method === 'GET') {
		const body =
			number === undefined
				? undefined
				: `{"process_instance":${cases.write(number)},"permissions":["View process instance"]}`;
		return { operationId: 'getCase', body };
	}
	if (number !== undefined) cases.remove(number);
	return {
		operationId: 'deleteCase',
		body: number === undefined ? undefined : said('The process instance has been deleted.'),
	};
}

function create(sent: Record<string, unknown>): Answer {
	const elements = Object.keys((sent.submission_elements as object | undefined) ?? {});
	const isWhole =
		sent.process_template_uuid === TEMPLATE_ID &&
		typeof sent.label === 'string' &&
		forms.FORM.every(([key]) => elements.includes(key));
	return {
		operationId: 'createCase',
		body: isWhole
			? said('The process was launched.', { process_instance_uuid: cases.add() })
			: undefined,
	};
}

function signal(sent: Record<string, unknown>): Answer {
	const isKnown =
		cases.find(String(sent.process_instance_uuid)) !== undefined &&
		sent.signal_id === forms.SIGNAL_ID &&
		Array.isArray(sent.submission_elements);
	return {
		operationId: 'triggerSignal',
		body: isKnown ? said('The signal event was triggered.') : undefined,
	};
}

const fixed: Record<string, Answer> = {
	[`${TEMPLATES}/automation/${TEMPLATE_ID}/start_definition`]: {
		operationId: 'getStartDefinition',
		body: forms.startDefinition,
	},
	[`${TEMPLATES}/basic/launchables`]: { operationId: 'listLaunchable', body: forms.launchables },
	[`${TEMPLATES}/basic/${TEMPLATE_ID}`]: { operationId: 'getTemplate', body: forms.shownTemplate },
	'/signals': { operationId: 'listSignals', body: forms.signals },
	[`/signals/${forms.SIGNAL_ID}`]: { operationId: 'getSignal', body: forms.signalElements },
};

async function answer(request: IncomingMessage): Promise<Answer> {
	const { method = '', url = '' } = request;
	const [path = '', query] = url.split('?');
	if (method === 'POST') {
		const sent = JSON.parse(await text(request)) as Record<string, unknown>;
		return path === '/signals' ? signal(sent) : create(sent);
	}
	if (path === CASES) return list(new URLSearchParams(query));
	if (path.startsWith(`${CASES}/`)) return ofCase(method, path.slice(CASES.length + 1));
	if (path.endsWith('/members')) return { operationId: 'listElementMembers', body: forms.members };
	return fixed[path] ?? { operationId: 'unknown', body: undefined };
}

const wait = (): Promise<void> =>
	// Even without latency, all requests that arrived together are accepted before the first
	// response.
	new Promise((resolve) => (latency > 0 ? setTimeout(resolve, latency) : setImmediate(resolve)));

const server = createServer(async (request, response) => {
	began ??= performance.now();
	inFlight += 1;
	seen.mostInFlight = Math.max(seen.mostInFlight, inFlight);
	const { operationId, body } = await answer(request);
	await wait();
	inFlight -= 1;
	if (body === undefined) seen.refused += 1;
	else seen.done[operationId] = (seen.done[operationId] ?? 0) + 1;
	response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
	response.end(body ?? said(`There is no such thing (${operationId}).`));
	seen.span = performance.now() - began;
});

begin({ cases: 0 });
process.on('message', ({ id, order, clear: isClear }: Order) => {
	const answered = seen;
	if (order !== undefined) begin(order);
	if (isClear) clear();
	process.send?.({ id, seen: answered });
});
// It ends with the benchmark, however that ends.
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
	process.send?.({ port: (server.address() as AddressInfo).port });
});
