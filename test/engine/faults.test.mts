/**
 * The fault matrix: every operation under every fault of the sandbox, checked in the service as
 * well as in the workflow. The table is in `faultTable.mts`.
 */
import { endpoints } from '../contract/contract.mts';
import { EDITOR_TIMEOUT_MS } from '../../nodes/CaseManagement/transport/time.ts';
import { inEditor, runNode } from '../support/engine.mts';
import { useService } from '../support/service.mts';
import { HAPPENED, operations, settled, timeoutUnder, WRITES } from './faultOperations.mts';
import { MATRIX, message } from './faultTable.mts';
import type { Outcome } from './faultTable.mts';

const bench = useService();

beforeEach(() => bench.begin());

afterEach(() => jest.restoreAllMocks());

test('the matrix below contains every endpoint of the contract', async () => {
	const covered = (await operations(bench)).map(([operationId]) => operationId);
	expect(covered.sort()).toEqual(endpoints.map(({ id }) => id).sort());
});

/** What the workflow saw, in the terms of the table. */
function outcomeOf(run: Awaited<ReturnType<typeof runNode>>): Outcome {
	const { error } = run;
	if (error === undefined) return 'result';
	expect(error.message).not.toMatch(/\[object|undefined|TypeError/);
	expect(error.message).toContain('item 0');
	expect(error.description).toBeTruthy();
	expect(run.json).toEqual([]);
	if (/^The (case|signal|template) may have been /.test(error.description!)) return 'unknown';
	return error.message.startsWith('The words of the service') ? 'message' : 'named';
}

test.each(Object.entries(MATRIX))('%s', async (_name, { fault, read, write, except }) => {
	const all = await operations(bench);
	await bench.handle.addFaults(...all.map(([operationId]) => ({ ...fault, operationId })));
	await bench.handle.clearRequests();
	await bench.handle.clearStats();
	const said: Record<string, string | undefined> = {};
	const outcomes = await Promise.all(
		all.map(async ([operationId, resource, operation, parameters]) => {
			const run = await runNode({
				credential: bench.credential(),
				parameters: {
					resource,
					operation,
					...parameters,
					requestOptions: { timeout: timeoutUnder(fault.kind) },
				} as never,
			});
			said[operationId] = run.error?.message ?? 'a result';
			return outcomeOf(run);
		}),
	);
	const counts = await bench.requestCounts();
	const found = all.map(([operationId], at) => [operationId, outcomes[at], counts[operationId]]);
	expect(settled(said)).toMatchSnapshot();
	const expected = all.map(([operationId]) => {
		const cell = except?.(operationId) ?? (WRITES.has(operationId) ? write : read);
		return [operationId, ...cell];
	});
	expect(found).toEqual(expected);
	const { byOperation } = await bench.handle.stats();
	for (const operationId of WRITES) {
		const isResult = expected.find(([id]) => id === operationId)![1] === 'result';
		const answered = !['empty', 'raw'].includes(fault.kind);
		const effects = (isResult && answered) || HAPPENED.has(fault.kind) ? 1 : 0;
		expect([operationId, byOperation[operationId]?.effects ?? 0]).toEqual([operationId, effects]);
	}
});

/** What a bulk action says about its only case, in the terms of the table. */
function outcomeOfCase({ json, error }: Awaited<ReturnType<typeof runNode>>): Outcome {
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	const { outcome, message } = json[0]!;
	if (outcome === 'done') return 'result';
	expect(outcome).toBe('failed');
	expect(message).not.toMatch(/\[object|undefined|TypeError/);
	if (/The case may have been deleted/.test(String(message))) return 'unknown';
	return String(message).startsWith('The words of the service') ? 'message' : 'named';
}

test.each(Object.entries(MATRIX))(
	'operations with many calls: %s',
	async (name, { fault, read, write, except }) => {
		const { templates } = bench.fixtures;
		const [awaited] = await bench.handle.addCases({ status: 'completed' });
		const [removed] = await bench.handle.addCases({ template: 'umlauts' });
		await bench.handle.addFaults(
			{ ...fault, operationId: 'getCase', path: awaited },
			{ ...fault, operationId: 'deleteCase', path: removed },
			{ ...fault, operationId: 'listCases', path: 'created_after=2001' },
		);
		await bench.handle.clearRequests();
		await bench.handle.clearStats();
		const run = async (operation: string, parameters: object) =>
			await bench.run({
				resource: 'case',
				operation,
				...parameters,
				// Three checks must fit into the time of the wait.
				requestOptions: { timeout: timeoutUnder(fault.kind, 400) },
			} as never);
		const remove = { action: 'delete', dryRun: false, maxCases: 1000 };
		const [waited, listed, acted] = await Promise.all([
			// Long enough for three checks, whether or not each reaches its time-out.
			run('wait', { caseId: awaited, statuses: ['completed'], interval: 1, timeout: 0.04 }),
			run('bulkAction', { ...remove, dryRun: true, filters: { createdAfter: '2001-01-01' } }),
			run('bulkAction', { ...remove, filters: { templateIds: [templates.umlauts] } }),
		]);
		const count = async (operationId: string, path: string) =>
			(await bench.requests(operationId)).filter(({ url }) => url.includes(path)).length;
		expect({
			wait: [outcomeOf(waited), await count('getCase', awaited!)],
			list: [outcomeOf(listed), await count('listCases', 'created_after=2001')],
			act: [outcomeOfCase(acted), await count('deleteCase', removed!)],
		}).toEqual({
			// A wait retries where a single read does not.
			wait: name === '500' ? ['message', 3] : read,
			list: read,
			act: except?.('deleteCase') ?? write,
		});
		const ends = [waited, listed].map(({ error }) => error?.message ?? 'a result');
		expect(settled([...ends, acted.json[0]!.message])).toMatchSnapshot();
	},
);

/** Every list and form of the editor, with the operation of the contract that it calls. */
function lists() {
	const { templates, signals, elements } = bench.fixtures;
	const create = { resource: 'case', operation: 'create', templateId: templates.simple };
	const signal = {
		resource: 'signal',
		operation: 'trigger',
		templateId: templates.purchaseApproval,
		signalId: signals.purchaseApproval,
	};
	const members = {
		...create,
		templateId: templates.purchaseApproval,
		teamMembers: { element: [{ definitionElementId: elements.purchaseApprovalApprovers }] },
	};
	return [
		['listLaunchableTemplates', 'listSearch', 'searchTemplates', create],
		['listCases', 'listSearch', 'searchCases', { resource: 'case', operation: 'get' }],
		['listSignals', 'listSearch', 'searchSignals', signal],
		['listTemplates', 'loadOptions', 'getTemplates', { resource: 'case', operation: 'getAll' }],
		['getStartDefinition', 'loadOptions', 'getTeamMemberElements', create],
		['listElementMembers', 'loadOptions', 'getTeamMembers', members],
		['getStartDefinition', 'resourceMapping', 'getFormFields', create],
		['getSignal', 'resourceMapping', 'getFormFields', signal],
	] as const;
}

/** A list's time limit is too long for a test, so it is shortened. */
function hurry(milliseconds: number): void {
	const clock = AbortSignal.timeout.bind(AbortSignal);
	jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => clock(ms === EDITOR_TIMEOUT_MS ? milliseconds : ms));
}

/** A response that never ends uses up the whole time limit, so nothing is retried. */
const TAKES_ALL_TIME = new Set(['drip', 'hang', 'headersOnly']);

/** What a person reads, in the terms of the table. */
function endOf(words: string): string {
	expect(words).toMatch(/ \((HTTP \d{3}, )?List: /);
	expect(words).not.toMatch(/\[object|undefined|TypeError|sandbox-admin-token/);
	return words.startsWith('The words of the service') ? 'message' : 'named';
}

/** Requests one list and returns the outcome, in the terms of the table. */
async function listed(
	[operationId, kind, method, parameters]: ReturnType<typeof lists>[number],
	said: Record<string, string>,
) {
	const end = (words: string): string => {
		said[`${method} (${operationId})`] = words;
		return endOf(words);
	};
	const outcome = await inEditor(
		{
			credential: bench.credential(),
			parameters: parameters as never,
			path: 'parameters.teamMembers.element[0].memberIds',
		},
		kind,
		method,
	).then(
		(found) => {
			// A form that cannot be loaded shows the reason instead of its fields.
			const { emptyFieldsNotice: notice = '' } = found as { emptyFieldsNotice?: string };
			return notice.includes('List: ') ? end(notice) : 'result';
		},
		(error: Error) => end(error.message),
	);
	return [method, outcome, (await bench.requests(operationId)).length];
}

test.each(Object.entries(MATRIX))('lists and forms of the editor: %s', async (_name, row) => {
	const { fault, read } = row;
	// Enough time for every try on a busy machine, unless the fault uses it up anyway.
	hurry(TAKES_ALL_TIME.has(fault.kind) ? 2000 : 8000);
	const said: Record<string, string> = {};
	// Two of them call the same endpoint, so they take turns.
	const [signalForm, ...others] = [...lists()].reverse();
	const startForm = others.shift()!;
	for (const wave of [[...others, signalForm!], [startForm]]) {
		await bench.handle.clearFaults();
		await bench.handle.clearRequests();
		await bench.handle.addFaults(...wave.map(([operationId]) => ({ ...fault, operationId })));
		expect(await Promise.all(wave.map((one) => listed(one, said)))).toEqual(
			wave.map(([, , method]) => [
				method,
				...(TAKES_ALL_TIME.has(fault.kind) ? ['named', 1] : read),
			]),
		);
	}
	expect(settled(said)).toMatchSnapshot();
});

test('1,000 deletes with 3 failures, continuing: 997 results and 3 errors, each with its ID', async () => {
	const uuids = await bench.handle.addCases({ count: 1000, status: 'running', template: 'simple' });
	const failing = [17, 500, 941].map((index) => uuids[index]!);
	await bench.handle.addFaults(
		...failing.map((path) => ({ ...message(500), operationId: 'deleteCase', path })),
	);
	const { items, errors } = await runNode({
		credential: bench.credential(),
		parameters: { resource: 'case', operation: 'delete', caseId: '={{ $json.id }}' },
		items: uuids.map((id) => ({ id })),
		settings: { onError: 'continueErrorOutput' },
	});
	expect(items).toHaveLength(997);
	expect(errors.map(({ json: { id } }) => id)).toEqual(failing);
	expect((await bench.handle.stats()).byOperation.deleteCase).toEqual({
		received: 1000,
		effects: 997,
	});
});
