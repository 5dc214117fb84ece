/** A task with several requests per item, which reports itself what its failures mean. */
import type { ItemTask } from '../../../nodes/CaseManagement/execution/task.ts';
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { Operation } from '../../../nodes/CaseManagement/operation/spec.ts';
import { crowd, itemsOf, runHook, runNode } from './running.mts';
import type { Setup } from './running.mts';

interface Prepared {
	inFlight: number;
}

const spec = (rest: Partial<ItemTask<Prepared>> = {}): Operation<Prepared> => ({
	name: 'Bulk Action',
	value: 'bulkAction',
	action: '',
	description: '',
	operationId: 'listCases',
	fields: [],
	task: {
		operationId: 'listCases',
		effect: 'idempotent',
		prepare: (parameters) => ({ inFlight: parameters.value('inFlight') as number }),
		requestsInFlight: ({ inFlight }) => inFlight,
		async run(_prepared, { send, acrossTries, itemIndex }) {
			const kept = acrossTries.get('shared', () => ({ by: itemIndex }));
			await send({ operationId: 'pauseCase', path: '/x' }, () => undefined);
			if (itemIndex === 1) throw new Error('Odd');
			return [{ itemIndex, by: kept.by }];
		},
		describeFailure: (problem, { failsAlone }) =>
			problem.withNote(`Told, ${failsAlone ? 'alone' : 'together'}.`),
		...rest,
	},
});

const requestOptions = { timeout: 1234, proxy: 'http://proxy.example:1' };

const setupOf = (rest: Partial<Setup> = {}): Setup => ({
	items: itemsOf(6),
	parameters: (index) => ({ inFlight: index === 3 ? 2 : 5, requestOptions }),
	...rest,
});

test('its own settings are used', async () => {
	const { seen, reply } = crowd();
	const { output, requests } = await runNode(
		spec(),
		setupOf({ reply, mode: 'continueRegularOutput' }),
	);
	for (const request of requests) {
		expect(request).toMatchObject({ timeout: 1234, proxy: { host: 'proxy.example' } });
	}
	// The smallest number set for an item applies to all.
	expect(seen.most).toBe(2);
	expect(new Set(output.flatMap(({ json }) => json.by ?? [])).size).toBe(1);
	expect(output[1]!.json).toMatchObject({
		details: { whatToDo: expect.stringMatching(/Told, alone\.$/) as string },
	});
	const { error } = await runNode(spec(), setupOf());
	expect(error!.description).toMatch(/Told, together\.$/);
});

test('planning finishes for all items before any of them runs', async () => {
	const order: string[] = [];
	await runNode(
		spec({
			plan: async (prepared, { itemIndex, send }) => {
				await send({ operationId: 'listCases', path: '/list' }, () => undefined);
				order.push(`plan ${itemIndex}`);
				return prepared;
			},
			run: async (prepared, { itemIndex }) => {
				order.push(`run ${itemIndex}`);
				return [prepared];
			},
		}),
		setupOf({ items: itemsOf(2) }),
	);
	expect(order).toEqual(['plan 0', 'plan 1', 'run 0', 'run 1']);
});

test('Retry On Fail does not repeat a completed write, but repeats a read', async () => {
	const twice = async (effect: 'idempotent' | 'none') => {
		const setup = setupOf({ items: itemsOf(1) });
		await runNode(spec({ effect }), setup);
		return (await runNode(spec({ effect }), setup)).sent.length;
	};
	expect(await twice('idempotent')).toBe(0);
	expect(await twice('none')).toBe(1);
});

test('an unknown outcome runs again: the operation knows what it may repeat', async () => {
	const setup = setupOf({ items: itemsOf(1) });
	await runNode(
		spec({
			run: async () => {
				throw new Problem('No', { kind: 'connection', outcomeUnknown: true });
			},
		}),
		setup,
	);
	expect((await runNode(spec(), setup)).sent).toEqual(['PUT /x']);
});

test('it also runs through the routing hook, with its one item', async () => {
	const { output, sent } = await runHook(spec(), setupOf({ type: 'caseManagementTool' }), 2);
	expect(sent).toEqual(['PUT /x']);
	expect(output).toEqual([{ json: { itemIndex: 2, by: 2 }, pairedItem: { item: 2 } }]);
});

test('calls by an agent share nothing, although n8n passes each of them the data of the agent', async () => {
	const stored: unknown[] = [];
	const operation = spec({
		run: async (_prepared, { acrossTries }) => {
			const kept = acrossTries.get('plan', () => ({ call: stored.length }));
			stored.push(kept);
			return [{}];
		},
	});
	const executeData = { data: { main: [] } };
	const call = setupOf({ items: itemsOf(1), executeData } as Partial<Setup>);
	await runHook(operation, call);
	await runHook(operation, call);
	expect(stored).toEqual([{ call: 0 }, { call: 1 }]);
	// n8n's Retry On Fail passes a node the same data again: there it is kept.
	stored.length = 0;
	await runNode(operation, { ...call, items: itemsOf(1) });
	await runNode(operation, { ...call, items: itemsOf(1) });
	expect(stored).toEqual([{ call: 0 }, { call: 0 }]);
});
