import { casePicker } from '../../fields/pickers';
import { requestOperation } from '../../operation/requestOperation';

/** Stops a case (stopCase). Whether its status allows it is for the service to say. */
export const stop = requestOperation({
	value: 'stop',
	name: 'Stop',
	action: 'Stop a case',
	description: 'Stop a running case',
	operationId: 'stopCase',
	fields: [casePicker('The case to stop')],
	toItems: ({ message }, parameters) => [
		{ message: message ?? null, process_instance_uuid: parameters.id('caseId') },
	],
});
