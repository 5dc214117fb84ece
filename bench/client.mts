/**
 * The bare client: a process that only sends the requests of a work with fetch, ten at a time. No
 * node can be cheaper.
 */
import { caseId, caseName, TEMPLATE_ID } from './service/cases.mts';
import { SIGNAL_ID } from './service/forms.mts';
import type { Json } from '../test/e2e/support/realN8n.mts';

type Call = 'get' | 'delete' | 'create' | 'list' | 'bulk' | 'signal' | 'poll';

/** The task of the client. */
export interface ClientOrder {
	url: string;
	headers: Record<string, string>;
	call: Call;
	/** How many requests. */
	count: number;
	/** Bodies of the cases to create. */
	bodies?: Json[];
}

interface Page {
	processes: Array<{ uuid: string; name: string }>;
	next_cursor: string | null;
}

const IN_FLIGHT = 10;
const CASES = '/process_monitor/process_instances';

async function request(order: ClientOrder, method: string, path: string, body?: object) {
	const response = await fetch(order.url + path, {
		method,
		headers: { ...order.headers, ...(body && { 'content-type': 'application/json' }) },
		...(body && { body: JSON.stringify(body) }),
	});
	const answer = (await response.json()) as Json;
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
	return answer;
}

/** Calls a function with the numbers from 0 up, ten at a time. */
async function each(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < count) await work(next++);
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

async function list(order: ClientOrder, query = ''): Promise<Page['processes']> {
	const all: Page['processes'] = [];
	let cursor: string | null = '';
	while (cursor !== null) {
		const page: Page = (await request(
			order,
			'GET',
			`${CASES}?${query}${cursor && `&cursor=${cursor}`}`,
		)) as unknown as Page;
		for (const one of page.processes) all.push(one);
		cursor = page.next_cursor;
	}
	return all;
}

const calls: Record<Call, (order: ClientOrder) => Promise<unknown>> = {
	get: async (order: ClientOrder) =>
		await each(order.count, async (n) => await request(order, 'GET', `${CASES}/${caseId(n)}`)),
	delete: async (order: ClientOrder) =>
		await each(order.count, async (n) => await request(order, 'DELETE', `${CASES}/${caseId(n)}`)),
	create: async (order: ClientOrder) =>
		await each(
			order.count,
			async (n) => await request(order, 'POST', '/process_instances', order.bodies![n]),
		),
	list: async (order: ClientOrder) => await list(order),
	bulk: async (order: ClientOrder) => {
		const all = await list(order);
		return await each(
			all.length,
			async (n) => await request(order, 'DELETE', `${CASES}/${all[n]!.uuid}`),
		);
	},
	signal: async (order: ClientOrder) => {
		const all = await list(order, `status[]=running&process_type[]=${TEMPLATE_ID}`);
		const byName = new Map(all.map(({ name, uuid }) => [name, uuid]));
		return await each(order.count, async (n) => {
			await request(order, 'POST', '/signals', {
				signal_id: SIGNAL_ID,
				process_instance_uuid: byName.get(caseName(n * 5)),
				submission_elements: [{ name: 'approved', value: true }],
			});
		});
	},
	poll: async (order: ClientOrder) => {
		await request(order, 'GET', `${CASES}?sort_by=newest`);
		return await list(order, 'sort_by=newest&status[]=running');
	},
};

process.on('message', async ({ id, order }: { id: number; order: ClientOrder }) => {
	try {
		await calls[order.call](order);
		process.send?.({ id });
	} catch (error) {
		process.send?.({ id, failure: String(error) });
	}
});
// It ends with the benchmark, however that ends.
process.once('disconnect', () => process.exit());
process.send?.({});
