import { deleteTemplate } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getStartDefinition } from './getStartDefinition';
import { getTeamMembers } from './getTeamMembers';
import { update } from './update';

/** What can be done with process templates. */
export const templateOperations = [
	deleteTemplate,
	get,
	getAll,
	getStartDefinition,
	getTeamMembers,
	update,
];
