/**
 * The fault matrix: every operation under every fault that the sandbox can do, checked on what the
 * service saw as well as on what the workflow saw.
 *
 * Read a row as: under this fault a read ends so after so many requests, a write so.
 *
 * - `result`   the operation's result
 * - `message`  an error with the service's own message
 * - `named`    an error that says in our words what came instead of an answer
 * - `unknown`  as `named` or `message`, and it says what may have happened and where to look
 */
import type { FaultOrder } from '../../sandbox/service/client.mts';
import { inEditor, runNode } from '../support/engine.mts';
import { useService } from '../support/service.mts';

const bench = useService();

beforeEach(() => bench.begin());

afterEach(() => jest.restoreAllMocks());

type Outcome = 'message' | 'named' | 'result' | 'unknown';
type Cell = [outcome: Outcome, requests: number];

/** Operations that take an answer without a body, or without a message, for a success. */
const EMPTY_IS_FINE = new Set([
	'pauseCase',
	'resumeCase',
	'stopCase',
	'deleteCase',
	'updateTemplate',
	'deleteTemplate',
	'triggerSignal',
]);

const message = (status: number): FaultOrder => ({
	kind: 'status',
	status,
	body: { message: 'The words of the service.' },
});

const json = (body: string): FaultOrder => ({ kind: 'raw', contentType: 'application/json', body });

interface Row {
	fault: FaultOrder;
	read: Cell;
	write: Cell;
	/** Cells that differ, by operation of the contract. */
	except?: (operationId: string) => Cell | undefined;
}

const emptyIsFine = (operationId: string): Cell | undefined =>
	EMPTY_IS_FINE.has(operationId) ? ['result', 1] : undefined;

const always = { times: 'always' } as const;

// prettier-ignore
const MATRIX: Record<string, Row> = {
	'a slow answer': { fault: { kind: 'latency', ms: 30, ...always }, read: ['result', 1], write: ['result', 1] },
	'400': { fault: { ...message(400), ...always }, read: ['message', 1], write: ['message', 1] },
	'401': { fault: { ...message(401), ...always }, read: ['message', 1], write: ['message', 1] },
	'403': { fault: { ...message(403), ...always }, read: ['message', 1], write: ['message', 1] },
	'404': { fault: { ...message(404), ...always }, read: ['message', 1], write: ['message', 1] },
	'408 always': { fault: { ...message(408), ...always }, read: ['message', 3], write: ['unknown', 1] },
	'409': { fault: { ...message(409), ...always }, read: ['message', 1], write: ['message', 1] },
	'422': { fault: { ...message(422), ...always }, read: ['message', 1], write: ['message', 1] },
	'429 once': { fault: message(429), read: ['result', 2], write: ['result', 2] },
	'429 always': { fault: { ...message(429), ...always }, read: ['message', 3], write: ['message', 3] },
	'500': { fault: { ...message(500), ...always }, read: ['message', 1], write: ['unknown', 1] },
	'502 as a page, once': { fault: { kind: 'html', status: 502 }, read: ['result', 2], write: ['unknown', 1] },
	'503 once, Retry-After': { fault: { ...message(503), headers: { 'Retry-After': '1' } }, read: ['result', 2], write: ['unknown', 1] },
	'503 always': { fault: { ...message(503), ...always }, read: ['message', 3], write: ['unknown', 1] },
	'504 as text': { fault: { kind: 'text', status: 504, ...always }, read: ['named', 3], write: ['unknown', 1] },
	'an error without a body': { fault: { kind: 'empty', status: 400, ...always }, read: ['named', 1], write: ['named', 1] },
	'a page with 200': { fault: { kind: 'html', status: 200, ...always }, read: ['named', 1], write: ['unknown', 1] },
	'200 without a body': { fault: { kind: 'empty', status: 200, ...always }, read: ['named', 1], write: ['unknown', 1], except: emptyIsFine },
	'204': { fault: { kind: 'empty', status: 204, ...always }, read: ['named', 1], write: ['unknown', 1], except: emptyIsFine },
	'text with 200': { fault: { kind: 'text', status: 200, ...always }, read: ['named', 1], write: ['unknown', 1] },
	'null': { fault: { ...json('null'), ...always }, read: ['named', 1], write: ['unknown', 1] },
	'a number': { fault: { ...json('7'), ...always }, read: ['named', 1], write: ['unknown', 1] },
	'an array of numbers': { fault: { ...json('[1]'), ...always }, read: ['named', 1], write: ['unknown', 1] },
	'JSON cut short': { fault: { ...json('{"message": "x'), ...always }, read: ['named', 1], write: ['unknown', 1] },
	'JSON of another shape': {
		fault: { ...json('{"other": 1}'), ...always }, read: ['named', 1], write: ['unknown', 1],
		except: emptyIsFine,
	},
	'success: false': { fault: { ...json('{"success": false, "message": "The words of the service."}'), ...always }, read: ['message', 1], write: ['unknown', 1] },
	'success: "false"': { fault: { ...json('{"success": "false", "error": "The words of the service."}'), ...always }, read: ['named', 1], write: ['unknown', 1] },
	'an error with 200': { fault: { ...json('{"error": {"message": "The words of the service."}}'), ...always }, read: ['named', 1], write: ['unknown', 1] },
	'a body cut short': { fault: { kind: 'cut', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'a reset, once': { fault: { kind: 'reset' }, read: ['result', 2], write: ['unknown', 1] },
	'a reset, always': { fault: { kind: 'reset', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'an answer lost after the effect': { fault: { kind: 'lostAnswer', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'no answer at all': { fault: { kind: 'hang', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'headers, then nothing': { fault: { kind: 'headersOnly', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'headers, then a drip without end': { fault: { kind: 'drip', ...always }, read: ['named', 3], write: ['unknown', 1] },
	'a redirect to another host': { fault: { kind: 'redirect', location: 'http://127.0.0.2:9/', ...always }, read: ['named', 1], write: ['named', 1] },
	'a redirect that would make a GET of it': { fault: { kind: 'redirect', status: 303, location: '/process_templates/basic', ...always }, read: ['named', 1], write: ['named', 1] },
};

/** Every operation, on things of its own, so that all can run side by side. */
async function operations() {
	const { templates, signals, elements, caseWithDocuments, waitingCase } = bench.fixtures;
	const running = { count: 5, status: 'running', template: 'simple' } as const;
	const [read, pause, stop, remove] = await bench.handle.addCases(running);
	const [resume] = await bench.handle.addCases({ status: 'paused', template: 'simple' });
	const purchase = { templateId: templates.purchaseApproval };
	const signal = { ...purchase, signalId: signals.purchaseApproval };
	return [
		['listCases', 'case', 'getAll', { limit: 5 }],
		['getCase', 'case', 'get', { caseId: read }],
		['listCaseDocuments', 'case', 'getDocuments', { caseId: caseWithDocuments }],
		[
			'createCase',
			'case',
			'create',
			{ templateId: templates.simple, label: 'x', inputMode: 'json' },
		],
		['pauseCase', 'case', 'pause', { caseId: pause }],
		['resumeCase', 'case', 'resume', { caseId: resume }],
		['stopCase', 'case', 'stop', { caseId: stop }],
		['deleteCase', 'case', 'delete', { caseId: remove }],
		['listTemplates', 'template', 'getAll', { scope: 'all' }],
		['listLaunchableTemplates', 'template', 'getAll', { scope: 'apiLaunchable' }],
		['listAutomatedTemplates', 'template', 'getAll', { scope: 'automated' }],
		['getTemplate', 'template', 'get', purchase],
		['getStartDefinition', 'template', 'getStartDefinition', purchase],
		[
			'listElementMembers',
			'template',
			'getTeamMembers',
			{ ...purchase, definitionElementId: elements.purchaseApprovalApprovers },
		],
		['updateTemplate', 'template', 'update', { templateId: templates.automated, name: 'New' }],
		['deleteTemplate', 'template', 'delete', { templateId: templates.umlauts }],
		['listSignals', 'signal', 'getAll', purchase],
		['getSignal', 'signal', 'get', signal],
		[
			'triggerSignal',
			'signal',
			'trigger',
			{
				...signal,
				caseId: waitingCase,
				inputMode: 'json',
				elementsJson: '[{"name":"approved","value":true}]',
			},
		],
	] as Array<[operationId: string, resource: string, operation: string, parameters: object]>;
}

const WRITES = new Set([
	'createCase',
	'pauseCase',
	'resumeCase',
	'stopCase',
	'deleteCase',
	'updateTemplate',
	'deleteTemplate',
	'triggerSignal',
]);

/** Effects that a fault leaves although no answer says so. */
const HAPPENED = new Set(['cut', 'drip', 'lostAnswer', 'latency']);

/** What the workflow saw, in the words of the table. */
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
	const all = await operations();
	await bench.handle.addFaults(...all.map(([operationId]) => ({ ...fault, operationId })));
	await bench.handle.clearRequests();
	await bench.handle.clearStats();
	const found = await Promise.all(
		all.map(async ([operationId, resource, operation, parameters]) => {
			const run = await runNode({
				credential: bench.credential(),
				parameters: {
					resource,
					operation,
					...parameters,
					requestOptions: { timeout: 400 },
				} as never,
			});
			const requests = (await bench.requests(operationId)).length;
			return [operationId, outcomeOf(run), requests];
		}),
	);
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

/** What a bulk action says of its only case, in the words of the table. */
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
	'operations of many calls: %s',
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
				requestOptions: { timeout: 400 },
			} as never);
		const remove = { action: 'delete', dryRun: false, maxCases: 1000 };
		const [waited, listed, acted] = await Promise.all([
			// Long enough for three looks, whether or not each takes until its time-out.
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
			// A wait tries again where a single read does not.
			wait: name === '500' ? ['message', 3] : read,
			list: read,
			act: except?.('deleteCase') ?? write,
		});
	},
);

/** Every list and form of the editor, with the operation of the contract that it asks. */
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

/** A person waits longer for a list than a test can: its limit by the wall clock is cut short. */
function hurry(): void {
	const clock = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => clock(Math.min(ms, 400)));
}

/** In the words of the table, what a person reads. */
function endOf(words: string): string {
	expect(words).toMatch(/ \((HTTP \d{3}, )?List: /);
	expect(words).not.toMatch(/\[object|undefined|TypeError|sandbox-admin-token/);
	return words.startsWith('The words of the service') ? 'message' : 'named';
}

/** Asks for one list and says how that ends, in the words of the table. */
async function listed([operationId, kind, method, parameters]: ReturnType<typeof lists>[number]) {
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
			// A form that cannot be loaded says why in place of its fields.
			const { emptyFieldsNotice: notice = '' } = found as { emptyFieldsNotice?: string };
			return notice.includes('List: ') ? endOf(notice) : 'result';
		},
		(error: Error) => endOf(error.message),
	);
	return [method, outcome, (await bench.requests(operationId)).length];
}

test.each(Object.entries(MATRIX))('lists and forms of the editor: %s', async (_name, row) => {
	const { fault, read } = row;
	hurry();
	// Two of them ask the same endpoint, so they take turns.
	const [signalForm, ...others] = [...lists()].reverse();
	const startForm = others.shift()!;
	for (const wave of [[...others, signalForm!], [startForm]]) {
		await bench.handle.clearFaults();
		await bench.handle.clearRequests();
		await bench.handle.addFaults(...wave.map(([operationId]) => ({ ...fault, operationId })));
		expect(await Promise.all(wave.map(listed))).toEqual(
			wave.map(([, , method]) => [method, ...read]),
		);
	}
});

test('1,000 deletes with 3 failures, continuing: 997 done and 3 errors, each with its ID', async () => {
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
