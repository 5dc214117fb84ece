import type { INodeProperties } from 'n8n-workflow';

import { elementPicker } from './pickers';

export const inputMode: INodeProperties = {
	displayName: 'Input Mode',
	name: 'inputMode',
	type: 'options',
	default: 'fields',
	description: 'How to enter the elements of the form',
	options: [
		{
			name: 'Form',
			value: 'fields',
			description:
				'Fill in the elements of the form one by one; their values are checked before they are sent',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Enter the elements as JSON, which is sent unchanged',
		},
	],
};

/** The elements of the form, one field for each: `methods/resourceMapping.ts` builds them. */
export const elements = (description: string): INodeProperties => ({
	displayName: 'Elements',
	name: 'elements',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { show: { inputMode: ['fields'] } },
	description,
	typeOptions: {
		loadOptionsDependsOn: ['templateId.value', 'signalId.value'],
		resourceMapper: {
			resourceMapperMethod: 'getFormFields',
			// Not `add`: n8n would then refuse the whole workflow for a required field of the saved
			// form, whatever the live form says and the rows of Team Members hold.
			mode: 'map',
			fieldWords: { singular: 'element', plural: 'elements' },
			valuesLabel: 'Elements',
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: true,
			// The notice that comes with an empty form already says what is missing.
			hideNoDataError: true,
		},
	},
});

/** Several team members for one element: a mapper has no field for several values. */
export const teamMembers: INodeProperties = {
	displayName: 'Team Members',
	name: 'teamMembers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Element',
	displayOptions: { show: { inputMode: ['fields'] } },
	description:
		'Elements that take several team members. You can also choose a single member in the field above. If you change the template, choose the element again.',
	options: [
		{
			displayName: 'Element',
			name: 'element',
			values: [
				elementPicker,
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
};

export const elementsJson = (description: string, placeholder: string): INodeProperties => ({
	displayName: 'Elements (JSON)',
	name: 'elementsJson',
	type: 'json',
	default: '',
	displayOptions: { show: { inputMode: ['json'] } },
	placeholder,
	description,
});
