/** The nodes used by the variants of a work. */
import type { Json, WorkflowNode } from '../test/e2e/support/realN8n.mts';

export const CASES = '/process_monitor/process_instances';

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** n8n's HTTP Request node, calling a path of the service. */
export type HttpNode = (name: string, method: string, path: string, more?: Json) => WorkflowNode;

/** Creates HTTP Request nodes that call this service. */
export const httpRequests =
	(url: string, organization: string): HttpNode =>
	(name, method, path, more = {}) => ({
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

/** The options with which HTTP Request reads all pages of a list. */
export const allPages: Json = {
	options: {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: {
					parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body.next_cursor }}' }],
				},
				paginationCompleteWhen: 'other',
				completeExpression: '={{ !$response.body.next_cursor }}',
			},
		},
	},
};

export const splitOut = (field: string, name = `Split Out ${field}`): WorkflowNode => ({
	name,
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: field, options: {} },
});

/** Assigns the cases of a list to the input items, by name. */
export const mergeByName: WorkflowNode = {
	name: 'Merge',
	type: 'n8n-nodes-base.merge',
	typeVersion: 3,
	parameters: { mode: 'combine', combineBy: 'combineByFields', fieldsToMatchString: 'name' },
};

export const nothing: WorkflowNode = {
	name: 'Nothing',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
};

/** The node of bench/naive. */
export const naiveNode = (parameters: Json): WorkflowNode => ({
	name: 'Naive',
	type: 'CUSTOM.naiveCases',
	typeVersion: 1,
	parameters,
	credentials: { naiveCasesApi: { id: '', name: '' } },
});
