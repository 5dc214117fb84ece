/**
 * The cost of a poll of the trigger. Polls run on a schedule, so each variant gets its own seconds;
 * the time around them is measured, minus an idle period.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { chain, CREDENTIAL, TRIGGER, type WorkflowNode } from '../test/e2e/support/realN8n.mts';
import type { ClientOrder } from './client.mts';
import { type Bench, type Figures, median, type Result } from './compare.mts';
import { allPages, CASES, type HttpNode, nothing, splitOut } from './nodes.mts';
import type { Used } from './probe.mts';
import type { Seen } from './service/main.mts';

/** A poll to measure. */
export interface PollWork {
	name: string;
	title: string;
	open: number;
	finished: number;
	rounds: number;
	/** Seconds from one poll to the next; they divide a minute. */
	period: number;
	/** Seconds that are measured, starting one second before the poll. */
	window: number;
	/** Whether the others are measured too. */
	compares: boolean;
}

export const polls: PollWork[] = [
	{
		name: 'poll-1000',
		title: 'Quiet poll, 1,000 open and 100,000 finished cases',
		open: 1_000,
		finished: 100_000,
		rounds: 5,
		period: 20,
		window: 3,
		compares: true,
	},
	{
		name: 'poll-100000',
		title: 'Quiet poll, 100,000 open and 1,000,000 finished cases',
		open: 100_000,
		finished: 1_000_000,
		// A scan of all open cases takes four polls: each kind of them once.
		rounds: 4,
		period: 60,
		window: 40,
		compares: false,
	},
];

type Row = 'node' | 'HTTP Request' | 'schedule alone' | 'nothing' | 'fetch client';

/** When each variant runs, as a fraction of the period. */
const SHARES: Record<Row, number> = {
	node: 0,
	'schedule alone': 0.25,
	'HTTP Request': 0.5,
	nothing: 0.75,
	// It sends its requests while nothing else runs.
	'fetch client': 0.85,
};

/** Seconds of the minute. Each gets an entry of its own: n8n refuses one of several seconds. */
const secondsOf = (period: number, offset: number): number[] =>
	Array.from({ length: 60 / period }, (_none, at) => at * period + offset);

const cronExpressions = (period: number, offset: number): string[] =>
	secondsOf(period, offset).map((second) => `${second} * * * * *`);

const trigger = (period: number, offset: number): WorkflowNode => ({
	name: 'Case Management Trigger',
	type: TRIGGER,
	typeVersion: 1,
	parameters: {
		pollTimes: {
			item: cronExpressions(period, offset).map((cronExpression) => ({
				mode: 'custom',
				cronExpression,
			})),
		},
		event: 'caseCompleted',
	},
	credentials: { [CREDENTIAL]: { id: '', name: '' } },
});

const schedule = (period: number, offset: number): WorkflowNode => ({
	name: 'Schedule',
	type: 'n8n-nodes-base.scheduleTrigger',
	typeVersion: 1.2,
	parameters: {
		rule: {
			interval: cronExpressions(period, offset).map((expression) => ({
				field: 'cronExpression',
				expression,
			})),
		},
	},
});

/** Waits until one second before the turn that starts at this fraction of the period. */
export async function waitFor(period: number, share: number): Promise<void> {
	const wanted = (share * period - 1 + period) % period;
	const now = (Date.now() / 1000) % period;
	await sleep(((wanted - now + period) % period) * 1000);
}

/** Publishes the workflows, and returns those to unpublish at the end. */
async function publish({ n8n }: Bench, work: PollWork, http: HttpNode): Promise<string[]> {
	const settings = { saveDataSuccessExecution: 'none' };
	const list = http('HTTP Request', 'GET', `${CASES}?status[]=running&sort_by=newest`, allPages);
	const { period, compares } = work;
	const others = [
		[schedule(period, SHARES['HTTP Request'] * period), list, splitOut('processes')],
		[schedule(period, SHARES['schedule alone'] * period), nothing],
	];
	const flows = [[trigger(period, SHARES.node * period), nothing], ...(compares ? others : [])];
	const ids: string[] = [];
	for (const steps of flows) {
		const made = await n8n.add(chain(`${work.name} ${ids.length}`, steps, settings));
		await n8n.publish(made);
		ids.push(made.id);
	}
	return ids;
}

/** Calls a function while the workflows are published and have polled once. */
export async function withPolls(
	bench: Bench,
	work: PollWork,
	http: HttpNode,
	then: () => Promise<void>,
): Promise<void> {
	const { open, finished, period } = work;
	await bench.n8n.service.begin({ cases: open + finished, finished });
	const ids = await publish(bench, work, http);
	try {
		// The first poll sets the baseline, and warms up code that only polls run.
		await sleep(period * 1000);
		await then();
	} finally {
		for (const id of ids) await bench.n8n.unpublish(id);
	}
}

/** Measures the polls of all variants, in turn. */
export async function comparePolls(
	bench: Bench,
	work: PollWork,
	http: HttpNode,
	rounds = work.rounds,
): Promise<Result> {
	const { n8n, probe, client, clientProbe } = bench;
	const { service } = n8n;
	const headers = { Authorization: service.token, 'X-Organization': service.organization };
	const order: ClientOrder = { url: service.url, headers, call: 'poll', count: 1 };
	const rows = (Object.keys(SHARES) as Row[]).filter(
		(row) => work.compares || row === 'node' || row === 'nothing',
	);
	const runs = new Map<Row, Array<Used & Seen>>(rows.map((row) => [row, []]));
	const measure = async (row: Row): Promise<void> => {
		// If one poll takes most of a period, the idle period starts after it.
		const window = work.compares || row === 'node' ? work.window : 3;
		await waitFor(work.period, SHARES[row]);
		await service.clear();
		const used =
			row === 'fetch client'
				? await clientProbe.measure(async () => await client.ask({ order }))
				: await probe.measure(async () => await sleep(window * 1000));
		runs.get(row)!.push({ ...used, ...(await service.seen()) });
	};
	await withPolls(bench, work, http, async () => {
		for (let round = 0; round < rounds; round++) for (const row of rows) await measure(row);
	});
	const idle = median(runs.get('nothing')!.map(({ cpu, wall }) => cpu / wall));
	const figures = (row: Row): Figures => {
		const of = runs.get(row)!;
		const the = (key: keyof Used) => median(of.map((run) => run[key]));
		const quiet = row === 'fetch client' ? 0 : idle * the('wall');
		return {
			cpu: the('cpu') - quiet,
			block: the('block'),
			busy: the('busy'),
			wall: median(of.map(({ span }) => span)),
			memory: the('memory'),
			rss: the('rss'),
			requests: median(
				of.map(({ done }) => Object.values(done).reduce((sum, count) => sum + count, 0)),
			),
			mostInFlight: median(of.map(({ mostInFlight }) => mostInFlight)),
		};
	};
	const measured = rows.filter((row) => row !== 'nothing');
	const { name, title } = work;
	const variants = Object.fromEntries(measured.map((row) => [row, figures(row)]));
	return { work: name, title, per: 'poll', count: 1, rounds, variants };
}
