/**
 * Random sequences of faults, through the hook that n8n calls, against a service that counts. For
 * any sequence each item's write happened at most once, or the item says that this is unknown.
 */
import fc from 'fast-check';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	// Pauses are decided by retry.ts, which has tests of its own; here they only have to happen.
	sleep: () => new Promise((resolve) => setImmediate(resolve)),
}));

import { operation } from '../../../nodes/CaseManagement/operation/operation.ts';

type Mode = 'continueErrorOutput' | 'continueRegularOutput' | 'stopWorkflow';

/** What can become of a call: whether it has its effect, and what comes back. */
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

interface Reply {
	effect: boolean;
	status?: number;
	body?: string;
	code?: string;
}

/** A service that has its effects counted by item. */
class CountingService {
	readonly effects = new Map<string, number>();
	readonly sentAfterEnd: string[] = [];
	ended = false;
	private readonly left: Map<string, Fault[]>;

	constructor(plans: Fault[][]) {
		this.left = new Map(plans.map((plan, index) => [String(index), [...plan]]));
	}

	async answer(id: string): Promise<unknown> {
		if (this.ended) this.sentAfterEnd.push(id);
		const reply: Reply = FAULTS[this.left.get(id)!.shift() ?? 'fine'];
		await new Promise((resolve) => setImmediate(resolve));
		if (reply.effect) this.effects.set(id, (this.effects.get(id) ?? 0) + 1);
		if (reply.code !== undefined) throw Object.assign(new Error('x'), { code: reply.code });
		return {
			statusCode: reply.status,
			headers: {},
			body: reply.body ?? JSON.stringify({ message: 'ok', process_instance_uuid: `new ${id}` }),
		};
	}
}

const create = operation({
	topic: 'case.create',
	name: 'Create',
	action: 'Create a case',
	description: '',
	request: { method: 'POST', url: '/process_instances' },
	prepare: (parameters) => ({ body: { label: parameters.value('label') } }),
	receive: ({ process_instance_uuid }, _parameters, missing) =>
		typeof process_instance_uuid === 'string'
			? [{ process_instance_uuid }]
			: missing('process_instance_uuid'),
});

const remove = operation({
	topic: 'case.delete',
	name: 'Delete',
	action: 'Delete a case',
	description: '',
	request: { method: 'DELETE', url: '/x/:label' },
	allowsEmptyBody: true,
	receive: (_answer, parameters) => [{ deleted: parameters.value('label') }],
});

const hookOf = ({ routing }: ReturnType<typeof operation>) =>
	routing!.operations!.pagination as (this: unknown, requestData: unknown) => Promise<object[]>;

/** One run of the node over all items, as n8n's RoutingNode makes it: all begin in one go. */
async function runOnce(
	hook: ReturnType<typeof hookOf>,
	service: CountingService,
	items: object[],
	executeData: object,
	mode: Mode,
) {
	const node = { name: 'n', type: 't', onError: mode, parameters: {} };
	const contexts = items.map((item, index) => ({
		getItemIndex: () => index,
		getInputData: () => item,
		getExecuteData: () => executeData,
		getExecutionCancelSignal: () => undefined,
		getNode: () => node,
		continueOnFail: () => mode !== 'stopWorkflow',
		getNodeParameter: (name: string, fallback: unknown) =>
			name === 'label' ? String(index) : fallback,
		helpers: {
			httpRequestWithAuthentication: async (
				_credential: string,
				request: { body?: string; url: string },
			) =>
				await service.answer(
					request.body === undefined
						? request.url.split('/').at(-1)!
						: (JSON.parse(request.body) as { label: string }).label,
				),
		},
	}));
	return await Promise.allSettled(
		contexts.map((context) => hook.call(context, { options: {} }) as Promise<never[]>),
	);
}

interface Seen {
	/** Items with a result. */
	done: Set<number>;
	/** What each failed item says. */
	failed: Map<number, string>;
	stopped?: Error & { description?: string };
}

/** Runs the node as n8n does, again and again with Retry On Fail. */
async function runNode(
	spec: ReturnType<typeof operation>,
	service: CountingService,
	count: number,
	mode: Mode,
	tries: number,
): Promise<Seen> {
	const items = Array.from({ length: count }, (_unused, index) => ({ json: { index } }));
	const executeData = { data: { main: [items] } };
	let seen: Seen = { done: new Set(), failed: new Map() };
	for (let attempt = 0; attempt < tries; attempt += 1) {
		service.ended = false;
		const settled = await runOnce(hookOf(spec), service, items, executeData, mode);
		service.ended = true;
		seen = { done: new Set(), failed: new Map() };
		for (const [index, outcome] of settled.entries()) {
			if (outcome.status === 'rejected') {
				seen.stopped ??= outcome.reason as Error;
				continue;
			}
			for (const { json, pairedItem } of outcome.value as Array<{
				json: { error?: string; details?: { whatToDo: string } };
				pairedItem: { item: number };
			}>) {
				expect(pairedItem).toEqual({ item: index });
				if (json.error === undefined) seen.done.add(index);
				else seen.failed.set(index, json.details!.whatToDo);
			}
		}
		// n8n looks at the first item only, or at the error that ended the node.
		if (seen.stopped === undefined && !seen.failed.has(0)) break;
	}
	return seen;
}

const plans = fc.array(
	fc.array(fc.constantFrom(...(Object.keys(FAULTS) as Fault[])), { maxLength: 4 }),
	{ minLength: 1, maxLength: 14 },
);
const modes = fc.constantFrom<Mode>('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput');
const SEEDS = [1, 2, 3, 4];

/** For each seed; mutation testing asks for fewer, since it runs them for every mutant. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 2500);

describe.each(SEEDS)('random sequences with the seed %i', (seed) => {
	test('no write is doubled and no result is lost', async () => {
		await fc.assert(
			fc.asyncProperty(
				plans,
				modes,
				fc.integer({ min: 1, max: 4 }),
				async (faults, mode, tries) => {
					const service = new CountingService(faults);
					const seen = await runNode(create, service, faults.length, mode, tries);
					for (const index of faults.keys()) {
						const effects = service.effects.get(String(index)) ?? 0;
						// Never twice: what may have happened is not sent again, not even by Retry On Fail.
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
					expect(service.sentAfterEnd).toEqual([]);
				},
			),
			{ seed, numRuns: SEQUENCES },
		);
	}, 120_000);
});

test('a delete that was done is not sent again, one that failed may be', async () => {
	await fc.assert(
		fc.asyncProperty(plans, modes, fc.integer({ min: 1, max: 4 }), async (faults, mode, tries) => {
			const service = new CountingService(faults);
			const seen = await runNode(remove, service, faults.length, mode, tries);
			for (const index of seen.done) {
				expect(service.effects.get(String(index))).toBeGreaterThanOrEqual(1);
			}
			for (const [index, says] of seen.failed) {
				// What an earlier try may have done stays said, whatever the last one came to.
				if (service.effects.has(String(index))) expect(says).toContain('may have been deleted');
			}
			if (mode !== 'stopWorkflow') {
				expect(seen.done.size + seen.failed.size).toBe(faults.length);
			}
			expect(service.sentAfterEnd).toEqual([]);
		}),
		{ seed: 5, numRuns: SEQUENCES },
	);
}, 120_000);
