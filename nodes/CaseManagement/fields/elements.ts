import type { INodeProperties } from 'n8n-workflow';

/**
 * What a new case is made of (interface.md, section 4.1, Create body rules), and the data of a
 * signal (section 4.4).
 */
export const elements: INodeProperties[] = [
	{
		displayName: 'Label',
		name: 'label',
		type: 'string',
		default: '',
		displayOptions: { show: { resource: ['case'], operation: ['create'] } },
		placeholder: 'e.g. Purchase order 4711',
		description: 'The name of the new case. Templates that are automated need none.',
	},
	{
		displayName: 'Elements (JSON)',
		name: 'elementsJson',
		type: 'json',
		default: '',
		displayOptions: { show: { resource: ['case', 'signal'], operation: ['create', 'trigger'] } },
		description:
			'For a case: the values of its start form, an object keyed by the assignedID of each element. For a signal: its data, an array. Sent as it is; may stay empty.',
	},
];
