/** Where n8n spends CPU time: the profile of a work, in groups. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { repository } from '../sandbox/runtime/paths.mts';
import { type Bench, call, publish } from './compare.mts';
import { markdownTable } from './markdown.mts';
import type { HttpNode } from './nodes.mts';
import { type PollWork, waitFor, withPolls } from './poll.mts';
import type { Profile } from './probe.mts';
import { countOf, NODES, warmUp, type Work } from './work.mts';

const PROFILER = 'the profiler';
const OTHERS = 'Node.js, not told apart';

/** By the file of a function. The innermost function with a group counts. */
const GROUPS: ReadonlyArray<readonly [group: string, file: RegExp]> = [
	[PROFILER, /^node:inspector/],
	['this package', /\/node_modules\/n8n-nodes-case-management\//],
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

/** V8's names for time outside functions. */
const NAMES = new Map([
	['(garbage collector)', 'garbage collection'],
	['(program)', 'native code'],
	['(idle)', undefined],
]);

/** Milliseconds by group. */
function groupsOf({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
	const groupOf = new Map<number, string | undefined>();
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const visit = (id: number, above: string): void => {
		const { callFrame, children = [] } = byId.get(id)!;
		const file = callFrame.url;
		const own = GROUPS.find(([, pattern]) => pattern.test(file))?.[0] ?? above;
		const { functionName: name } = callFrame;
		groupOf.set(id, NAMES.has(name) ? NAMES.get(name) : own);
		for (const child of children) visit(child, own);
	};
	visit(nodes[0]!.id, OTHERS);
	const times = new Map<string, number>();
	for (const [at, id] of samples.entries()) {
		const group = groupOf.get(id);
		if (group === undefined || group === PROFILER) continue;
		times.set(group, (times.get(group) ?? 0) + timeDeltas[at]! / 1000);
	}
	return times;
}

/** Writes a profile to the benchmark's folder and reports the path. */
function keep(name: string, profile: Profile): void {
	const folder = path.join(repository, '.sandbox', 'bench');
	mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${name}.cpuprofile`);
	writeFileSync(file, JSON.stringify(profile));
	console.error(file);
}

/** Milliseconds by group and profile, largest of the first profile first. */
function groupsTable(title: string, count: number, profiles: Map<string, Profile>): string {
	const times = [...profiles.values()].map(groupsOf);
	const groups = [...new Set(times.flatMap((one) => [...one.keys()]))];
	groups.sort((left, right) => (times[0]!.get(right) ?? 0) - (times[0]!.get(left) ?? 0));
	const each = (ms = 0) => (ms / count).toFixed(3);
	const sum = (one: Map<string, number>) => [...one.values()].reduce((left, ms) => left + ms, 0);
	const rows = groups.map((group) => [group, ...times.map((one) => each(one.get(group)))]);
	rows.push(['all', ...times.map((one) => each(sum(one)))]);
	return markdownTable([`${title}, ms for each`, ...profiles.keys()], rows);
}

/**
 * Profiles the nodes that support a work, writes the profiles and returns a table of the groups.
 */
export async function profileWork(bench: Bench, work: Work): Promise<string> {
	const profiles = new Map<string, Profile>();
	for (const variant of NODES) {
		const flow = work.flows[variant];
		if (flow === undefined) continue;
		const webhook = await publish(bench, `${work.name}, ${variant}`, flow);
		const run = async (one: Work) => {
			await bench.n8n.service.begin(one.service);
			await call(webhook, one);
		};
		await run(warmUp(work));
		const profile = await bench.probe.profile(async () => await run(work));
		keep(`${work.name} ${variant}`, profile);
		profiles.set(variant, profile);
	}
	return groupsTable(work.name, countOf(work) * work.repeat, profiles);
}

/** Profiles the time around one poll of the trigger. */
export async function profilePoll(bench: Bench, work: PollWork, http: HttpNode): Promise<string> {
	const profiles = new Map<string, Profile>();
	await withPolls(bench, { ...work, compares: false }, http, async () => {
		await waitFor(work.period, 0);
		const time = async () => await sleep(work.window * 1000);
		profiles.set('node', await bench.probe.profile(time));
	});
	keep(`${work.name} node`, profiles.get('node')!);
	return groupsTable(work.name, 1, profiles);
}
