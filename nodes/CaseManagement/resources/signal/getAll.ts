import { toSignalIds } from '../../model/signal';
import { operation } from '../../operation/operation';

/** Index of signals (interface.md, section 4.4). */
export const getAll = operation({
	topic: 'signal.getAll',
	name: 'Get Many',
	action: 'Get many signals',
	description: 'Get the signals that cases of a template can wait for',
	request: { method: 'GET', url: '/signals' },
	prepare: (parameters) => ({ query: { template_uuid: parameters.id('templateId') } }),
	list(answer, parameters, missing) {
		const template_uuid = parameters.id('templateId');
		const signals = toSignalIds(answer) ?? missing('signals');
		return signals.map((signal_id) => ({ signal_id, template_uuid }));
	},
});
