import type { Query } from './query';

/** Which templates a list is to hold; the values are stored in workflows. */
export type TemplateScope = 'all' | 'apiLaunchable' | 'automated' | 'launchable';

/**
 * The endpoints that list templates (interface.md, section 4.2). Where `launchable` is sent is not
 * shown; a GET has only its query for it.
 */
export const TEMPLATE_SCOPES: Record<TemplateScope, { path: string; query?: Query }> = {
	all: { path: '/process_templates/basic' },
	apiLaunchable: { path: '/process_templates/basic/launchables' },
	automated: { path: '/process_templates/basic/automated_processes' },
	launchable: { path: '/process_templates/basic', query: { launchable: 'true' } },
};
