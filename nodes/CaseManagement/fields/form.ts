import type { INodeProperties } from 'n8n-workflow';

/** `create` is an operation of cases only, and `trigger` one of signals only. */
const show = { resource: ['case', 'signal'], operation: ['create', 'trigger'] };

const ofTemplate = { loadOptionsDependsOn: ['templateId.value'] };

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
		displayName: 'Input Mode',
		name: 'inputMode',
		type: 'options',
		default: 'fields',
		displayOptions: { show },
		description: 'How the values of the form are given',
		options: [
			{
				name: 'Form Fields',
				value: 'fields',
				description: 'Fill in the fields of the form; the values are checked before they are sent',
			},
			{
				name: 'JSON',
				value: 'json',
				description: 'Give the values as JSON; they are sent as they are',
			},
		],
	},
	{
		displayName: 'Elements',
		name: 'elements',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		displayOptions: { show: { ...show, inputMode: ['fields'] } },
		description: 'The fields of the start form, or of the data that the signal needs',
		typeOptions: {
			loadOptionsDependsOn: ['templateId.value', 'signalId.value'],
			resourceMapper: {
				resourceMapperMethod: 'getFormFields',
				// Not `add`: n8n would then refuse the whole workflow for a required field of the saved
				// form, whatever the live form says and the rows of Team Members hold.
				mode: 'map',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: true,
				// The notice that comes with an empty form already says what is missing.
				hideNoDataError: true,
			},
		},
	},
	{
		displayName: 'Team Members',
		name: 'teamMembers',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Element',
		displayOptions: {
			show: { resource: ['case'], operation: ['create'], inputMode: ['fields'] },
		},
		description:
			'Elements for which several team members are to be chosen. One member can also be chosen in the field above. After changing the template, choose the element again.',
		options: [
			{
				displayName: 'Element',
				name: 'element',
				values: [
					{
						displayName: 'Element Name or ID',
						name: 'definitionElementId',
						type: 'options',
						typeOptions: { loadOptionsMethod: 'getTeamMemberElements', ...ofTemplate },
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
					},
					{
						displayName: 'Member Names or IDs',
						name: 'memberIds',
						type: 'multiOptions',
						typeOptions: {
							loadOptionsMethod: 'getTeamMembers',
							loadOptionsDependsOn: ['templateId.value', '&definitionElementId'],
						},
						default: [],
						description:
							'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
					},
				],
			},
		],
	},
	{
		displayName: 'Elements (JSON)',
		name: 'elementsJson',
		type: 'json',
		default: '',
		displayOptions: { show: { ...show, inputMode: ['json'] } },
		description:
			'For a case: the values of its start form, an object keyed by the assignedID of each element. For a signal: its data, an array. Sent as it is; may stay empty.',
	},
];
