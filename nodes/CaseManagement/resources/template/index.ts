import type { INodeProperties } from 'n8n-workflow';

import { deleteTemplate } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getStartDefinition } from './getStartDefinition';
import { getTeamMembers } from './getTeamMembers';
import { update } from './update';

/** What can be done with process templates. n8n wants the options in alphabetical order. */
export const templateOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['template'] } },
	options: [deleteTemplate, get, getAll, getStartDefinition, getTeamMembers, update],
	default: 'getAll',
};
