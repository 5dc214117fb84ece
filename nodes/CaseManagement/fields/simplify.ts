import type { INodeProperties } from 'n8n-workflow';

import { shownIn } from './shown';

const { constants, displayOptions } = shownIn('simplifies', [
	{ resource: 'case', operations: ['get', 'getAll', 'getDocuments'] },
	{ resource: 'signal', operations: ['get'] },
	{ resource: 'template', operations: ['get', 'getStartDefinition', 'getTeamMembers'] },
]);

/** For operations whose answer is broad. */
export const simplify: INodeProperties[] = [
	...constants,
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		displayOptions,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
];
