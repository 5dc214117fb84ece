/**
 * Random sequences of faults, through the hook that n8n calls, against a service that counts
 * writes. In any sequence each item's write happened at most once, or the item says that the
 * outcome is unknown.
 */
import fc from 'fast-check';

import { requestOperation } from '../../../nodes/CaseManagement/operation/requestOperation.ts';
import type { Operation } from '../../../nodes/CaseManagement/operation/spec.ts';
import type { Reply, Sent } from '../faking.mts';
import { itemsOf, runNode, tick } from './running.mts';
import type { Mode, Setup } from './running.mts';
import { runs } from '../../support/runs.mts';

// retry.ts decides the delays and has its own tests; here they only have to happen.
jest.mock('../../../nodes/CaseManagement/transport/time.ts', () => ({
	...jest.requireActual<object>('../../../nodes/CaseManagement/transport/time.ts'),
	delay: async () => await new Promise((resolve) => setImmediate(resolve)),
}));

/** The possible outcomes of a call: whether it has its effect, and what it returns. */
const FAULTS = {
	fine: { effect: true, status: 200 },
	empty: { effect: true, status: 204, body: '' },
	limited: { effect: false, status: 429 },
	refusedByRule: { effect: false, status: 409 },
	brokenBefore: { effect: false, status: 500 },
	brokenAfter: { effect: true, status: 500 },
	gatewayAfter: { effect: true, status: 502, body: '<html></html>' },
	page: { effect: true, status: 200, body: '<html></html>' },
	cutJson: { effect: true, status: 200, body: '{"process_instance' },
	refused: { effect: false, code: 'ECONNREFUSED' },
	resetBefore: { effect: false, code: 'ECONNRESET' },
	lostAfter: { effect: true, code: 'ECONNRESET' },
	late: { effect: true, code: 'ECONNABORTED' },
} as const;

type Fault = keyof typeof FAULTS;

interface Effect extends Reply {
	effect: boolean;
}

/** A service that counts its effects by item. */
class CountingService {
	readonly effects = new Map<string, number>();
	readonly sentAfterEnd: string[] = [];
	ended = false;
	private readonly left: Map<string, Fault[]>;

	constructor(plans: Fault[][]) {
		this.left = new Map(plans.map((plan, index) => [String(index), [...plan]]));
	}

	async answer(id: string): Promise<Reply> {
		if (this.ended) this.sentAfterEnd.push(id);
		const { effect, ...reply }: Effect = FAULTS[this.left.get(id)!.shift() ?? 'fine'];
		await tick();
		if (effect) this.effects.set(id, (this.effects.get(id) ?? 0) + 1);
		return { body: { message: 'ok', process_instance_uuid: `new ${id}` }, ...reply };
	}
}

const create = requestOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a case',
	description: '',
	operationId: 'createCase',
	fields: [],
	kind: 'single',
	prepare: (parameters) => ({ body: { label: parameters.value('caseId') } }),
	toItems: ({ process_instance_uuid }, _parameters, fail) =>
		typeof process_instance_uuid === 'string'
			? [{ process_instance_uuid }]
			: fail('process_instance_uuid'),
});

const remove = requestOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a case',
	description: '',
	operationId: 'deleteCase',
	fields: [],
	kind: 'single',
	toItems: (_body, parameters) => [{ deleted: parameters.value('caseId') }],
});

/** The item of a request. */
const idIn = ({ body, url }: Sent): string =>
	body === undefined ? url.split('/').at(-1)! : (JSON.parse(body) as { label: string }).label;

interface Seen {
	/** Items with a result. */
	done: Set<number>;
	/** What each failed item says. */
	failed: Map<number, string>;
	stopped?: Error & { description?: string };
}

/** Runs the node repeatedly as n8n does with Retry On Fail. */
async function runAgain(
	operation: Operation,
	service: CountingService,
	count: number,
	mode: Mode,
	tries: number,
): Promise<Seen> {
	const items = itemsOf(count);
	const setup: Setup = {
		items,
		mode,
		executeData: { data: { main: [items] } },
		parameters: (index) => ({ caseId: String(index) }),
		reply: async (request) => await service.answer(idIn(request)),
	};
	let seen: Seen = { done: new Set(), failed: new Map() };
	for (let attempt = 0; attempt < tries; attempt += 1) {
		service.ended = false;
		const { output, error } = await runNode(operation, setup);
		service.ended = true;
		seen = { done: new Set(), failed: new Map(), stopped: error };
		const order = output.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(order).toEqual([...order].sort((a, b) => a - b));
		for (const { json, pairedItem } of output) {
			const { item } = pairedItem as { item: number };
			if (json.error === undefined) seen.done.add(item);
			else seen.failed.set(item, (json.details as { whatToDo: string }).whatToDo);
		}
		// n8n checks only the first item, or the error that ended the node.
		if (seen.stopped === undefined && !seen.failed.has(0)) break;
	}
	return seen;
}

/** The items that the error of a stopped node names as completed, e.g. `(items 1-2, 7)`. */
function completedIn(stopped: Seen['stopped']): number[] {
	const [, ranges = ''] = /completed \(items? ([\d, -]+)\)/.exec(stopped?.description ?? '') ?? [];
	return ranges
		.split(', ')
		.filter((range) => range !== '')
		.flatMap((range) => {
			const [from, to = from] = range.split('-').map(Number) as [number, number?];
			return Array.from({ length: to - from + 1 }, (_unused, index) => from + index);
		});
}

const plans = fc.array(
	fc.array(fc.constantFrom(...(Object.keys(FAULTS) as Fault[])), { maxLength: 4 }),
	{ minLength: 1, maxLength: 14 },
);
const modes = fc.constantFrom<Mode>('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput');
const SEEDS = [1, 2, 3, 4];

describe.each(SEEDS)('random sequences with seed %i', (seed) => {
	test('no write is repeated and no result is lost', async () => {
		await fc.assert(
			fc.asyncProperty(
				plans,
				modes,
				fc.integer({ min: 1, max: 4 }),
				async (faults, mode, tries) => {
					const service = new CountingService(faults);
					const seen = await runAgain(create, service, faults.length, mode, tries);
					for (const index of faults.keys()) {
						const effects = service.effects.get(String(index)) ?? 0;
						// Never twice: a write that may have happened is not sent again, not even
						// by Retry On Fail.
						expect(effects).toBeLessThanOrEqual(1);
						if (seen.done.has(index)) expect(effects).toBe(1);
						const says = seen.failed.get(index);
						if (says !== undefined && effects === 1)
							expect(says).toContain('may have been created');
						if (mode !== 'stopWorkflow') {
							expect(seen.done.has(index) !== seen.failed.has(index)).toBe(true);
						}
					}
					if (mode === 'stopWorkflow' && seen.stopped === undefined) {
						expect(seen.done.size).toBe(faults.length);
					}
					// Items that the error names as completed did happen: leaving them out loses
					// nothing.
					for (const index of completedIn(seen.stopped)) {
						expect(service.effects.get(String(index))).toBe(1);
					}
					expect(service.sentAfterEnd).toEqual([]);
				},
			),
			{ seed, numRuns: runs(300) },
		);
	}, 120_000);
});

test('a completed delete is not sent again, a failed one may be', async () => {
	await fc.assert(
		fc.asyncProperty(plans, modes, fc.integer({ min: 1, max: 4 }), async (faults, mode, tries) => {
			const service = new CountingService(faults);
			const seen = await runAgain(remove, service, faults.length, mode, tries);
			for (const index of seen.done) {
				expect(service.effects.get(String(index))).toBeGreaterThanOrEqual(1);
			}
			for (const [index, says] of seen.failed) {
				// The possible effect of an earlier attempt is still reported, whatever the last
				// one did.
				if (service.effects.has(String(index))) expect(says).toContain('may have been deleted');
			}
			if (mode !== 'stopWorkflow') {
				expect(seen.done.size + seen.failed.size).toBe(faults.length);
			}
			expect(service.sentAfterEnd).toEqual([]);
		}),
		{ seed: 5, numRuns: runs(300) },
	);
}, 120_000);
