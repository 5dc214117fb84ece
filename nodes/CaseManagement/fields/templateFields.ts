import type { INodeProperties } from 'n8n-workflow';

/** What the operations of templates want beside the template itself (interface.md, section 4.2). */
export const templateFields: INodeProperties[] = [
	{
		displayName: 'Scope',
		name: 'scope',
		type: 'options',
		default: 'all',
		displayOptions: { show: { resource: ['template'], operation: ['getAll'] } },
		description: 'Which templates to return',
		options: [
			{
				name: 'All',
				value: 'all',
				description: 'The templates that you may see',
			},
			{
				name: 'API Launchable',
				value: 'apiLaunchable',
				description: 'The templates that you may create cases for via the API',
			},
			{
				name: 'Automated',
				value: 'automated',
				description: 'The automated templates. Needs the permission EDIT_PROCESSES.',
			},
			{
				name: 'Launchable',
				value: 'launchable',
				description: 'The templates that you may create cases for',
			},
		],
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		displayOptions: { show: { resource: ['template'], operation: ['update'] } },
		placeholder: 'e.g. Purchase Approval',
		description: 'The new name of the template',
	},
];
