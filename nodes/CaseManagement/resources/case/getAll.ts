import { simplifiedCase } from '../../model/case';
import { filterDate } from '../../model/dates';
import { operation } from '../../transport/operation';
import { casePage } from '../../transport/pages';
import { arrayFormatOf, textsOf } from '../../transport/parameters';
import type { Parameters } from '../../transport/parameters';
import type { ArrayFormat, Query } from '../../transport/query';

/** Index of cases (interface.md, sections 4.1 and 4.1.1). */
export const getAll = operation({
	topic: 'case.getAll',
	name: 'Get Many',
	action: 'Get many cases',
	description: 'Get a list of cases, filtered and sorted',
	request: { method: 'GET', url: '/process_monitor/process_instances' },
	prepare: (parameters) => caseQuery(parameters),
	page: casePage,
	entry: (parameters) => (parameters.flag('simplify') ? simplifiedCase : (entry) => entry),
});

/** The query of the case list from the parameters `filters` and `sortBy`. */
function caseQuery(parameters: Parameters): { query: Query; arrayFormat: ArrayFormat } {
	const filters = parameters.collection('filters');
	const timeZone = parameters.timeZone();
	return {
		arrayFormat: arrayFormatOf(filters.arrayFormat),
		query: {
			sort_by: parameters.text('sortBy', 'Sort By'),
			created_before: filterDate(filters.createdBefore, 'Created Before', timeZone),
			created_after: filterDate(filters.createdAfter, 'Created After', timeZone),
			status: textsOf(filters.status, 'Status'),
			process_type: textsOf(filters.templateIds, 'Template Names or IDs'),
		},
	};
}
