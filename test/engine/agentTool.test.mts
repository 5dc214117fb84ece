/**
 * The node as a tool, through n8n's routing: an operation behaves there as in a workflow.
 * test/support/tool.mts says who calls it that way.
 */
import { IDENTIFIERS } from '../../nodes/CaseManagement/model/identifiers.ts';
import { CALLS } from '../contract/calls.mts';
import { byId, useService } from '../support/service.mts';
import { runTool } from '../support/tool.mts';
import type { ToolEnd } from '../support/tool.mts';
import { HAPPENED, operations, timeoutUnder, WRITES } from './faultOperations.mts';
import { MATRIX } from './faultTable.mts';
import type { Outcome } from './faultTable.mts';

const bench = useService();

beforeEach(() => bench.begin());

const FROM_MODEL = "={{ $fromAI('id', '', 'string') }}";

const call = (parameters: object, rest: Partial<Parameters<typeof runTool>[0]> = {}) =>
	runTool({ credential: bench.credential(), parameters: parameters as never, ...rest });

/** What a model reads of a failed call. */
function words({ error, response }: ToolEnd): string | undefined {
	if (error !== undefined) return error;
	const [first] = response as Array<{ error?: string; details?: object }>;
	return first?.error && `${first.error} ${JSON.stringify(first.details)}`;
}

describe('every operation', () => {
	test('returns its results', async () => {
		for (const [topic, { calls }] of Object.entries(CALLS)) {
			const [resource, operation] = topic.split('.');
			for (const parameters of calls(bench.fixtures)) {
				const [end] = await call({ resource, operation, ...parameters });
				expect([topic, end]).toEqual([topic, { response: expect.any(Array) as unknown }]);
				expect([topic, words(end!)]).toEqual([topic, undefined]);
				expect([topic, end!.response]).not.toEqual([topic, []]);
			}
		}
	});

	test.each(Object.entries(CALLS))(
		'%s sends nothing for an invalid ID',
		async (topic, { calls }) => {
			const [resource, operation] = topic.split('.');
			const [parameters] = calls(bench.fixtures);
			const names = Object.keys(IDENTIFIERS).filter((name) => name in parameters!);
			for (const name of names) {
				const { label, isName } = IDENTIFIERS[name as keyof typeof IDENTIFIERS];
				const value = name === 'definitionElementId' ? FROM_MODEL : byId(FROM_MODEL);
				await bench.handle.clearRequests();
				const bad = [
					'',
					'   ',
					null,
					'.',
					'..',
					'%2e%2e',
					...(isName ? [] : ['a/b', 'a?x=1', 'a#b']),
				];
				const ends = await call(
					{ resource, operation, ...parameters, [name]: value },
					{ args: bad.map((id) => ({ id })) },
				);
				for (const end of ends) expect(words(end)).toContain(`"${label}" (${name})`);
				expect(ends).toHaveLength(bad.length);
				expect(await bench.requests()).toEqual([]);
			}
		},
	);
});

/** What a model reads, in the words of the table of faults. */
function outcomeOf(end: ToolEnd): Outcome {
	const text = words(end);
	if (text === undefined) return 'result';
	expect(text).not.toMatch(/\[object|undefined|TypeError/);
	expect(text).toContain('item 0');
	if (/The (case|signal|template) may have been /.test(text)) return 'unknown';
	return text.startsWith('The words of the service') ? 'message' : 'named';
}

describe.each([false, true])('under a fault, with Retry On Fail %p', (retryOnFail) => {
	test.each(Object.entries(MATRIX))('%s', async (_name, { fault, read, write, except }) => {
		const all = await operations(bench);
		await bench.handle.addFaults(...all.map(([operationId]) => ({ ...fault, operationId })));
		await bench.handle.clearRequests();
		await bench.handle.clearStats();
		const outcomes = await Promise.all(
			all.map(async ([, resource, operation, parameters]) => {
				const timeout = timeoutUnder(fault.kind);
				const [end] = await call(
					{ resource, operation, ...parameters, requestOptions: { timeout } },
					{ settings: { retryOnFail, maxTries: 2, waitBetweenTries: 1 } },
				);
				return outcomeOf(end!);
			}),
		);
		const counts = await bench.requestCounts();
		const found = all.map(([operationId], at) => [operationId, outcomes[at], counts[operationId]]);
		const expected = all.map(([operationId]) => {
			const cell = except?.(operationId) ?? (WRITES.has(operationId) ? write : read);
			const [outcome, requests] = cell;
			// n8n repeats a known failure; it must not repeat a write that may have succeeded.
			const isTriedAgain = retryOnFail && (outcome === 'message' || outcome === 'named');
			return [operationId, outcome, isTriedAgain ? requests * 2 : requests];
		});
		expect(found).toEqual(expected);
		const { byOperation } = await bench.handle.stats();
		for (const operationId of WRITES) {
			const effects = byOperation[operationId]?.effects ?? 0;
			expect([operationId, effects <= 1]).toEqual([operationId, true]);
			if (HAPPENED.has(fault.kind)) expect([operationId, effects]).toEqual([operationId, 1]);
		}
	});
});
