import type { INodeProperties } from 'n8n-workflow';

import { paging, readLimit } from '../../fields/results';
import { summarizeTemplate, toTemplates } from '../../model/template';
import { requestOperation } from '../../operation/requestOperation';
import type { RequestParts } from '../../operation/spec';
import { TEMPLATE_SCOPES } from '../../transport/endpoints';
import type { TemplateScope } from '../../transport/endpoints';

const SCOPES = Object.keys(TEMPLATE_SCOPES) as TemplateScope[];

const scope: INodeProperties = {
	displayName: 'Scope',
	name: 'scope',
	type: 'options',
	default: 'all',
	description: 'Which templates to return',
	options: [
		{ name: 'All', value: 'all', description: 'The templates that you may see' },
		{
			name: 'API Launchable',
			value: 'apiLaunchable',
			description: 'The templates that you may create cases for via the API',
		},
		{
			name: 'Automated',
			value: 'automated',
			description: 'The automated templates. Needs the permission EDIT_PROCESSES.',
		},
		{
			name: 'Launchable',
			value: 'launchable',
			description: 'The templates that you may create cases for',
		},
	],
};

/** Lists templates (listTemplates, listLaunchableTemplates, listAutomatedTemplates). */
export const getManyTemplates = requestOperation({
	kind: 'list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many templates',
	description: 'Get a list of process templates',
	operationId: 'listTemplates',
	fields: [scope, ...paging],
	readLimit,
	prepare: (parameters): RequestParts => TEMPLATE_SCOPES[parameters.choice(scope, SCOPES)],
	toList: (body, _parameters, fail) =>
		(toTemplates(body) ?? fail('process_templates')).map(summarizeTemplate),
});
