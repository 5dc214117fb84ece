import { simplifyTemplate } from '../../model/template';
import { isObject } from '../../model/json';
import { operation } from '../../operation/operation';

/** Show Process Template (interface.md, section 4.2). */
export const get = operation({
	topic: 'template.get',
	name: 'Get',
	action: 'Get a template',
	description: 'Get a process template and whether you may create cases for it',
	request: { method: 'GET', url: '/process_templates/basic/:templateId' },
	receive(answer, parameters, missing) {
		if (!isObject(answer.process_template)) return missing('process_template');
		return [parameters.boolean('simplify') ? simplifyTemplate(answer) : answer];
	},
});
