import { signalPicker, templatePicker } from '../../fields/pickers';
import { simplify } from '../../fields/results';
import { toSignalElements } from '../../model/template';
import { requestOperation } from '../../operation/requestOperation';

/** Gets the data that a signal needs (getSignal). */
export const getSignal = requestOperation({
	kind: 'single',
	value: 'get',
	name: 'Get',
	action: 'Get a signal',
	description: 'Get the data that a signal needs',
	operationId: 'getSignal',
	fields: [
		templatePicker('The process template that the signal belongs to'),
		signalPicker,
		simplify,
	],
	prepare: (parameters) => ({ query: { template_uuid: parameters.id('templateId') } }),
	toItems(body, parameters, fail) {
		const elements = toSignalElements(body) ?? fail('submission_elements');
		if (!parameters.boolean(simplify)) return [body];
		return [
			{
				signal_id: parameters.id('signalId'),
				template_uuid: parameters.id('templateId'),
				elements,
			},
		];
	},
});
