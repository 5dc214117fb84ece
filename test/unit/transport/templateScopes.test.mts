import { TEMPLATE_SCOPES } from '../../../nodes/CaseManagement/transport/templateScopes.ts';
import { toQueryString } from '../../../nodes/CaseManagement/transport/query.ts';

test('where each list of templates is asked for (interface.md, 4.2)', () => {
	const urls = Object.entries(TEMPLATE_SCOPES).map(([scope, { path, query }]) => [
		scope,
		path + toQueryString(query ?? {}),
	]);
	expect(Object.fromEntries(urls)).toEqual({
		all: '/process_templates/basic',
		apiLaunchable: '/process_templates/basic/launchables',
		automated: '/process_templates/basic/automated_processes',
		launchable: '/process_templates/basic?launchable=true',
	});
});
