import type { INodeProperties } from 'n8n-workflow';

import { templatePicker } from '../../fields/pickers';
import { inputProblem } from '../../model/problem';
import { requestOperation } from '../../operation/requestOperation';

const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Purchase Approval',
	description: 'The new name of the template',
};

/** Renames a template (updateTemplate): its name is all that can be changed. */
export const update = requestOperation({
	value: 'update',
	name: 'Update',
	action: 'Update a template',
	description: 'Rename a process template',
	operationId: 'updateTemplate',
	fields: [templatePicker('The process template to rename'), name],
	buildRequest(parameters) {
		const newName = parameters.text(name);
		if (newName === undefined) {
			throw inputProblem(
				`The parameter "${name.displayName}" is empty`,
				'Enter the new name of the template.',
			);
		}
		return { body: { name: newName } };
	},
	toItems: ({ message }, parameters) => [
		{ message: message ?? null, template_uuid: parameters.id('templateId') },
	],
});
