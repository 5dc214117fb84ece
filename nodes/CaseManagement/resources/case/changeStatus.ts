import { casePicker } from '../../fields/pickers';
import { requestOperation } from '../../operation/requestOperation';

/** Pauses, resumes or stops a case. Whether its status allows it is for the service to say. */
const changeStatus = (
	operationId: 'pauseCase' | 'resumeCase' | 'stopCase',
	name: string,
	description: string,
) =>
	requestOperation({
		kind: 'single',
		value: name.toLowerCase(),
		name,
		action: `${name} a case`,
		description,
		operationId,
		fields: [casePicker(`The case to ${name.toLowerCase()}`)],
		toItems: ({ message }, parameters) => [
			{ message: message ?? null, process_instance_uuid: parameters.id('caseId') },
		],
	});

export const pause = changeStatus('pauseCase', 'Pause', 'Pause a running case');

export const resume = changeStatus('resumeCase', 'Resume', 'Resume a paused or stopped case');

export const stop = changeStatus('stopCase', 'Stop', 'Stop a running case');
