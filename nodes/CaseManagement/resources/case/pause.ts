import { casePicker } from '../../fields/pickers';
import { requestOperation } from '../../operation/requestOperation';

/** Pauses a case (pauseCase). Whether its status allows it is for the service to say. */
export const pause = requestOperation({
	value: 'pause',
	name: 'Pause',
	action: 'Pause a case',
	description: 'Pause a running case',
	operationId: 'pauseCase',
	fields: [casePicker('The case to pause')],
	toItems: ({ message }, parameters) => [
		{ message: message ?? null, process_instance_uuid: parameters.id('caseId') },
	],
});
