import { filterDate } from '../../model/dates';
import { arrayFormatOf, textsOf } from '../../parameters/values';
import type { Parameters } from '../../parameters/parameters';
import type { ArrayFormat } from '../../transport/query';

/** What narrows a list of cases (interface.md, section 4.1.1). */
export interface CaseFilter {
	created_before: string | undefined;
	created_after: string | undefined;
	status: string[];
	process_type: string[];
}

/**
 * The filters of the parameter `filters`.
 *
 * @throws Problem (`input`) for a value that cannot be sent
 */
export function caseFilter(parameters: Parameters): {
	filter: CaseFilter;
	arrayFormat: ArrayFormat;
} {
	const filters = parameters.collection('filters');
	const timeZone = parameters.timeZone();
	return {
		arrayFormat: arrayFormatOf(filters.arrayFormat),
		filter: {
			created_before: filterDate(filters.createdBefore, 'Created Before', timeZone),
			created_after: filterDate(filters.createdAfter, 'Created After', timeZone),
			status: textsOf(filters.status, 'Status'),
			process_type: textsOf(filters.templateIds, 'Template Names or IDs'),
		},
	};
}
