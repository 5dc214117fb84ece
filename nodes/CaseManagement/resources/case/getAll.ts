import type { INodeProperties } from 'n8n-workflow';

import { options } from '../../fields/arrayFormat';
import { filters, readCaseFilter } from '../../fields/caseFilters';
import { paging, readLimit } from '../../fields/paging';
import { simplify } from '../../fields/simplify';
import { simplifyCase } from '../../model/case';
import { serviceFilter } from '../../model/caseFilter';
import { nameContains } from '../../model/names';
import { requestOperation } from '../../operation/requestOperation';
import { toCasePage } from '../../transport/pages';

const sortBy: INodeProperties = {
	displayName: 'Sort By',
	name: 'sortBy',
	type: 'options',
	default: '',
	description: 'The order of the cases',
	options: [
		{ name: 'Service Default', value: '' },
		{ name: 'Newest First', value: 'newest' },
		{ name: 'Oldest First', value: 'oldest' },
		{ name: 'Status', value: 'status' },
	],
};

/** Lists cases (listCases). */
export const getAll = requestOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many cases',
	description: 'Get a list of cases, filtered and sorted',
	operationId: 'listCases',
	fields: [...paging, filters, sortBy, simplify, options],
	readLimit,
	buildRequest(parameters) {
		const { filter, arrayFormat } = readCaseFilter(parameters);
		return { arrayFormat, query: { sort_by: parameters.text(sortBy), ...serviceFilter(filter) } };
	},
	toPage: toCasePage,
	toTest(parameters) {
		const { nameContains: part } = readCaseFilter(parameters).filter;
		return part === undefined ? undefined : ({ name }) => nameContains(name, part);
	},
	toItem: (parameters) => (parameters.boolean(simplify) ? simplifyCase : (entry) => entry),
});
