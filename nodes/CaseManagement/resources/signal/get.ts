import { toSignalElements } from '../../model/signal';
import { operation } from '../../operation/operation';

/** Show Signal (interface.md, section 4.4). */
export const get = operation({
	topic: 'signal.get',
	name: 'Get',
	action: 'Get a signal',
	description: 'Get the data that a signal needs',
	request: { method: 'GET', url: '/signals/:signalId' },
	prepare: (parameters) => ({ query: { template_uuid: parameters.id('templateId') } }),
	receive(answer, parameters, missing) {
		const elements = toSignalElements(answer) ?? missing('submission_elements');
		if (!parameters.boolean('simplify')) return [answer];
		return [
			{
				signal_id: parameters.id('signalId'),
				template_uuid: parameters.id('templateId'),
				elements,
			},
		];
	},
});
