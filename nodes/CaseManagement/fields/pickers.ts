import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { shownIn } from './shown';

const UUID = '8d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11';

/** From List comes first: whoever has no ID at hand finds one there. */
const pickedBy = (searchListMethod: string, id: string): { modes: INodePropertyMode[] } => ({
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${id}` },
	],
});

/** For what has a page of its own in the service. */
const pickedByOrLinked = (searchListMethod: string): { modes: INodePropertyMode[] } => ({
	modes: [
		...pickedBy(searchListMethod, UUID).modes,
		// The UUID is taken out of the link by `transport/parameters.ts`, which says if there is none.
		{
			displayName: 'By Link',
			name: 'url',
			type: 'string',
			placeholder: `e.g. https://cases.example.com/cases/${UUID}`,
		},
	],
});

const caseShown = shownIn('picksCase', [
	{
		resource: 'case',
		operations: ['delete', 'get', 'getDocuments', 'pause', 'resume', 'stop', 'wait'],
	},
	{ resource: 'signal', operations: ['trigger'] },
]);

const templateShown = shownIn('picksTemplate', [
	{ resource: 'case', operations: ['create'] },
	{ resource: 'signal', operations: ['get', 'getAll', 'trigger'] },
	{
		resource: 'template',
		operations: ['delete', 'get', 'getStartDefinition', 'getTeamMembers', 'update'],
	},
]);

/** Lists that show what belongs to the chosen template. */
const ofTemplate = { loadOptionsDependsOn: ['templateId.value'] };

/**
 * The pickers, each behind what it depends on. None is `required`: n8n would then refuse the whole
 * workflow before it runs, whatever On Error says. `transport/path.ts` refuses an empty one for the
 * item at hand.
 *
 * Each name stands here once for all operations that show it: n8n resolves the value of a name for
 * every definition of it, on every item.
 */
export const locators: INodeProperties[] = [
	...templateShown.constants,
	{
		displayName: 'Template',
		name: 'templateId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		displayOptions: templateShown.displayOptions,
		description:
			'The process template. When a case is created, the list offers those that you may launch.',
		...pickedByOrLinked('searchTemplates'),
	},
	{
		displayName: 'Definition Element Name or ID',
		name: 'definitionElementId',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getTeamMemberElements', ...ofTemplate },
		default: '',
		displayOptions: { show: { resource: ['template'], operation: ['getTeamMembers'] } },
		description:
			'The element of the start form for which a user is to be chosen. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Signal',
		name: 'signalId',
		type: 'resourceLocator',
		typeOptions: ofTemplate,
		default: { mode: 'list', value: '' },
		displayOptions: { show: { resource: ['signal'], operation: ['get', 'trigger'] } },
		description: 'The signal, one of those of the template',
		...pickedBy('searchSignals', 'approval-received'),
	},
	...caseShown.constants,
	{
		displayName: 'Case',
		name: 'caseId',
		type: 'resourceLocator',
		typeOptions: ofTemplate,
		default: { mode: 'list', value: '' },
		displayOptions: caseShown.displayOptions,
		description:
			'The case to work on. When a signal is triggered, the list offers the running cases of the template.',
		...pickedByOrLinked('searchCases'),
	},
];
