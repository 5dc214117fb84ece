/** All measurements except the poll of the trigger, which no webhook starts. */
import { caseManagement } from '../test/e2e/support/realN8n.mts';
import { createWork, type FormField } from './createWork.mts';
import {
	allPages,
	byId,
	CASES,
	type HttpNode,
	mergeByName,
	naiveNode,
	splitOut,
} from './nodes.mts';
import { caseName, TEMPLATE_ID } from './service/cases.mts';
import { SIGNAL_ID } from './service/forms.mts';
import { work, type Work } from './work.mts';

const PAGE_SIZE = 100;

/** One case in this many gets a signal. */
const NAMED = 5;

function getWork(http: HttpNode, items: number, more: Partial<Work> & { latency?: number } = {}) {
	const { latency = 0, ...rest } = more;
	return work({
		name: `get-${items}${latency > 0 ? `-${latency}ms` : ''}`,
		title: `Case Get${latency > 0 ? `, ${latency} ms` : ''}`,
		items,
		service: { cases: items, latency },
		rounds: 5,
		requests: { getCase: items },
		flows: {
			node: {
				steps: [
					caseManagement({ resource: 'case', operation: 'get', caseId: byId('={{ $json.id }}') }),
				],
			},
			'HTTP Request': { steps: [http('HTTP Request', 'GET', `${CASES}/{{ $json.id }}`)] },
			'naive declarative': {
				steps: [naiveNode({ operation: 'get', caseId: '={{ $json.id }}' })],
			},
		},
		client: { call: 'get', count: items },
		...rest,
	});
}

function deleteWork(http: HttpNode, items: number): Work {
	return work({
		name: `delete-${items}`,
		title: 'Case Delete',
		items,
		service: { cases: items },
		rounds: 5,
		naiveRounds: 1,
		requests: { deleteCase: items },
		flows: {
			node: {
				steps: [
					caseManagement({
						resource: 'case',
						operation: 'delete',
						caseId: byId('={{ $json.id }}'),
					}),
				],
			},
			'HTTP Request': { steps: [http('HTTP Request', 'DELETE', `${CASES}/{{ $json.id }}`)] },
			'naive declarative': {
				steps: [naiveNode({ operation: 'delete', caseId: '={{ $json.id }}' })],
			},
		},
		client: { call: 'delete', count: items },
	});
}

function listWork(http: HttpNode, cases: number, more: Partial<Work> = {}): Work {
	return work({
		name: `list-${cases}`,
		title: 'Get Many, Return All',
		items: 1,
		service: { cases },
		per: 'case',
		rounds: 5,
		requests: { listCases: cases / PAGE_SIZE },
		flows: {
			node: {
				steps: [caseManagement({ resource: 'case', operation: 'getAll', returnAll: true })],
			},
			'HTTP Request': {
				steps: [http('HTTP Request', 'GET', CASES, allPages), splitOut('processes')],
			},
			'naive declarative': { steps: [naiveNode({ operation: 'getAll', returnAll: true })] },
		},
		client: { call: 'list', count: cases },
		...more,
	});
}

function bulkWork(http: HttpNode, cases: number): Work {
	return work({
		name: `bulk-${cases}`,
		title: 'Bulk Action, delete',
		items: 1,
		service: { cases },
		per: 'case',
		rounds: 5,
		requests: { listCases: cases / PAGE_SIZE, deleteCase: cases },
		flows: {
			node: {
				steps: [
					caseManagement({
						resource: 'case',
						operation: 'bulkAction',
						action: 'delete',
						filters: { templateIds: [TEMPLATE_ID] },
						dryRun: false,
						maxCases: cases,
					}),
				],
			},
			'HTTP Request': {
				steps: [
					http('HTTP Request', 'GET', CASES, allPages),
					splitOut('processes'),
					http('Delete', 'DELETE', `${CASES}/{{ $json.uuid }}`),
				],
			},
		},
		client: { call: 'bulk', count: cases },
		missing: { 'naive declarative': 'has no bulk' },
	});
}

function signalWork(http: HttpNode, items: number): Work {
	const link = (node: string, index = 0) => ({ node, type: 'main', index });
	return work({
		name: `signal-${items}`,
		title: `Signal Trigger by name among ${items * NAMED}`,
		items,
		service: { cases: items * NAMED },
		rounds: 5,
		requests: { listCases: (items * NAMED) / PAGE_SIZE, triggerSignal: items },
		flows: {
			node: {
				steps: [
					caseManagement({
						resource: 'signal',
						operation: 'trigger',
						templateId: byId(TEMPLATE_ID),
						signalId: byId(SIGNAL_ID),
						caseId: { __rl: true, mode: 'name', value: '={{ $json.name }}' },
						inputMode: 'json',
						elementsJson: '[{ "name": "approved", "value": true }]',
					}),
				],
			},
			'HTTP Request': {
				steps: [
					{
						...http(
							'List',
							'GET',
							`${CASES}?status[]=running&process_type[]=${TEMPLATE_ID}`,
							allPages,
						),
						executeOnce: true,
					},
					splitOut('processes', 'Cases'),
					mergeByName,
					http('Signal', 'POST', '/signals', {
						sendBody: true,
						specifyBody: 'json',
						jsonBody: `={{ { signal_id: "${SIGNAL_ID}", process_instance_uuid: $json.uuid, submission_elements: [{ name: "approved", value: true }] } }}`,
					}),
				],
				links: {
					Items: { main: [[link('List'), link('Merge')]] },
					Cases: { main: [[link('Merge', 1)]] },
				},
			},
		},
		client: { call: 'signal', count: items },
		missing: { 'naive declarative': 'needs the UUID' },
		input: (number) => ({ name: caseName(number * NAMED) }),
	});
}

/**
 * All works. Those that measure memory come first, because the process keeps memory that others
 * made it allocate.
 *
 * @param fields the form of ten as the node shows it in the editor
 */
export const works = (http: HttpNode, fields: FormField[]): Work[] => [
	listWork(http, 20_000),
	listWork(http, 200_000, { rounds: 3, naiveRounds: 1 }),
	getWork(http, 10, { repeat: 20 }),
	getWork(http, 100, { repeat: 5 }),
	getWork(http, 1_000),
	getWork(http, 1_000, { latency: 20 }),
	getWork(http, 10_000, { rounds: 3, naiveRounds: 1 }),
	createWork(http, fields, 500),
	deleteWork(http, 5_000),
	signalWork(http, 1_000),
	bulkWork(http, 5_000),
];
