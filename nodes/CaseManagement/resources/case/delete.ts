import { casePicker } from '../../fields/pickers';
import { requestOperation } from '../../operation/requestOperation';

/** Deletes a case (deleteCase). */
export const deleteCase = requestOperation({
	kind: 'single',
	value: 'delete',
	name: 'Delete',
	action: 'Delete a case',
	description: 'Delete a case permanently',
	operationId: 'deleteCase',
	fields: [casePicker('The case to delete. This cannot be undone.')],
	toItems: ({ message }, parameters) => [
		{ deleted: true, message: message ?? null, process_instance_uuid: parameters.id('caseId') },
	],
});
