import type { INodeProperties } from 'n8n-workflow';

import { templatePicker } from '../../fields/pickers';
import { inputProblem } from '../../model/problem';
import { requestOperation } from '../../operation/requestOperation';

const newName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Purchase Approval',
	description: 'The new name of the template',
};

/** Renames a template (updateTemplate). */
export const updateTemplate = requestOperation({
	kind: 'single',
	value: 'update',
	name: 'Update',
	action: 'Update a template',
	description: 'Rename a process template',
	operationId: 'updateTemplate',
	fields: [templatePicker('The process template to rename'), newName],
	prepare(parameters) {
		const name = parameters.text(newName);
		if (name === undefined) {
			throw inputProblem(
				`The parameter "${newName.displayName}" is empty`,
				'Enter the new name of the template.',
			);
		}
		return { body: { name } };
	},
	toItems: ({ message }, parameters) => [
		{ message: message ?? null, template_uuid: parameters.id('templateId') },
	],
});
