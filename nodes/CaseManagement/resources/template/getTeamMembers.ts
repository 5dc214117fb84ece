import { paging, readLimit, simplify } from '../../fields/results';
import { elementPicker, templatePicker } from '../../fields/pickers';
import { isObject } from '../../model/json';
import { simplifyMembers } from '../../model/template';
import { requestOperation } from '../../operation/requestOperation';

/** Lists who can be chosen for a team_members element (listElementMembers). */
export const getElementMembers = requestOperation({
	kind: 'list',
	value: 'getTeamMembers',
	name: 'Get Team Members',
	action: 'Get the team members of a template',
	description: 'Get the users who can be chosen for an element of the start form',
	operationId: 'listElementMembers',
	fields: [
		templatePicker('The process template whose start form has the element'),
		{
			...elementPicker,
			description:
				'The element of the start form that takes team members. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
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
