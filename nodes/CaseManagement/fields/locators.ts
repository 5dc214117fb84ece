import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/** From List comes first: whoever has no ID at hand finds one there. */
const pickedBy = (searchListMethod: string): { modes: INodePropertyMode[] } => ({
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod, searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 8d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11',
		},
		// The UUID is taken out of the link by `transport/parameters.ts`, which says if there is none.
		{
			displayName: 'By Link',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://cases.example.com/cases/8d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11',
		},
	],
});

/**
 * The pickers. None is `required`: n8n would then refuse the whole workflow before it runs,
 * whatever On Error says. `transport/path.ts` refuses an empty one for the item at hand.
 *
 * Each name stands here once for all operations that show it: n8n resolves the value of a name for
 * every definition of it, on every item.
 */
export const caseLocator: INodeProperties = {
	displayName: 'Case',
	name: 'caseId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	displayOptions: {
		show: {
			resource: ['case'],
			operation: ['delete', 'get', 'getDocuments', 'pause', 'resume', 'stop'],
		},
	},
	description: 'The case to work on',
	...pickedBy('searchCases'),
};

export const templateLocator: INodeProperties = {
	displayName: 'Template',
	name: 'templateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	displayOptions: { show: { resource: ['case'], operation: ['create'] } },
	description: 'The process template of the case. The list offers those that you may launch.',
	...pickedBy('searchTemplates'),
};
