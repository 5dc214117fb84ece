import type { INodeProperties } from 'n8n-workflow';

import { caseStatuses } from './caseStatuses';

const show = { resource: ['case'], operation: ['getAll'] };

/** How arrays go out: interface.md (4.1.1) does not show it. */
export const arrayFormat: INodeProperties = {
	displayName: 'Array Format',
	name: 'arrayFormat',
	type: 'options',
	default: 'brackets',
	description:
		'How several statuses or templates are written in the query. Change it only if your service does not understand the default.',
	options: [
		{ name: 'Brackets', value: 'brackets', description: 'As in status[]=a&status[]=b' },
		{ name: 'Comma', value: 'comma', description: 'As in status=a,b' },
		{ name: 'Indices', value: 'indices', description: 'As in status[0]=a&status[1]=b' },
		{ name: 'Repeat', value: 'repeat', description: 'As in status=a&status=b' },
	],
};

/** Of which templates. */
export const templateIds: INodeProperties = {
	displayName: 'Template Names or IDs',
	name: 'templateIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getTemplates' },
	default: [],
	description:
		'Only cases of one of these templates. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** What narrows and orders a list of cases (interface.md, section 4.1.1). */
export const caseFilters: INodeProperties[] = [
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: { show: { resource: ['case'], operation: ['bulkAction', 'getAll'] } },
		options: [
			arrayFormat,
			{
				displayName: 'Created After',
				name: 'createdAfter',
				type: 'dateTime',
				default: '',
				description:
					'Only cases created after this moment. A date without a time is sent as a date.',
			},
			{
				displayName: 'Created Before',
				name: 'createdBefore',
				type: 'dateTime',
				default: '',
				description:
					'Only cases created before this moment. A date without a time is sent as a date.',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'multiOptions',
				default: [],
				description: 'Only cases with one of these statuses',
				options: caseStatuses,
			},
			templateIds,
		],
	},
	{
		displayName: 'Sort By',
		name: 'sortBy',
		type: 'options',
		default: '',
		displayOptions: { show },
		description: 'The order of the cases',
		options: [
			{ name: 'Default of the Service', value: '' },
			{ name: 'Newest First', value: 'newest' },
			{ name: 'Oldest First', value: 'oldest' },
			{ name: 'Status', value: 'status' },
		],
	},
];
