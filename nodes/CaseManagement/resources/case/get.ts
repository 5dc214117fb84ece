import { simplifiedCase } from '../../model/case';
import { isObject } from '../../transport/answer';
import { operation } from '../../transport/operation';

/** Show Case (interface.md, section 4.1). */
export const get = operation({
	topic: 'case.get',
	name: 'Get',
	action: 'Get a case',
	description: 'Get a case with its status and what you may do with it',
	request: { method: 'GET', url: '/process_monitor/process_instances/:caseId' },
	receive(answer, parameters, missing) {
		const { process_instance: entry, permissions } = answer;
		if (!isObject(entry)) return missing('process_instance');
		return parameters.flag('simplify')
			? [{ ...simplifiedCase(entry), permissions: permissions ?? null }]
			: [answer];
	},
});
