import { simplifyMembers } from '../../model/template';
import { isObject } from '../../model/json';
import { operation } from '../../operation/operation';

/** Team Members - Start Definition (interface.md, section 4.3). */
export const getTeamMembers = operation({
	topic: 'template.getTeamMembers',
	name: 'Get Team Members',
	action: 'Get the team members of a template',
	description: 'Get the users who can be chosen for an element of the start form',
	request: {
		method: 'GET',
		url: '/process_templates/automation/:templateId/definition_element/:definitionElementId/members',
	},
	list(answer, parameters, missing) {
		const members = isObject(answer) ? answer.members : undefined;
		if (!Array.isArray(members) || !members.every(isObject)) return missing('members');
		return parameters.boolean('simplify') ? simplifyMembers(members) : members;
	},
});
