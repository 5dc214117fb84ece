import { showRequest } from '../../transport/caseRequests';
import { operation } from '../../operation/operation';
import { toCaseWithPermissions, simplifyCaseWithPermissions } from './fetchCase';

/** Show Case (interface.md, section 4.1). */
export const get = operation({
	topic: 'case.get',
	name: 'Get',
	action: 'Get a case',
	description: 'Get a case with its status and what you may do with it',
	request: showRequest,
	receive(answer, parameters, missing) {
		const shown = toCaseWithPermissions(answer, missing);
		return [parameters.boolean('simplify') ? simplifyCaseWithPermissions(shown) : answer];
	},
});
