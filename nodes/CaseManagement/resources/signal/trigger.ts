import { formValues } from '../../model/formValues';
import { inputProblem, quote } from '../../model/problem';
import { fetchSignalForm } from '../../transport/forms';
import { operation } from '../../operation/operation';
import type { ItemParameters } from '../../parameters/parameters';
import type { Once } from '../../operation/itemRunner';
import type { SendRequest } from '../../transport/send';
import { usesFormFields, enteredValues, savedLabels } from '../../parameters/formInput';

/**
 * Trigger a Signal Event (interface.md, section 4.4). The template is not sent: it tells what data
 * the signal needs, and narrows the lists of signals and cases.
 */
export const trigger = operation({
	topic: 'signal.trigger',
	name: 'Trigger',
	action: 'Trigger a signal',
	description: 'Send a signal with its data to a case that waits for it',
	request: { method: 'POST', url: '/signals' },
	allowsEmptyBody: true,
	prepare(parameters) {
		// The fields are those of the template's signal; JSON needs no template.
		if (usesFormFields(parameters)) parameters.id('templateId');
		return { body: bodyOf(parameters, usesFormFields(parameters) ? [] : jsonElements(parameters)) };
	},
	complete: async (parameters, ask, once) =>
		usesFormFields(parameters)
			? { body: bodyOf(parameters, await signalValues(parameters, ask, once)) }
			: {},
	receive: ({ message }, parameters) => [
		{
			message: message ?? null,
			process_instance_uuid: parameters.id('caseId'),
			signal_id: parameters.id('signalId'),
		},
	],
});

const bodyOf = (parameters: ItemParameters, submission_elements: unknown[]) => ({
	submission_elements,
	process_instance_uuid: parameters.id('caseId'),
	signal_id: parameters.id('signalId'),
});

/**
 * The data of a signal, checked against its live definition, which is read once per signal and
 * execution. How values are sent is not shown in the interface: one `{name, value}` per filled
 * element.
 */
async function signalValues(
	parameters: ItemParameters,
	ask: SendRequest,
	once: Once,
): Promise<object[]> {
	const templateId = parameters.id('templateId');
	const signalId = parameters.id('signalId');
	const elements = await once(
		`form of ${signalId} in ${templateId}`,
		async () => await fetchSignalForm(ask, templateId, signalId),
	);
	const values = formValues(elements, enteredValues(parameters, elements), savedLabels(parameters));
	return values.map(([name, value]) => ({ name, value }));
}

/** The signal's data, sent as it is; none if the field is blank. */
function jsonElements(parameters: ItemParameters): unknown[] {
	const elements = parameters.json('elementsJson', 'Elements (JSON)', []);
	if (!Array.isArray(elements)) {
		throw inputProblem(
			`"Elements (JSON)" must be an array, but is ${quote(elements)}`,
			'Write [{"name": "<name>", "value": <value>}, ...]. Signal > Get shows the names.',
		);
	}
	return elements;
}
