import { paging, readLimit } from '../../fields/results';
import { templatePicker } from '../../fields/pickers';
import { toSignalIds } from '../../model/template';
import { requestOperation } from '../../operation/requestOperation';

/** Lists the signals of a template (listSignals). */
export const getManySignals = requestOperation({
	kind: 'list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many signals',
	description: 'Get the signals that cases of a template can wait for',
	operationId: 'listSignals',
	fields: [templatePicker('The process template whose signals to list'), ...paging],
	readLimit,
	prepare: (parameters) => ({ query: { template_uuid: parameters.id('templateId') } }),
	toList(body, parameters, fail) {
		const template_uuid = parameters.id('templateId');
		const signals = toSignalIds(body) ?? fail('signals');
		return signals.map((signal_id) => ({ signal_id, template_uuid }));
	},
});
