import type { INodeProperties } from 'n8n-workflow';

import { MAX_DAYS } from '../../fields/caseFilters';
import type { NameRule } from '../../lookup/existingCase';
import { isNothing } from '../../model/convert';
import { inputProblem } from '../../model/problem';
import type { ItemParameters } from '../../parameters/parameters';

export const label: INodeProperties = {
	displayName: 'Case Name',
	name: 'label',
	type: 'string',
	default: '',
	placeholder: 'e.g. Purchase order 4711',
	hint: 'All templates except automated ones need a name',
	description: 'The name of the new case',
};

export const ifNameTaken: INodeProperties = {
	displayName: 'If the Name Is Taken',
	name: 'ifNameTaken',
	type: 'options',
	default: 'create',
	description:
		'What to do if the template already has a case with this name that is not completed. Names are compared exactly, including upper and lower case.',
	options: [
		{
			name: 'Create Another',
			value: 'create',
			description: 'Start the case without checking for others with the same name',
		},
		{
			name: 'Fail',
			value: 'error',
			description: 'Do not start a case, and fail with an error that names the existing one',
		},
		{
			name: 'Return the Case',
			value: 'return',
			description:
				'Do not start a case, and return the ID of the existing one with a message and created: false. Repeated starts create only one case.',
		},
	],
};

export const lookBackDays: INodeProperties = {
	displayName: 'Look Back (Days)',
	name: 'lookBackDays',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	displayOptions: { show: { ifNameTaken: ['error', 'return'] } },
	description:
		'Also consider completed cases that were created within this many days. With 0, completed cases are ignored.',
};

/** Reads what to do if the name is taken.
 * @returns undefined for a case without a name that need not have one
 * @throws Problem (`input`) for a name that is blank, or a wrong time */
export function readNameRule(parameters: ItemParameters): NameRule | undefined {
	const mode = parameters.choice(ifNameTaken, ['create', 'error', 'return']);
	const name = parameters.text(label);
	const templateId = parameters.id('templateId');
	if (mode === 'create') {
		return name === undefined ? undefined : { mode, name, templateId, lookBackDays: 0 };
	}
	if (name === undefined || isNothing(name)) {
		throw inputProblem(
			`"${label.displayName}" is empty, so there is no name to look for`,
			`Enter a name, or set ${ifNameTaken.displayName} to Create Another. If it comes from an expression, check that the expression returns a value for this item. If the service names the cases of an automated template, they cannot be told apart by name.`,
		);
	}
	const days = parameters.number(lookBackDays, { from: 0, upTo: MAX_DAYS });
	return { mode, name, templateId, lookBackDays: days };
}
