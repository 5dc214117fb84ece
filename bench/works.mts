/** What is measured: each work as a workflow with our node, and as one with n8n's HTTP Request. */
import type { Json, RealN8n, WorkflowNode } from '../test/e2e/support/realN8n.mts';
import { caseManagement } from '../test/e2e/support/realN8n.mts';

/** One of the ways to do a work. */
export type Variant = 'node' | 'HTTP Request';

export interface Work {
	/** What to call it on the command line. */
	name: string;
	title: string;
	/** Input items; also what the CPU time is divided by, unless `cases` says otherwise. */
	items: number;
	/** Cases of the service that the work is about. */
	cases: number;
	/** What the CPU time is divided by, in words. */
	per: 'item' | 'case';
	rounds: number;
	/** Requests that each variant sends, by operationId: a run that sends others has failed. */
	requests: Record<string, number>;
	steps: Record<Variant, WorkflowNode[]>;
	/** Items of the input, from the cases that the service has. */
	input(uuids: string[], at: number): Json;
}

const PAGE_SIZE = 100;
const CASES = '/process_monitor/process_instances';

/** Ten of the fields of the form "Every Element", as a later node would fill them. */
const FORM: Record<string, unknown> = {
	title: '={{ $json.title }}',
	'details.description': '={{ $json.description }}',
	'amount[net]': '={{ $json.amount }}',
	urgent: '={{ $json.urgent }}',
	'due.date': '={{ $json.due }}',
	reviewers: '={{ $json.reviewers }}',
	priority: '={{ $json.priority }}',
	category: '={{ $json.category }}',
	link: '={{ $json.link }}',
	contact: '={{ $json.contact }}',
};

/** Everything that is measured, smallest first. */
export async function works(n8n: RealN8n): Promise<Work[]> {
	const { url, organization } = n8n.service;
	const { templates, members } = await n8n.service.fixtures();
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });

	const http = (name: string, method: string, path: string, more: Json = {}): WorkflowNode => ({
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method,
			url: `=${url}${path}`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'X-Organization', value: organization }] },
			options: {},
			...more,
		},
		credentials: { httpHeaderAuth: { id: '', name: '' } },
	});
	const splitOut = (field: string): WorkflowNode => ({
		name: `Split Out ${field}`,
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: field, options: {} },
	});
	const allPages = http('HTTP Request', 'GET', CASES, {
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [
							{ type: 'qs', name: 'cursor', value: '={{ $response.body.next_cursor }}' },
						],
					},
					paginationCompleteWhen: 'other',
					completeExpression: '={{ !$response.body.next_cursor }}',
				},
			},
		},
	});
	const byCase = (uuids: string[], at: number) => ({ id: uuids[at] });
	const one = () => ({});

	const get = (items: number, rounds: number): Work => ({
		name: `get-${items}`,
		title: 'Case Get',
		items,
		cases: items,
		per: 'item',
		rounds,
		requests: { getCase: items },
		steps: {
			node: [
				caseManagement({ resource: 'case', operation: 'get', caseId: byId('={{ $json.id }}') }),
			],
			'HTTP Request': [http('HTTP Request', 'GET', `${CASES}/{{ $json.id }}`)],
		},
		input: byCase,
	});
	const remove = (items: number, rounds: number): Work => ({
		...get(items, rounds),
		name: `delete-${items}`,
		title: 'Case Delete',
		requests: { deleteCase: items },
		steps: {
			node: [
				caseManagement({ resource: 'case', operation: 'delete', caseId: byId('={{ $json.id }}') }),
			],
			'HTTP Request': [http('HTTP Request', 'DELETE', `${CASES}/{{ $json.id }}`)],
		},
	});

	const createParameters = {
		resource: 'case',
		operation: 'create',
		templateId: byId(templates.everyElement),
		label: 'Bench',
		inputMode: 'fields',
	};
	const fields = await n8n.formFields(caseManagement(createParameters));
	const create = (items: number, rounds: number): Work => ({
		name: `create-${items}`,
		title: 'Case Create, form of ten values',
		items,
		cases: 0,
		per: 'item',
		rounds,
		requests: { createCase: items },
		steps: {
			node: [
				caseManagement({
					...createParameters,
					elements: {
						mappingMode: 'defineBelow',
						value: FORM,
						matchingColumns: [],
						schema: fields.filter(({ id }) => String(id) in FORM),
					},
				}),
			],
			'HTTP Request': [
				http('HTTP Request', 'POST', '/process_instances', {
					sendBody: true,
					bodyParameters: {
						parameters: [
							{ name: 'label', value: 'Bench' },
							{ name: 'process_template_uuid', value: templates.everyElement },
							...Object.entries(FORM).map(([key, value]) => ({
								name: `submission_elements["${key}"]`,
								value: value as string,
							})),
						],
					},
				}),
			],
		},
		input: (_uuids, at) => ({
			title: `Number ${at}`,
			description: 'Made by the bench',
			amount: at + 0.5,
			urgent: at % 2 === 0,
			due: '2030-01-31',
			reviewers: members.selectable.slice(0, 1),
			priority: 'high',
			category: 'hardware',
			link: 'https://example.com/',
			contact: 'someone@example.com',
		}),
	});

	const list = (cases: number, rounds: number): Work => ({
		name: `list-${cases}`,
		title: 'Get Many, Return All',
		items: 1,
		cases,
		per: 'case',
		rounds,
		requests: { listCases: cases / PAGE_SIZE },
		steps: {
			node: [caseManagement({ resource: 'case', operation: 'getAll', returnAll: true })],
			'HTTP Request': [allPages, splitOut('processes')],
		},
		input: one,
	});
	const bulk = (cases: number, rounds: number): Work => ({
		name: `bulk-${cases}`,
		title: 'Bulk Action, delete',
		items: 1,
		cases,
		per: 'case',
		rounds,
		requests: { listCases: cases / PAGE_SIZE, deleteCase: cases },
		steps: {
			node: [
				caseManagement({
					resource: 'case',
					operation: 'bulkAction',
					action: 'delete',
					filters: { templateIds: [templates.simple] },
					dryRun: false,
					maxCases: cases,
				}),
			],
			'HTTP Request': [
				allPages,
				splitOut('processes'),
				http('Delete', 'DELETE', `${CASES}/{{ $json.uuid }}`),
			],
		},
		input: one,
	});

	return [
		get(1_000, 5),
		create(500, 5),
		list(20_000, 3),
		bulk(5_000, 3),
		get(5_000, 3),
		remove(5_000, 3),
		create(5_000, 2),
		get(10_000, 2),
	];
}

/** The same work, small: what runs before anything is counted. */
export const warmUp = (work: Work): Work => {
	const share = 200 / (work.per === 'case' ? work.cases : work.items);
	const requests = Object.entries(work.requests).map(([id, count]) => [
		id,
		Math.ceil(count * share),
	]);
	return {
		...work,
		items: Math.ceil(work.items * share),
		cases: Math.ceil(work.cases * share),
		requests: Object.fromEntries(requests) as Record<string, number>,
	};
};
