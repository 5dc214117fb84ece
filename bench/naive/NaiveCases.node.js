'use strict';

const CASES = '/process_monitor/process_instances';

const show = (...operation) => ({ show: { operation } });

/** For comparison only: a declarative node with one request per operation and no code. */
exports.NaiveCases = class NaiveCases {
	description = {
		displayName: 'Naive Cases',
		name: 'naiveCases',
		group: ['transform'],
		version: 1,
		description: 'For comparison only',
		defaults: { name: 'Naive Cases' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'naiveCasesApi', required: true }],
		requestDefaults: {
			baseURL: '={{ $credentials.baseUrl }}',
			headers: { Accept: 'application/json' },
		},
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				default: 'get',
				options: [
					{
						name: 'Create',
						value: 'create',
						routing: { request: { method: 'POST', url: '/process_instances' } },
					},
					{
						name: 'Delete',
						value: 'delete',
						routing: { request: { method: 'DELETE', url: `=${CASES}/{{ $parameter.caseId }}` } },
					},
					{
						name: 'Get',
						value: 'get',
						routing: { request: { method: 'GET', url: `=${CASES}/{{ $parameter.caseId }}` } },
					},
					{
						name: 'Get Many',
						value: 'getAll',
						routing: {
							request: { method: 'GET', url: CASES },
							output: {
								postReceive: [{ type: 'rootProperty', properties: { property: 'processes' } }],
							},
						},
					},
				],
			},
			{
				displayName: 'Case ID',
				name: 'caseId',
				type: 'string',
				default: '',
				displayOptions: show('delete', 'get'),
			},
			{
				displayName: 'Return All',
				name: 'returnAll',
				type: 'boolean',
				default: false,
				displayOptions: show('getAll'),
				routing: {
					send: { paginate: '={{ $value }}' },
					operations: {
						pagination: {
							type: 'generic',
							properties: {
								continue: '={{ !!$response.body.next_cursor }}',
								request: { qs: { cursor: '={{ $response.body.next_cursor }}' } },
							},
						},
					},
				},
			},
			{
				displayName: 'Template ID',
				name: 'templateId',
				type: 'string',
				default: '',
				displayOptions: show('create'),
				routing: { send: { type: 'body', property: 'process_template_uuid' } },
			},
			{
				displayName: 'Label',
				name: 'label',
				type: 'string',
				default: '',
				displayOptions: show('create'),
				routing: { send: { type: 'body', property: 'label' } },
			},
			{
				displayName: 'Elements',
				name: 'elements',
				type: 'json',
				default: '{}',
				displayOptions: show('create'),
				routing: {
					send: {
						type: 'body',
						property: 'submission_elements',
						value: '={{ JSON.parse($value) }}',
					},
				},
			},
		],
	};
};
