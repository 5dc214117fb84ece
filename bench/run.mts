/**
 * npm run bench: what the node costs in a real n8n, compared with other ways to do the same. See
 * docs/performance.md.
 *
 *     npm run bench -- [--rounds N] [--json file] [--check | --save | --profile] [work ...]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { caseManagement } from '../test/e2e/support/realN8n.mts';
import { barsTable, committedRatios, saveResults, worse } from './bars.mts';
import { type Bench, compare, type Result } from './compare.mts';
import { CREATE } from './createWork.mts';
import { httpRequests } from './nodes.mts';
import { fillPage } from './markdown.mts';
import { comparePolls, polls } from './poll.mts';
import { profilePoll, profileWork } from './profile.mts';
import { figuresTable, growthTable } from './report.mts';
import { startBench, stopBench } from './start.mts';
import { works } from './works.mts';

/** What can be named on the command line. */
interface Task {
	name: string;
	/** Whether it runs if nothing is named. */
	isUsual: boolean;
	run(rounds: number | undefined): Promise<Result>;
	/** Writes profiles instead, and returns what to print about them. */
	profile(): Promise<string>;
}

const { values: options, positionals: names } = parseArgs({
	allowPositionals: true,
	options: {
		rounds: { type: 'string' },
		json: { type: 'string' },
		check: { type: 'boolean', default: false },
		save: { type: 'boolean', default: false },
		profile: { type: 'boolean', default: false },
	},
});
// A page updated for only some works would mix two runs.
if (options.save && !options.profile && names.length > 0)
	throw new Error('--save wants all works.');

/** Everything that can be measured. */
async function allTasks(bench: Bench): Promise<Task[]> {
	const { url, organization } = bench.n8n.service;
	const http = httpRequests(url, organization);
	const fields = await bench.n8n.formFields(caseManagement(CREATE));
	return [
		...works(http, fields).map(
			(work): Task => ({
				name: work.name,
				isUsual: true,
				run: async (rounds) => await compare(bench, work, rounds),
				profile: async () => await profileWork(bench, work),
			}),
		),
		...polls.map(
			(work): Task => ({
				name: work.name,
				isUsual: work.compares,
				run: async (rounds) => await comparePolls(bench, work, http, rounds),
				profile: async () => await profilePoll(bench, work, http),
			}),
		),
	];
}

/** The requested tasks. */
function chosen(all: Task[]): Task[] {
	const unknown = names.filter((name) => !all.some((task) => task.name === name));
	if (unknown.length > 0) {
		const known = all.map(({ name }) => name).join(', ');
		throw new Error(`There is no ${unknown.join(', ')}; there is ${known}.`);
	}
	return all.filter(({ name, isUsual }) => (names.length === 0 ? isUsual : names.includes(name)));
}

async function measureAll(tasks: Task[]): Promise<Result[]> {
	const rounds = options.rounds === undefined ? undefined : Number(options.rounds);
	const results: Result[] = [];
	for (const task of tasks) {
		const began = performance.now();
		results.push(await task.run(rounds));
		console.error(`${task.name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
	}
	return results;
}

async function profileAll(tasks: Task[]): Promise<void> {
	const tables: string[] = [];
	for (const task of tasks) tables.push(await task.profile());
	const text = tables.join('\n\n');
	console.log(text);
	if (options.save) fillPage({ profile: text });
}

const bench = await startBench();
const results: Result[] = [];
try {
	const tasks = chosen(await allTasks(bench));
	if (options.profile) await profileAll(tasks);
	else results.push(...(await measureAll(tasks)));
} finally {
	await stopBench(bench);
}

if (results.length > 0) {
	const tables = {
		figures: figuresTable(results),
		growth: growthTable(results),
		bars: barsTable(results),
	};
	console.log(['', ...Object.values(tables)].join('\n\n'));
	if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(results, null, '\t'));
	if (options.save) saveResults(results, tables);
	const complaints = options.check ? worse(committedRatios(), results) : [];
	for (const complaint of complaints) console.error(complaint);
	if (complaints.length > 0) process.exitCode = 1;
}
