import { casePicker } from '../../fields/pickers';
import { simplify } from '../../fields/results';
import { simplifyCaseView, toCaseView } from '../../model/case';
import { requestOperation } from '../../operation/requestOperation';

/** Gets a case (getCase). */
export const getCase = requestOperation({
	kind: 'single',
	value: 'get',
	name: 'Get',
	action: 'Get a case',
	description: 'Get a case with its status and your permissions for it',
	operationId: 'getCase',
	fields: [casePicker('The case to get'), simplify],
	toItems(body, parameters, fail) {
		const view = toCaseView(body) ?? fail('process_instance');
		return [parameters.boolean(simplify) ? simplifyCaseView(view) : body];
	},
});
