import { templatePicker } from '../../fields/pickers';
import { simplify } from '../../fields/results';
import { isObject } from '../../model/json';
import { simplifyTemplate } from '../../model/template';
import { requestOperation } from '../../operation/requestOperation';

/** Gets a template (getTemplate). */
export const getTemplate = requestOperation({
	kind: 'single',
	value: 'get',
	name: 'Get',
	action: 'Get a template',
	description: 'Get a process template and whether you may create cases for it',
	operationId: 'getTemplate',
	fields: [templatePicker('The process template to get'), simplify],
	toItems(body, parameters, fail) {
		if (!isObject(body.process_template)) return fail('process_template');
		return [parameters.boolean(simplify) ? simplifyTemplate(body) : body];
	},
});
