import { badInput, shown } from '../../model/problem';
import { operation } from '../../transport/operation';
import type { Parameters } from '../../transport/parameters';

/**
 * Trigger a Signal Event (interface.md, section 4.4). The template is not sent: it only narrows the
 * lists of signals and cases.
 */
export const trigger = operation({
	topic: 'signal.trigger',
	name: 'Trigger',
	action: 'Trigger a signal',
	description: 'Send a signal with its data to a case that waits for it',
	request: { method: 'POST', url: '/signals' },
	emptyIsFine: true,
	prepare: (parameters) => ({
		body: {
			submission_elements: elementsOf(parameters),
			process_instance_uuid: parameters.id('caseId'),
			signal_id: parameters.id('signalId'),
		},
	}),
	receive: ({ message }, parameters) => [
		{
			message: message ?? null,
			process_instance_uuid: parameters.id('caseId'),
			signal_id: parameters.id('signalId'),
		},
	],
});

/** The signal's data, sent as it is; none if the field is blank. */
function elementsOf(parameters: Parameters): unknown[] {
	const elements = parameters.json('elementsJson', 'Elements (JSON)', []);
	if (!Array.isArray(elements)) {
		throw badInput(
			`"Elements (JSON)" must be an array, but is ${shown(elements)}`,
			'Write [{"name": "<name>", "value": <value>}, ...]. Signal > Get shows the names.',
		);
	}
	return elements;
}
