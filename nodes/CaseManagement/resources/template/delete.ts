import { templatePicker } from '../../fields/pickers';
import { requestOperation } from '../../operation/requestOperation';

/** Deletes a template (deleteTemplate). */
export const deleteTemplate = requestOperation({
	kind: 'single',
	value: 'delete',
	name: 'Delete',
	action: 'Delete a template',
	description: 'Delete a process template permanently',
	operationId: 'deleteTemplate',
	fields: [templatePicker('The process template to delete')],
	toItems: ({ message }, parameters) => [
		{ deleted: true, message: message ?? null, template_uuid: parameters.id('templateId') },
	],
});
