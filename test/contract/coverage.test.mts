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

	test('each endpoint is reached by an operation, or excluded with a reason', async () => {
		const { cases, caseWithDocuments, templates } = service.fixtures;
		const calls: Array<[string, object]> = [
			[
				'getAll',
				{ filters: { status: ['running'], templateIds: [templates.simple] }, sortBy: 'newest' },
			],
			['get', { caseId: cases.running }],
			['getDocuments', { caseId: caseWithDocuments }],
			['create', { templateId: templates.simple, label: 'Contract' }],
			['pause', { caseId: cases.running }],
			['resume', { caseId: cases.running }],
			['stop', { caseId: cases.running }],
			['delete', { caseId: cases.running }],
		];
		for (const [operation, parameters] of calls) {
			const { error, json } = await runNode({
				credential: service.credential(),
				parameters: { resource: 'case', operation, ...parameters },
			});
			expect(error).toBeUndefined();
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
