import { elements, elementsJson, inputMode } from '../../fields/form';
import { enteredValues, formContext, usesFormFields } from '../../fields/formInput';
import { casePickerOfTemplate, signalPicker, templatePicker } from '../../fields/pickers';
import { formValues } from '../../model/formValues';
import { inputProblem, quote } from '../../model/problem';
import { requestOperation } from '../../operation/requestOperation';
import type { OperationTools } from '../../operation/spec';
import type { ItemParameters } from '../../parameters/parameters';
import { fetchSignalForm } from '../../transport/forms';

const json = elementsJson(
	'The data of the signal, an array of names and values. Sent as it is; may stay empty.',
	'e.g. [{"name": "approved", "value": true}]',
);

/**
 * Sends a signal to a case (triggerSignal). The template is not sent: it tells what data the signal
 * needs, and narrows the lists of signals and cases.
 */
export const trigger = requestOperation({
	value: 'trigger',
	name: 'Trigger',
	action: 'Trigger a signal',
	description: 'Send a signal with its data to a case that waits for it',
	operationId: 'triggerSignal',
	fields: [
		templatePicker('The process template that the signal belongs to'),
		signalPicker,
		casePickerOfTemplate(
			'The case that waits for the signal. The list offers the running cases of the template. By Name and By Number look among the open cases of the template when the node runs.',
		),
		inputMode,
		elements('The data of the signal'),
		json,
	],
	buildRequest(parameters) {
		// The fields are those of the template's signal; JSON needs no template.
		if (usesFormFields(parameters)) parameters.id('templateId');
		else readJson(parameters);
		parameters.id('signalId');
		return {};
	},
	resolveRequest: async (parameters, tools) => ({
		body: {
			submission_elements: usesFormFields(parameters)
				? await signalValues(parameters, tools)
				: readJson(parameters),
			process_instance_uuid: parameters.id('caseId'),
			signal_id: parameters.id('signalId'),
		},
	}),
	toItems: ({ message }, parameters) => [
		{
			message: message ?? null,
			process_instance_uuid: parameters.id('caseId'),
			signal_id: parameters.id('signalId'),
		},
	],
});

/**
 * The data of a signal, checked against its live definition, which is read once per signal and
 * execution. How values are sent is not shown in the contract: one `{name, value}` per filled
 * element.
 */
async function signalValues(
	parameters: ItemParameters,
	{ send, loadOnce }: OperationTools,
): Promise<object[]> {
	const templateId = parameters.id('templateId');
	const signalId = parameters.id('signalId');
	const form = await loadOnce(
		`form of ${signalId} in ${templateId}`,
		async () => await fetchSignalForm(send, templateId, signalId),
	);
	const values = formValues(form, enteredValues(parameters, form), formContext(parameters));
	return values.map(([name, value]) => ({ name, value }));
}

/** The signal's data, sent as it is; none if the field is blank. */
function readJson(parameters: ItemParameters): unknown[] {
	const value = parameters.json(json, []);
	if (!Array.isArray(value)) {
		throw inputProblem(
			`"${json.displayName}" must be an array, but is ${quote(value)}`,
			'Write [{"name": "<name>", "value": <value>}, ...]. Signal > Get shows the names.',
		);
	}
	return value;
}
