import type { INodeProperties } from 'n8n-workflow';

const show = { resource: ['case'], operation: ['create'] };

/** What a new case is made of (interface.md, section 4.1, Create body rules). */
export const caseCreation: INodeProperties[] = [
	{
		displayName: 'Label',
		name: 'label',
		type: 'string',
		default: '',
		displayOptions: { show },
		placeholder: 'e.g. Purchase order 4711',
		description: 'The name of the new case. Templates that are automated need none.',
	},
	{
		displayName: 'Elements (JSON)',
		name: 'elementsJson',
		type: 'json',
		default: '{}',
		displayOptions: { show },
		description:
			'The values of the start form: an object keyed by the assignedID of each element. Sent as it is.',
	},
];
