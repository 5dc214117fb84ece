/**
 * Measures one work: all variants in turn, so that other load on the machine affects them equally.
 */
import { chain, type RealN8n, type WorkflowNode } from '../test/e2e/support/realN8n.mts';
import { eventually } from '../test/support/eventually.mts';
import type { Channel } from './channel.mts';
import type { ClientOrder } from './client.mts';
import { nothing, splitOut } from './nodes.mts';
import type { Probe, Used } from './probe.mts';
import type { BenchService } from './service/client.mts';
import { countOf, type Flow, type NodeVariant, NODES, type Variant, VARIANTS } from './work.mts';
import { warmUp, type Work } from './work.mts';

/** What is measured. */
export interface Bench {
	n8n: RealN8n<BenchService>;
	probe: Probe;
	client: Channel;
	clientProbe: Probe;
}

/** The resources a variant used: medians of the rounds. */
export interface Figures extends Omit<Used, 'thread'> {
	/** Milliseconds of CPU time for each item or case. */
	cpu: number;
	requests: number;
	mostInFlight: number;
}

export interface Result {
	work: string;
	title: string;
	per: Work['per'];
	count: number;
	rounds: number;
	/** Figures, or the reason why they are missing. */
	variants: Partial<Record<Variant, Figures | string>>;
}

type Row = Variant | 'nothing';
type Seen = Pick<Figures, 'requests' | 'mostInFlight'>;

export const median = (numbers: number[]): number => {
	const sorted = [...numbers].sort((left, right) => left - right);
	const middle = sorted.length / 2;
	return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
};

let webhooks = 0;

/** Publishes Webhook -> Split Out -> the steps; gives the address of the webhook. */
export async function publish({ n8n }: Bench, name: string, { steps, links }: Flow) {
	const at = `bench-${++webhooks}`;
	const webhook: WorkflowNode = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: at,
		parameters: {
			httpMethod: 'POST',
			path: at,
			// Answers at the end of the execution, with the error if there was one.
			responseMode: 'lastNode',
			responseData: 'noData',
		},
	};
	// Nothing is stored, so that only the work is measured.
	const settings = {
		saveDataSuccessExecution: 'none',
		saveDataErrorExecution: 'none',
		saveExecutionProgress: false,
	};
	const workflow = chain(name, [webhook, splitOut('body.items', 'Items'), ...steps], settings);
	Object.assign(workflow.connections, links);
	await n8n.publish(await n8n.add(workflow));
	return `${n8n.url}/webhook/${at}`;
}

/** Sends the items of a work to a webhook and waits for the end of the execution. */
export async function call(webhook: string, work: Work): Promise<void> {
	const items = Array.from({ length: work.items }, (_none, number) => work.input(number));
	const body = JSON.stringify({ items });
	for (let time = 0; time < work.repeat; time++) {
		const headers = { 'content-type': 'application/json' };
		const response = await fetch(webhook, { method: 'POST', headers, body });
		const answer = await response.text();
		if (!response.ok) throw new Error(`HTTP ${response.status}: ${answer}`);
	}
}

/** Checks that a variant sent exactly the requests of the work. */
async function check({ n8n }: Bench, work: Work): Promise<Seen> {
	const { done, refused, mostInFlight } = await n8n.service.seen();
	for (const [operation, wanted] of Object.entries(work.requests)) {
		const count = done[operation] ?? 0;
		if (count === wanted * work.repeat && refused === 0) continue;
		throw new Error(`${count} of ${wanted} ${operation}, ${refused} refused`);
	}
	const requests = Object.values(done).reduce((sum, count) => sum + count, 0);
	return { requests: requests / work.repeat, mostInFlight };
}

/** Runs a work once by one variant and checks what it did. */
async function measure(
	bench: Bench,
	work: Work,
	row: Row,
	webhook: string | undefined,
): Promise<Used & Seen> {
	const { n8n, probe, client, clientProbe } = bench;
	const { url, token, organization } = n8n.service;
	await n8n.service.begin(work.service);
	// After tens of seconds of blocking, n8n reports for a while that its database is unavailable.
	await eventually('n8n', async () => {
		const { ok } = await fetch(`${n8n.url}/healthz/readiness`);
		return ok ? ok : undefined;
	});
	const headers = { Authorization: token, 'X-Organization': organization };
	const order: ClientOrder = { url, headers, ...work.client };
	try {
		const used =
			webhook === undefined
				? await clientProbe.measure(async () => {
						for (let time = 0; time < work.repeat; time++) await client.ask({ order });
					})
				: await probe.measure(async () => await call(webhook, work));
		const seen = row === 'nothing' ? { requests: 0, mostInFlight: 0 } : await check(bench, work);
		return { ...used, ...seen };
	} catch (error) {
		throw new Error(`${work.name} by ${row}: ${(error as Error).message}`);
	}
}

/** The medians of the rounds; CPU time less that of the workflow without the node. */
function figures(work: Work, runs: Array<Used & Seen>, nothing: number): Figures {
	const the = (key: keyof (Used & Seen)) => median(runs.map((run) => run[key]));
	return {
		cpu: (the('cpu') - nothing) / countOf(work) / work.repeat,
		block: the('block'),
		busy: the('busy'),
		wall: the('wall') / work.repeat,
		memory: the('memory'),
		rss: the('rss'),
		requests: the('requests'),
		mostInFlight: the('mostInFlight'),
	};
}

/** Publishes the workflows of a work. */
async function publishAll(bench: Bench, work: Work): Promise<Map<Row, string | undefined>> {
	const webhooks = new Map<Row, string | undefined>([
		['nothing', await publish(bench, `${work.name}, nothing`, { steps: [nothing] })],
	]);
	for (const row of NODES) {
		const flow = work.flows[row satisfies NodeVariant];
		if (flow === undefined) continue;
		webhooks.set(row, await publish(bench, `${work.name}, ${row}`, flow));
	}
	return webhooks.set('fetch client', undefined);
}

/** @param rounds instead of the default of the work */
export async function compare(bench: Bench, work: Work, rounds = work.rounds): Promise<Result> {
	const webhooks = await publishAll(bench, work);
	const runs = new Map<Row, Array<Used & Seen>>();
	const missing = { ...work.missing };
	for (const [row, webhook] of webhooks) {
		runs.set(row, []);
		await measure(bench, warmUp(work), row, webhook);
	}
	for (let round = 0; round < rounds; round++) {
		for (const [row, webhook] of webhooks) {
			const isNaive = row === 'naive declarative';
			if (isNaive && (round >= (work.naiveRounds ?? rounds) || missing[row])) continue;
			try {
				runs.get(row)!.push(await measure(bench, work, row, webhook));
			} catch (error) {
				// It represents what people write and may fail; the others must not.
				if (!isNaive) throw error;
				console.error((error as Error).message);
				missing[row] = 'fails, see below';
			}
		}
	}
	const without = median(runs.get('nothing')!.map(({ cpu }) => cpu));
	const variants: Result['variants'] = { ...missing };
	for (const variant of VARIANTS) {
		const of = runs.get(variant) ?? [];
		if (missing[variant] !== undefined || of.length === 0) continue;
		variants[variant] = figures(work, of, variant === 'fetch client' ? 0 : without);
	}
	const { name, title, per } = work;
	return { work: name, title, per, count: countOf(work), rounds, variants };
}
