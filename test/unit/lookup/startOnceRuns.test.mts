/**
 * Random runs of repeated starts: with Return the Case each name has exactly one case in the end,
 * whatever was lost on the way.
 */
import fc from 'fast-check';

import { createCase } from '../../../nodes/CaseManagement/resources/case/create.ts';
import type { Reply, Sent } from '../faking.mts';
import { runNode } from '../execution/running.mts';
import type { Ended, Mode } from '../execution/running.mts';
import { FakeCases } from '../fakeCases.mts';
import { runs } from '../../support/runs.mts';

// retry.ts decides the delays and has its own tests; here they only have to happen.
jest.mock('../../../nodes/CaseManagement/transport/time.ts', () => ({
	...jest.requireActual<object>('../../../nodes/CaseManagement/transport/time.ts'),
	delay: async () => await new Promise((resolve) => setImmediate(resolve)),
}));

const NAMES = 100;
const STARTS = 200;

/** n8n's maximum. */
const TRIES = 5;

/** The possible outcomes of a start; with `does` it has its effect anyway. */
const OF_STARTS = [
	{ does: true, code: 'ECONNRESET' },
	{ does: true, code: 'ECONNABORTED' },
	{ does: true, status: 500 },
	{ does: true, status: 502, body: '<html></html>' },
	{ does: true, status: 200, body: '{"process_instance' },
	{ does: false, code: 'ECONNRESET' },
	{ does: false, code: 'ECONNREFUSED' },
	{ does: false, status: 500 },
	{ does: false, status: 429 },
];

/** The possible outcomes of a page of the list. */
const OF_PAGES: Reply[] = [{ code: 'ECONNRESET' }, { status: 500 }, { status: 503 }, { body: '{' }];

/** Random numbers in [0, 1) from a seed. */
function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
		return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
	};
}

/** Makes a given number of requests fail at random. */
function failing(service: FakeCases, random: () => number, faults: number, share: number) {
	let left = faults;
	const pick = <T,>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
	service.fault = (request: Sent) => {
		if (left === 0 || random() >= share) return undefined;
		left -= 1;
		if (request.method === 'GET') return pick(OF_PAGES);
		const { does, ...reply } = pick(OF_STARTS);
		if (does) service.start(request);
		return reply;
	};
}

/**
 * One execution with Retry On Fail, as n8n runs it.
 *
 * @param meanwhile what happens at the service before n8n tries again
 */
async function execution(
	service: FakeCases,
	labels: string[],
	mode: Mode,
	meanwhile: () => void = () => undefined,
): Promise<Ended> {
	const items = labels.map((label) => ({ json: { label } }));
	const executeData = { data: { main: [items] } };
	let ended!: Ended;
	for (let attempt = 0; attempt < TRIES; attempt += 1) {
		ended = await runNode(createCase, {
			items,
			executeData,
			mode,
			reply: service.reply,
			parameters: (index) => ({
				templateId: 't',
				label: labels[index],
				ifNameTaken: 'return',
				lookBackDays: 0,
				inputMode: 'json',
				elementsJson: '{}',
			}),
		});
		// n8n checks only the first item, or the error that ended the node.
		if (ended.error === undefined && ended.output[0]?.json.error === undefined) break;
		meanwhile();
	}
	return ended;
}

const isDone = ({ error, output }: Ended): boolean =>
	error === undefined && output.every(({ json }) => json.error === undefined);

test('200 starts with 100 names create exactly 100 cases', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1 }),
			fc.constantFrom<Mode>('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
			fc.integer({ min: 0, max: 60 }),
			fc.constantFrom(0.02, 0.1, 0.3),
			async (seed, mode, faults, share) => {
				const random = randomOf(seed);
				const service = new FakeCases();
				failing(service, random, faults, share);
				const labels = Array.from({ length: STARTS }, (_unused, n) => ({
					label: `PO-${n % NAMES}`,
					order: random(),
				}))
					.sort((a, b) => a.order - b.order)
					.map(({ label }) => label);
				// A failed workflow runs again: started by a person, or by a caller that repeats
				// the request.
				let ended = await execution(service, labels, mode);
				for (let runs = 1; !isDone(ended); runs += 1) {
					if (runs > 100) throw new Error('It does not come to an end');
					ended = await execution(service, labels, mode);
				}
				expect(service.cases.map(({ name }) => name).sort()).toEqual([...new Set(labels)].sort());
				const createdNames = new Set<string>();
				for (const [index, { json }] of ended.output.entries()) {
					const label = labels[index]!;
					expect(json.uuid).toBe(service.cases.find(({ name }) => name === label)!.uuid);
					if (json.created === true) {
						expect(createdNames).not.toContain(label);
						createdNames.add(label);
					}
				}
			},
		),
		{ numRuns: runs(25) },
	);
}, 3_600_000);

test('cases that complete before the next attempt are not started again', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1 }),
			fc.constantFrom<Mode>('stopWorkflow', 'continueRegularOutput'),
			async (seed, mode) => {
				const random = randomOf(seed);
				const service = new FakeCases();
				failing(service, random, 30, 0.3);
				const labels = Array.from({ length: 40 }, (_unused, n) => `PO-${n % 20}`);
				await execution(service, labels, mode, () => {
					for (const one of service.cases) {
						if (random() < 0.5) one.status = 'completed';
					}
				});
				const names = service.cases.map(({ name }) => name);
				expect(names).toHaveLength(new Set(names).size);
			},
		),
		{ numRuns: runs(25) },
	);
}, 3_600_000);
