import { toFilterDate } from '../../model/dates';
import { toArrayFormat, toTexts } from '../../parameters/values';
import type { ItemParameters } from '../../parameters/parameters';
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
export function readCaseFilter(parameters: ItemParameters): {
	filter: CaseFilter;
	arrayFormat: ArrayFormat;
} {
	const filters = parameters.collection('filters');
	const timeZone = parameters.timeZone();
	return {
		arrayFormat: toArrayFormat(filters.arrayFormat),
		filter: {
			created_before: toFilterDate(filters.createdBefore, 'Created Before', timeZone),
			created_after: toFilterDate(filters.createdAfter, 'Created After', timeZone),
			status: toTexts(filters.status, 'Status'),
			process_type: toTexts(filters.templateIds, 'Template Names or IDs'),
		},
	};
}
