/**
 * npm run bench: what the node costs in a real n8n, against n8n's own HTTP Request node doing the
 * same calls to the same local service. See docs/performance.md.
 *
 *     npm run bench -- [--rounds N] [work ...]
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { freePort } from '../sandbox/runtime/ports.mts';
import { chain, RealN8n, type WorkflowNode } from '../test/e2e/support/realN8n.mts';
import { eventually } from '../test/support/eventually.mts';
import { type Variant, warmUp, type Work, works } from './works.mts';

/** What one run used of the n8n process. */
interface Used {
	/** Milliseconds of CPU time. */
	cpu: number;
	/** Longest block of the event loop in milliseconds. */
	block: number;
	/** The same in CPU time: what other programs of a busy machine do not lengthen. */
	busy: number;
	/** Milliseconds by the clock. */
	wall: number;
}

type Row = Variant | 'nothing';

/** How long n8n goes on after it has answered: it closes the execution. */
const AFTERMATH = 500;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { rounds: { type: 'string' } },
});

const median = (numbers: number[]): number => {
	const sorted = [...numbers].sort((left, right) => left - right);
	const middle = sorted.length / 2;
	return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
};

let webhooks = 0;

/** Publishes Webhook -> Split Out -> steps; gives the address of the webhook. */
async function publish(n8n: RealN8n, name: string, steps: WorkflowNode[]): Promise<string> {
	const at = `bench-${++webhooks}`;
	const before: WorkflowNode[] = [
		{
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
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.items', options: {} },
		},
	];
	// Nothing is stored, so that only the work is measured.
	const settings = {
		saveDataSuccessExecution: 'none',
		saveDataErrorExecution: 'none',
		saveExecutionProgress: false,
	};
	const workflow = await n8n.add(chain(name, [...before, ...steps], settings));
	await n8n.publish(workflow);
	return `${n8n.url}/webhook/${at}`;
}

/** Puts the service into the state that a work begins with, runs it once and checks what it did. */
async function measure(
	n8n: RealN8n,
	probe: string,
	work: Work,
	row: Row,
	webhook: string,
): Promise<Used> {
	const { service } = n8n;
	await service.reset({ cases: 0 });
	const uuids = work.cases > 0 ? await service.addCases({ count: work.cases }) : [];
	const items = Array.from({ length: work.items }, (_none, at) => work.input(uuids, at));
	const body = JSON.stringify({ items });
	await service.clearStats();
	const ask = async (what: string) =>
		(await (await fetch(`${probe}/${what}`)).json()) as Omit<Used, 'wall'>;

	// After a block of some tens of seconds n8n says for a while that its database is not there.
	await eventually('n8n', async () => {
		const { ok } = await fetch(`${n8n.url}/healthz/readiness`);
		return ok ? ok : undefined;
	});
	const before = await ask('begin');
	const began = performance.now();
	const response = await fetch(webhook, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body,
	});
	const answer = await response.text();
	const wall = performance.now() - began;
	await sleep(AFTERMATH);
	const after = await ask('end');

	const { byOperation } = await service.stats();
	for (const [operation, wanted] of Object.entries(row === 'nothing' ? {} : work.requests)) {
		const done = byOperation[operation]?.effects ?? 0;
		if (response.ok && done === wanted) continue;
		throw new Error(
			`${work.title} by ${row}: ${done} of ${wanted} ${operation}, HTTP ${response.status}: ${answer}`,
		);
	}
	return { ...after, cpu: after.cpu - before.cpu, wall };
}

const noOperation: WorkflowNode = {
	name: 'Nothing',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
};

/** Measures one work: all variants in turn, so that what else the machine does hits all alike. */
async function compare(n8n: RealN8n, probe: string, work: Work): Promise<Record<Row, Used>> {
	const webhooks: Record<Row, string> = {
		nothing: await publish(n8n, `${work.name}, nothing`, [noOperation]),
		'HTTP Request': await publish(n8n, `${work.name}, HTTP Request`, work.steps['HTTP Request']),
		node: await publish(n8n, `${work.name}, node`, work.steps.node),
	};
	const rows = Object.keys(webhooks) as Row[];
	const used = new Map<Row, Used[]>(rows.map((row) => [row, []]));
	for (const row of rows) await measure(n8n, probe, warmUp(work), row, webhooks[row]);
	for (let round = 0; round < Number(values.rounds ?? work.rounds); round++) {
		for (const row of rows) {
			used.get(row)!.push(await measure(n8n, probe, work, row, webhooks[row]));
		}
	}
	const of = (row: Row): Used => {
		const the = (key: keyof Used) => median(used.get(row)!.map((one) => one[key]));
		return { cpu: the('cpu'), block: the('block'), busy: the('busy'), wall: the('wall') };
	};
	return { nothing: of('nothing'), 'HTTP Request': of('HTTP Request'), node: of('node') };
}

/** A line of the table. */
function line(...cells: unknown[]): void {
	const widths = [34, 8, 14, 12, 7, 9, 9, 8];
	console.log(
		cells
			.map((cell, at) => String(cell).padEnd(widths[at]!))
			.join(' ')
			.trimEnd(),
	);
}

function show(work: Work, result: Record<Row, Used>): void {
	const count = work.per === 'case' ? work.cases : work.items;
	const cpu = (row: Row): number => (result[row].cpu - result.nothing.cpu) / count;
	for (const row of ['HTTP Request', 'node'] as const) {
		line(
			row === 'node' ? '' : work.title,
			row === 'node' ? '' : count,
			row,
			`${cpu(row).toFixed(3)} ms`,
			(cpu(row) / cpu('HTTP Request')).toFixed(2),
			`${result[row].block.toFixed(0)} ms`,
			`${result[row].busy.toFixed(0)} ms`,
			`${(result[row].wall / 1000).toFixed(1)} s`,
		);
	}
}

const port = await freePort(0, '127.0.0.1');
const n8n = await RealN8n.start('bench', {
	nodeOptions: ['--expose-gc', '--require', path.join(import.meta.dirname, 'probe.cjs')],
	env: { BENCH_PROBE_PORT: String(port) },
});
try {
	await n8n.addCredential('httpHeaderAuth', 'Header', {
		name: 'Authorization',
		value: n8n.service.token,
	});
	const all = await works(n8n);
	const unknown = positionals.filter((name) => !all.some((work) => work.name === name));
	if (unknown.length > 0) {
		throw new Error(
			`There is no ${unknown.join(', ')}; there is ${all.map(({ name }) => name).join(', ')}.`,
		);
	}
	line('work', 'count', 'by', 'CPU for each', 'ratio', 'block', 'of CPU', 'wall');
	for (const work of all) {
		if (positionals.length > 0 && !positionals.includes(work.name)) continue;
		show(work, await compare(n8n, `http://127.0.0.1:${port}`, work));
	}
} finally {
	await n8n.stop();
}
