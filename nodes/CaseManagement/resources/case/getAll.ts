import type { INodeProperties } from 'n8n-workflow';

import { filters, readCaseFilter } from '../../fields/caseFilters';
import { queryOptions } from '../../fields/queryOptions';
import { paging, readLimit, simplify } from '../../fields/results';
import { simplifyCase } from '../../model/case';
import { serviceFilter } from '../../model/caseFilter';
import { isNameMatch } from '../../model/names';
import { requestOperation } from '../../operation/requestOperation';
import { readChoice } from '../../parameters/values';
import { toCasePage } from '../../transport/cases';

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

const ORDERS = ['', 'newest', 'oldest', 'status'];

/** Lists cases (listCases). */
export const getManyCases = requestOperation({
	kind: 'paged',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many cases',
	description: 'Get a list of cases, filtered and sorted',
	operationId: 'listCases',
	fields: [...paging, filters, sortBy, simplify, queryOptions],
	readLimit,
	prepare(parameters) {
		const { filter, arrayFormat } = readCaseFilter(parameters);
		const order = readChoice(parameters.text(sortBy) ?? '', sortBy.displayName, ORDERS);
		const query = { sort_by: order, ...serviceFilter(filter) };
		return { arrayFormat, query, namePart: filter.nameContains };
	},
	toPage: toCasePage,
	toTest: ({ namePart }) =>
		namePart === undefined ? undefined : ({ name }) => isNameMatch(name, namePart),
	toItem: (parameters) => (parameters.boolean(simplify) ? simplifyCase : (entry) => entry),
});
