/**
 * The contract and the package must not drift apart: every endpoint is reached by an operation or
 * excluded with a reason, and what both sides send keeps to openapi.yaml.
 */
import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

import { runNode } from '../support/engine.mts';
import { useService } from '../support/service.mts';
import { EXCLUDED } from './excluded.mts';

interface Contract {
	paths: Record<string, Record<string, { operationId?: string }>>;
}

const contract = parse(readFileSync('sandbox/openapi.yaml', 'utf8')) as Contract;

const endpoints = Object.entries(contract.paths).flatMap(([path, methods]) =>
	Object.entries(methods)
		.filter(([method]) => ['get', 'put', 'post', 'delete', 'patch'].includes(method))
		.map(([method, { operationId }]) => ({ id: operationId!, method: method.toUpperCase(), path })),
);

/** The endpoints of interface.md, section 4, written down once more and by hand. */
const INTERFACE = [
	'GET /process_monitor/process_instances',
	'GET /process_monitor/process_instances/{}',
	'GET /process_monitor/process_instances/{}/documents',
	'POST /process_instances',
	'PUT /process_monitor/process_instances/{}/pause',
	'PUT /process_monitor/process_instances/{}/stop',
	'PUT /process_monitor/process_instances/{}/resume',
	'DELETE /process_monitor/process_instances/{}',
	'GET /process_templates/basic',
	'GET /process_templates/basic/launchables',
	'GET /process_templates/basic/automated_processes',
	'GET /process_templates/basic/{}',
	'PUT /process_templates/basic/{}',
	'DELETE /process_templates/directory/{}',
	'GET /process_templates/automation/{}/start_definition',
	'GET /process_templates/automation/{}/definition_element/{}/members',
	'GET /signals',
	'GET /signals/{}',
	'POST /signals',
];

test('the contract holds the endpoints of the interface, and no others', () => {
	const written = endpoints.map(
		({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
	);
	expect(written.sort()).toEqual([...INTERFACE].sort());
});

describe('coverage', () => {
	const service = useService();

	/** Data of the signal of the fixtures, as its own definition wants it. */
	const signalData = async () => {
		const { signals, templates } = service.fixtures;
		const { json } = await runNode({
			credential: service.credential(),
			parameters: {
				resource: 'signal',
				operation: 'get',
				templateId: templates.purchaseApproval,
				signalId: signals.purchaseApproval,
			},
		});
		const values: Record<string, unknown> = { date: '2026-03-01', number: 1, boolean: true };
		return JSON.stringify(
			(json[0]!.elements as Array<{ name: string; type: string }>).map(({ name, type }) => ({
				name,
				value: values[type] ?? 'text',
			})),
		);
	};

	test('each endpoint is reached by an operation, or excluded with a reason', async () => {
		const { cases, caseWithDocuments, elements, signals, templates, waitingCase } =
			service.fixtures;
		const purchase = { templateId: templates.purchaseApproval };
		const signal = { ...purchase, signalId: signals.purchaseApproval };
		const calls: Array<[resource: string, operation: string, parameters?: object]> = [
			[
				'case',
				'getAll',
				{ filters: { status: ['running'], templateIds: [templates.simple] }, sortBy: 'newest' },
			],
			['case', 'get', { caseId: cases.running }],
			['case', 'getDocuments', { caseId: caseWithDocuments }],
			['case', 'create', { templateId: templates.simple, label: 'Contract' }],
			['case', 'pause', { caseId: cases.running }],
			['case', 'resume', { caseId: cases.running }],
			['case', 'stop', { caseId: cases.running }],
			['case', 'delete', { caseId: cases.running }],
			['template', 'getAll', { scope: 'all' }],
			['template', 'getAll', { scope: 'launchable' }],
			['template', 'getAll', { scope: 'apiLaunchable' }],
			['template', 'getAll', { scope: 'automated' }],
			['template', 'get', purchase],
			['template', 'getStartDefinition', purchase],
			[
				'template',
				'getTeamMembers',
				{ ...purchase, definitionElementId: elements.purchaseApprovalApprovers },
			],
			['template', 'update', { ...purchase, name: 'Renamed' }],
			['template', 'delete', { templateId: templates.umlauts }],
			['signal', 'getAll', purchase],
			['signal', 'get', signal],
			[
				'signal',
				'trigger',
				{ ...signal, caseId: waitingCase, inputMode: 'json', elementsJson: await signalData() },
			],
		];
		for (const [resource, operation, parameters] of calls) {
			const { error, json } = await runNode({
				credential: service.credential(),
				parameters: { resource, operation, ...parameters },
			});
			expect([resource, operation, error?.message]).toEqual([resource, operation, undefined]);
			expect(json.length).toBeGreaterThan(0);
		}
		const requests = await service.requests();
		expect(requests.filter(({ unknownQuery }) => unknownQuery !== undefined)).toEqual([]);
		const reached = new Set(requests.map(({ operationId }) => operationId));
		const missing = endpoints
			.map(({ id }) => id)
			.filter((id) => !reached.has(id) && !(id in EXCLUDED));
		expect(missing).toEqual([]);
		expect(Object.keys(EXCLUDED).filter((id) => reached.has(id))).toEqual([]);
		expect(
			Object.keys(EXCLUDED).filter((id) => !endpoints.some((entry) => entry.id === id)),
		).toEqual([]);
	});
});
