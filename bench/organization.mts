/**
 * npm run bench:organization: what the trigger requests, stores and costs in a large organization.
 * It runs the trigger's own core on simulated cases, without n8n and without a network.
 *
 *     npm run bench:organization -- [--latency MS] [--save]
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { rolldown } from 'rolldown';

import type * as polling from '../nodes/CaseManagement/polling/poll.ts';
import type { CaseSource } from '../nodes/CaseManagement/polling/source.ts';
import type { PollState } from '../nodes/CaseManagement/polling/state.ts';
import type * as storage from '../nodes/CaseManagement/polling/storage.ts';
import { repository } from '../sandbox/runtime/paths.mts';
import { fillPage, markdownTable } from './markdown.mts';
import { Cases } from './service/cases.mts';

const FINISHED = 1_000_000;

/** The time the trigger allows a poll, in milliseconds. */
const POLL_TIME = 40_000;

/** More polls than any scan takes. */
const PATIENCE = 50;

const { values } = parseArgs({
	options: {
		latency: { type: 'string', default: '20' },
		save: { type: 'boolean', default: false },
	},
});
const latency = Number(values.latency);

/** The core is part of the package, which is always built as a whole; here it is built alone. */
async function built(): Promise<typeof polling & typeof storage> {
	const folder = path.join(repository, 'nodes', 'CaseManagement', 'polling');
	const core = path.join(repository, '.sandbox', 'bench', 'polling');
	const bundle = await rolldown({
		input: { poll: path.join(folder, 'poll.ts'), storage: path.join(folder, 'storage.ts') },
		external: ['n8n-workflow'],
		platform: 'node',
	});
	await bundle.write({ dir: core, format: 'cjs' });
	await bundle.close();
	const require = createRequire(path.join(repository, 'package.json'));
	const modules = ['poll', 'storage'].map((name) => require(path.join(core, `${name}.js`)));
	return Object.assign({}, ...modules);
}

const { pollOnce, restoreState, serializeState } = await built();

/** Cases of a service with latency; the time is only added up. */
class Simulation implements CaseSource {
	requests = 0;
	private readonly cases = new Cases();

	constructor(open: number) {
		this.cases.reset({ cases: FINISHED + open, finished: FINISHED });
	}

	/** The current time plus the time that the requests would have taken. */
	readonly now = (): number => Date.now() + this.requests * latency;

	readonly fetchPage: CaseSource['fetchPage'] = async (query, cursor) => {
		this.requests += 1;
		const { order, statuses = [], createdAfter = null } = query;
		const filter = { newestFirst: order === 'newest', statuses: [...statuses], createdAfter };
		const page = JSON.parse(this.cases.writePage({ ...filter, cursor: cursor ?? null }));
		return { entries: page.processes, nextCursor: page.next_cursor };
	};

	readonly fetchCase: CaseSource['fetchCase'] = async (uuid) => {
		this.requests += 1;
		return JSON.parse(this.cases.write(this.cases.find(uuid)!));
	};
}

type EventName = polling.PollSettings['event'];

interface Poll {
	requests: number;
	cpu: number;
	/** Number of bytes that n8n stores. */
	stored: number;
	/** Milliseconds for the state alone, read and written, with pauses for others in between. */
	state: number;
	/** Whether all open cases have been read again. */
	isWhole: boolean;
}

/** One poll, as the trigger makes it: the state is read from JSON and becomes JSON again. */
async function poll(source: Simulation, event: EventName, stored: string | undefined) {
	const before = source.requests;
	const began = process.cpuUsage();
	const reading = performance.now();
	const state = stored === undefined ? undefined : await restoreState(JSON.parse(stored), 'scope');
	const read = performance.now() - reading;
	const settings = { event, statuses: [], time: POLL_TIME, now: source.now };
	const result = await pollOnce(state, source, settings);
	if (result.events.length > 0) throw new Error('There are events, but nothing has happened.');
	const writing = performance.now();
	const written = JSON.stringify(await serializeState(result.state, 'scope'));
	const now = performance.now();
	const { user, system } = process.cpuUsage(began);
	const told: Poll = {
		requests: source.requests - before,
		cpu: (user + system) / 1000,
		stored: written.length,
		state: read + (now - writing),
		isWhole: isWhole(result.state),
	};
	return { told, written };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of the heap that a stored state takes as objects, as n8n holds it between two polls. */
function heapOf(stored: string): number {
	const used = () => {
		collectGarbage();
		return process.memoryUsage().heapUsed;
	};
	const before = used();
	const held: unknown = JSON.parse(stored);
	const taken = Math.max(0, used() - before);
	// Used again here, so that it is not garbage-collected earlier.
	return held === undefined ? 0 : taken;
}

const isWhole = ({ openCases }: PollState): boolean =>
	openCases === undefined || (openCases.complete && openCases.place === undefined);

/** Polls until the baseline is complete, then until all open cases have been read again. */
async function follow(event: EventName, open: number): Promise<string[]> {
	const source = new Simulation(open);
	let stored: string | undefined;
	const untilWhole = async (): Promise<Poll[]> => {
		const polls: Poll[] = [];
		while (polls.length < PATIENCE && polls.at(-1)?.isWhole !== true) {
			const { told, written } = await poll(source, event, stored);
			stored = written;
			if (written.length > largest.length) largest = written;
			polls.push(told);
		}
		return polls;
	};
	let largest = '';
	const baseline = await untilWhole();
	const polls = await untilWhole();
	const most = (key: 'requests' | 'cpu' | 'stored' | 'state') =>
		Math.max(...polls.map((one) => one[key]));
	const count = (value: number) => Math.round(value).toLocaleString('en-US');
	return [
		event,
		count(open),
		String(baseline.length),
		String(polls.length),
		count(most('requests')),
		`${count(most('cpu'))} ms`,
		`${count(most('stored') / 1000)} kB`,
		`${count(heapOf(largest) / 1000)} kB`,
		`${count(most('state'))} ms`,
		`${((most('requests') * latency) / 1000).toFixed(1)} s`,
	];
}

const rows: string[][] = [];
for (const event of ['caseCreated', 'caseCompleted', 'caseDeleted'] as const) {
	for (const open of [2_000, 20_000, 100_000]) {
		// Otherwise the first run would include V8's compilation.
		if (rows.length === 0) await follow(event, open);
		rows.push(await follow(event, open));
	}
}
const head = ['Event', 'Open cases', 'Polls to begin', 'Polls for a look', 'Requests'];
head.push('CPU', 'State', 'Heap', 'On the state', `Waiting, ${latency} ms`);
const table = markdownTable(head, rows);
console.log(table);
if (values.save) fillPage({ organization: table });
