import { paging, readLimit } from '../../fields/paging';
import { elementPicker, templatePicker } from '../../fields/pickers';
import { simplify } from '../../fields/simplify';
import { isObject } from '../../model/json';
import { simplifyMembers } from '../../model/template';
import { requestOperation } from '../../operation/requestOperation';

/** Lists who can be chosen for a team_members element (listElementMembers). */
export const getTeamMembers = requestOperation({
	value: 'getTeamMembers',
	name: 'Get Team Members',
	action: 'Get the team members of a template',
	description: 'Get the users who can be chosen for an element of the start form',
	operationId: 'listElementMembers',
	fields: [
		templatePicker('The process template whose start form has the element'),
		elementPicker,
		...paging,
		simplify,
	],
	readLimit,
	toList(body, parameters, fail) {
		const members = isObject(body) ? body.members : undefined;
		if (!Array.isArray(members) || !members.every(isObject)) return fail('members');
		return parameters.boolean(simplify) ? simplifyMembers(members) : members;
	},
});
