/** Where the CPU time of n8n goes: a profile of a work, in groups. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { repository } from '../sandbox/runtime/paths.mts';
import { type Bench, call, publish } from './compare.mts';
import { markdownTable } from './markdown.mts';
import type { Profile } from './probe.mts';
import { countOf, NODES, type NodeVariant, warmUp, type Work } from './work.mts';

const OTHERS = 'Node.js, not told apart';

/** By the file of a function. The function nearest to the one that runs decides. */
const GROUPS: ReadonlyArray<readonly [group: string, file: RegExp]> = [
	['this package', /\/n8n-nodes-case-management\//],
	[
		'expressions',
		/isolated-vm|expression-runtime|tournament|n8n-workflow\/.*(expression|data-proxy)/,
	],
	['credentials', /credential|cipher|encryption|node:internal\/crypto/],
	['database', /typeorm|sqlite|@n8n\/db/],
	[
		'HTTP client',
		/axios|follow-redirects|form-data|request-helper|node:(_http|http|net|dns|url|internal\/(stream|streams|net|http|dns|url))/,
	],
	["n8n's nodes", /n8n-nodes-base|CUSTOM|\/bench\/naive\//],
	["n8n's engine", /\/node_modules\/(n8n|n8n-core|n8n-workflow|@n8n)\//],
];

/** What V8 names instead of a function. */
const NAMES: Record<string, string | undefined> = {
	'(garbage collector)': 'garbage collection',
	'(program)': 'native code',
	'(idle)': undefined,
};

/** Milliseconds by group. */
export function groupsOf({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
	const groupOf = new Map<number, string | undefined>();
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const visit = (id: number, above: string): void => {
		const { callFrame, children = [] } = byId.get(id)!;
		const file = callFrame.url;
		const own = GROUPS.find(([, pattern]) => pattern.test(file))?.[0] ?? above;
		const { functionName: name } = callFrame;
		groupOf.set(id, name in NAMES ? NAMES[name] : own);
		for (const child of children) visit(child, own);
	};
	visit(nodes[0]!.id, OTHERS);
	const times = new Map<string, number>();
	for (const [at, id] of samples.entries()) {
		const group = groupOf.get(id);
		if (group === undefined) continue;
		times.set(group, (times.get(group) ?? 0) + timeDeltas[at]! / 1000);
	}
	return times;
}

/** Profiles the nodes that can do a work, writes the profiles and gives a table of the groups. */
export async function profileWork(bench: Bench, work: Work): Promise<string> {
	const folder = path.join(repository, '.sandbox', 'bench');
	mkdirSync(folder, { recursive: true });
	const variants = NODES.filter((variant) => work.flows[variant] !== undefined);
	const times = new Map<NodeVariant, Map<string, number>>();
	for (const variant of variants) {
		const webhook = await publish(bench, `${work.name}, ${variant}`, work.flows[variant]!);
		const run = async (one: Work) => {
			await bench.n8n.service.begin(one.service);
			await call(webhook, one);
		};
		await run(warmUp(work));
		const profile = await bench.probe.profile(async () => await run(work));
		const file = path.join(folder, `${work.name} ${variant}.cpuprofile`);
		writeFileSync(file, JSON.stringify(profile));
		console.error(file);
		times.set(variant, groupsOf(profile));
	}
	const groups = [...new Set([...times.values()].flatMap((one) => [...one.keys()]))];
	const first = times.get(variants[0]!)!;
	groups.sort((left, right) => (first.get(right) ?? 0) - (first.get(left) ?? 0));
	const perItem = (ms: number) => (ms / countOf(work) / work.repeat).toFixed(3);
	const sum = (one: Map<string, number>) => [...one.values()].reduce((left, ms) => left + ms, 0);
	const rows = groups.map((group) => [
		group,
		...variants.map((variant) => perItem(times.get(variant)!.get(group) ?? 0)),
	]);
	rows.push(['all', ...variants.map((variant) => perItem(sum(times.get(variant)!)))]);
	return markdownTable([`${work.name}, ms for each`, ...variants], rows);
}
