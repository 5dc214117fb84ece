import { simplifyCase } from '../../model/case';
import { listRequest } from '../../transport/caseRequests';
import { customOperation } from '../../operation/customOperation';
import { operation } from '../../operation/operation';
import type { PagedOperation } from '../../operation/operation';
import { toCasePage } from '../../transport/pages';
import { readCaseFilter } from './caseQuery';

/** Index of cases (interface.md, sections 4.1 and 4.1.1). */
const spec: PagedOperation = {
	topic: 'case.getAll',
	name: 'Get Many',
	action: 'Get many cases',
	description: 'Get a list of cases, filtered and sorted',
	request: listRequest,
	prepare(parameters) {
		const { filter, arrayFormat } = readCaseFilter(parameters);
		const sort_by = parameters.text('sortBy', 'Sort By');
		return { arrayFormat, query: { sort_by, ...filter } };
	},
	page: toCasePage,
	entry: (parameters) => (parameters.boolean('simplify') ? simplifyCase : (entry) => entry),
};

export const getAll = operation(spec);

/** The same for n8n's other door, through which any number of cases fits. */
export const getAllCases = customOperation(spec);
