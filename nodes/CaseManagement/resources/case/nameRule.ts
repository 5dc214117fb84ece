import type { INodeProperties } from 'n8n-workflow';

import { MAX_DAYS } from '../../fields/caseFilters';
import type { NameRule } from '../../lookup/existingCase';
import { isNothing } from '../../model/convert';
import { quote } from '../../model/foreignText';
import { inputProblem } from '../../model/problem';
import type { ItemParameters } from '../../parameters/parameters';

export const label: INodeProperties = {
	displayName: 'Case Name',
	name: 'label',
	type: 'string',
	default: '',
	placeholder: 'e.g. Purchase order 4711',
	hint: 'Most templates need it; only automated ones do not',
	description: 'What the new case is called',
};

export const ifNameTaken: INodeProperties = {
	displayName: 'If the Name Is Taken',
	name: 'ifNameTaken',
	type: 'options',
	default: 'create',
	description:
		'What to do if a case of this template with this name is there that is not completed. Names are compared exactly, with regard to upper and lower case.',
	options: [
		{
			name: 'Create Another',
			value: 'create',
			description: 'Start the case without looking for others of its name',
		},
		{
			name: 'Fail',
			value: 'error',
			description: 'Start nothing, and end with an error that names the case',
		},
		{
			name: 'Return the Case',
			value: 'return',
			description:
				'Start nothing, and return the ID of the case that is there, with a message and created: false. A start that is repeated makes one case.',
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
		'Completed cases that were created in the last so many days count as well. With 0, none does.',
};

/** Reads what to do if the name is taken.
 * @returns undefined for a case without a name that need not have one
 * @throws Problem (`input`) for a name that is blank or cannot be sent as it is, or a wrong time */
export function readNameRule(parameters: ItemParameters): NameRule | undefined {
	const mode = parameters.choice(ifNameTaken, ['create', 'error', 'return']);
	const name = parameters.text(label);
	const templateId = parameters.id('templateId');
	if (mode === 'create') {
		return name === undefined ? undefined : { mode, name, templateId, lookBackDays: 0 };
	}
	if (name === undefined || isNothing(name)) {
		throw inputProblem(
			`"${label.displayName}" is empty, so that there is nothing to look for`,
			`Enter a name, or set ${ifNameTaken.displayName} to Create Another. If it comes from an expression, check that the expression finds a value for this item. Cases of automated templates that are named by the service cannot be told apart by their name.`,
		);
	}
	if (/\p{Surrogate}/u.test(name)) {
		throw inputProblem(
			`"${label.displayName}" holds broken characters: ${quote(name)}`,
			'The service would give the case another name, which would not be found again. Enter the name anew, or cut it between characters.',
		);
	}
	const days = parameters.number(lookBackDays, { from: 0, upTo: MAX_DAYS });
	return { mode, name, templateId, lookBackDays: days };
}
