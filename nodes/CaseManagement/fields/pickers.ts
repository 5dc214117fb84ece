import type { INodeProperties } from 'n8n-workflow';

import { IDENTIFIERS } from '../model/identifiers';
import type { IdentifierName } from '../model/identifiers';

type Modes = Required<Pick<INodeProperties, 'modes'>>;

const EXAMPLE_UUID = '8d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11';

/** From List comes first: users who have no ID at hand find one there. */
const listAndId = (searchListMethod: string, id: string): Modes => ({
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

const listIdAndUrl = (searchListMethod: string, folder: string): Modes => ({
	modes: [
		...listAndId(searchListMethod, EXAMPLE_UUID).modes,
		// `parameters/locator.ts` finds the UUID in it, or says that there is none.
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: `e.g. https://cases.example.com/${folder}/${EXAMPLE_UUID}`,
		},
	],
});

const OF_TEMPLATE = { loadOptionsDependsOn: ['templateId.value'] };

/** Not `required`: n8n would then refuse the whole workflow before it runs, whatever On Error says.
 * `parseId` refuses an empty one for the item at hand. */
const makePicker = (name: IdentifierName, description: string, modes: Modes): INodeProperties => ({
	displayName: IDENTIFIERS[name].label,
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description,
	...modes,
});

export const templatePicker = (description: string): INodeProperties =>
	makePicker('templateId', description, listIdAndUrl('searchTemplates', 'templates'));

/** The case that an operation is about. `lookup/findCase.ts` finds the one of a name or number. */
export const casePicker = (description: string): INodeProperties =>
	makePicker('caseId', description, {
		modes: [
			...listIdAndUrl('searchCases', 'cases').modes,
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: 'e.g. Purchase order 4711',
				hint: 'The full name of a case that is not completed. The case is looked up when the node runs.',
			},
			{
				displayName: 'By Number',
				name: 'number',
				type: 'string',
				placeholder: 'e.g. #62',
				hint: 'The number of a case that is not completed. The case is looked up when the node runs.',
			},
		],
	});

/** As `casePicker`, where the template above narrows the list. */
export const casePickerOfTemplate = (description: string): INodeProperties => ({
	...casePicker(description),
	typeOptions: OF_TEMPLATE,
});

const SIGNAL_MODES = listAndId('searchSignals', 'approval-received');

export const signalPicker: INodeProperties = {
	...makePicker('signalId', 'A signal of the template', SIGNAL_MODES),
	typeOptions: OF_TEMPLATE,
};

/** A team_members element of the start form of the template. */
export const elementPicker: INodeProperties = {
	displayName: IDENTIFIERS.definitionElementId.label,
	name: 'definitionElementId',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getTeamMemberElements', ...OF_TEMPLATE },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};
