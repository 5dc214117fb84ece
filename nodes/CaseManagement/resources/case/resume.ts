import { casePicker } from '../../fields/pickers';
import { requestOperation } from '../../operation/requestOperation';

/** Resumes a case (resumeCase). Whether its status allows it is for the service to say. */
export const resume = requestOperation({
	value: 'resume',
	name: 'Resume',
	action: 'Resume a case',
	description: 'Let a paused or stopped case go on',
	operationId: 'resumeCase',
	fields: [casePicker('The case to resume')],
	toItems: ({ message }, parameters) => [
		{ message: message ?? null, process_instance_uuid: parameters.id('caseId') },
	],
});
