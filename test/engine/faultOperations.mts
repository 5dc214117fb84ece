/**
 * The operations of the fault matrix: every one that sends a single request, and its possible
 * effects.
 */
import { endpoints } from '../contract/contract.mts';
import type { Bench } from '../support/service.mts';

/** Every operation, on separate data, so that all can run in parallel. */
export async function operations(bench: Bench) {
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

/** Operations of the contract that change something. */
export const WRITES = new Set(
	endpoints.filter(({ method }) => method !== 'get').map(({ id }) => id),
);

/** Effects that happen under a fault although no response reports them. */
export const HAPPENED = new Set(['cut', 'drip', 'lostAnswer', 'latency']);

/** Faults that only the time-out ends; for others a busy machine gets more time. */
const UNFINISHED = new Set(['hang', 'headersOnly', 'drip']);

/** The Timeout option under a fault, in milliseconds. On a busy machine a request may need a second
 * before it reaches the service, and one that did not is missing from the count. */
export const timeoutUnder = (kind: string, unfinished = 1500): number =>
	UNFINISHED.has(kind) ? unfinished : 60_000;

/** Without values that change with each run: IDs, and the port of the service. */
export const settled = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value ?? null)
			.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
			.replace(/127\.0\.0\.1:\d+/g, 'SERVICE'),
	);
