import { elements, elementsJson, inputMode } from '../../fields/form';
import { enteredValues, formContext, readFormJson, usesFormFields } from '../../fields/formInput';
import { casePickerOfTemplate, signalPicker, templatePicker } from '../../fields/pickers';
import type { ItemTools } from '../../execution/task';
import { checkMembers, formValues, uniqueLabel, valueKind } from '../../model/formValues';
import { requestOperation } from '../../operation/requestOperation';
import type { RequestParts } from '../../operation/spec';
import type { ItemParameters } from '../../parameters/parameters';
import { fetchSignalForm } from '../../transport/forms';

const dataJson = elementsJson(
	'The data of the signal: an array of names and values. It is sent unchanged. You can leave the field empty.',
	'e.g. [{"name": "approved", "value": true}]',
);

const WRITE_ARRAY =
	'Write [{"name": "<name>", "value": <value>}, ...]. Signal > Get shows the names.';

/** The request, and the signal's data; undefined until the form has been checked. */
type PreparedSignal = RequestParts & { data: unknown[] | undefined };

/** Sends a signal to a case (triggerSignal). The template is not sent: it tells what data the
 * signal needs, and narrows the lists of signals and cases. */
export const triggerSignal = requestOperation<PreparedSignal>({
	kind: 'single',
	value: 'trigger',
	name: 'Trigger',
	action: 'Trigger a signal',
	description: 'Send a signal with its data to a case that is waiting for it',
	operationId: 'triggerSignal',
	fields: [
		templatePicker('The process template that the signal belongs to'),
		signalPicker,
		casePickerOfTemplate(
			'The case that is waiting for the signal. The list shows the running cases of the template. By Name and By Number search the open cases of the template when the node runs.',
		),
		inputMode,
		elements('Values for the data of the signal'),
		dataJson,
	],
	prepare(parameters) {
		const usesForm = usesFormFields(parameters);
		// The fields are those of the template's signal; JSON needs no template.
		if (usesForm) parameters.id('templateId');
		const data = usesForm
			? undefined
			: readFormJson<unknown[]>(parameters, dataJson, [], WRITE_ARRAY);
		parameters.id('signalId');
		return { data };
	},
	completeRequest: async ({ data }, parameters, tools) => ({
		body: {
			submission_elements: data ?? (await signalValues(parameters, tools)),
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

/** The data of a signal, checked against its live definition, which is read once per signal and
 * try. The contract does not show how values are sent: one `{name, value}` per filled element. */
async function signalValues(
	parameters: ItemParameters,
	{ send, thisTry }: ItemTools,
): Promise<object[]> {
	const templateId = parameters.id('templateId');
	const signalId = parameters.id('signalId');
	const form = await thisTry.get(
		`form of ${signalId} in ${templateId}`,
		async () => await fetchSignalForm(send, templateId, signalId),
	);
	const values = formValues(form, enteredValues(parameters, form), formContext(parameters));
	for (const [name, value] of values) {
		const element = form.find(({ key }) => key === name)!;
		const isMembers = valueKind(element.type) === 'members';
		if (isMembers) checkMembers(uniqueLabel(form, element), value as string[]);
	}
	return values.map(([name, value]) => ({ name, value }));
}
