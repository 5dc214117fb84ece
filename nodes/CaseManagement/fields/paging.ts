import type { INodeProperties } from 'n8n-workflow';

const show = { resource: ['case', 'signal', 'template'], operation: ['getAll', 'getTeamMembers'] };

/** How much of a list is wanted. */
export const paging: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		displayOptions: { show },
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { ...show, returnAll: [false] } },
		description: 'Max number of results to return',
	},
];
