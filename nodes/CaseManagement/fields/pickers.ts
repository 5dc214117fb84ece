import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { IDENTIFIERS } from '../model/identifiers';

const UUID = '8d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11';

/** From List comes first: whoever has no ID at hand finds one there. */
const listAndId = (searchListMethod: string, id: string): { modes: INodePropertyMode[] } => ({
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
const listIdAndUrl = (searchListMethod: string, folder: string) => ({
	modes: [
		...listAndId(searchListMethod, UUID).modes,
		// `parameters/locator.ts` finds the UUID in it, or says that there is none.
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string' as const,
			placeholder: `e.g. https://cases.example.com/${folder}/${UUID}`,
		},
	],
});

/** Lists that show what belongs to the chosen template. */
const OF_TEMPLATE = { loadOptionsDependsOn: ['templateId.value'] };

// None of the pickers is `required`: n8n would then refuse the whole workflow before it runs,
// whatever On Error says. `transport/path.ts` refuses an empty one for the item at hand.

/** The template that an operation is about. */
export const templatePicker = (description: string): INodeProperties => ({
	displayName: IDENTIFIERS.templateId.label,
	name: 'templateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description,
	...listIdAndUrl('searchTemplates', 'templates'),
});

/**
 * The case that an operation is about. `operation/caseLookup.ts` finds the one of a name or number.
 */
export const casePicker = (description: string): INodeProperties => ({
	displayName: IDENTIFIERS.caseId.label,
	name: 'caseId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description,
	modes: [
		...listIdAndUrl('searchCases', 'cases').modes,
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Purchase order 4711',
			hint: 'The whole name of a case that is not completed. It is looked up when the node runs.',
		},
		{
			displayName: 'By Number',
			name: 'number',
			type: 'string',
			placeholder: 'e.g. #62',
			hint: 'The number of a case that is not completed. It is looked up when the node runs.',
		},
	],
});

/** As `casePicker`, where the template above narrows the list. */
export const casePickerOfTemplate = (description: string): INodeProperties => ({
	...casePicker(description),
	typeOptions: OF_TEMPLATE,
});

/** The signal that an operation is about, one of those of the template. */
export const signalPicker: INodeProperties = {
	displayName: IDENTIFIERS.signalId.label,
	name: 'signalId',
	type: 'resourceLocator',
	typeOptions: OF_TEMPLATE,
	default: { mode: 'list', value: '' },
	description: 'The signal, one of those of the template',
	...listAndId('searchSignals', 'approval-received'),
};

/** A team_members element of the start form of the template. */
export const elementPicker: INodeProperties = {
	displayName: IDENTIFIERS.definitionElementId.label,
	name: 'definitionElementId',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getTeamMemberElements', ...OF_TEMPLATE },
	default: '',
	description:
		'The element of the start form for which a user is to be chosen. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};
