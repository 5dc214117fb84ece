import type { INodeProperties } from 'n8n-workflow';

import type { CaseFilter } from '../model/caseAction';
import { toFilterDate } from '../model/dates';
import type { JsonObject } from '../model/json';
import { locatorId } from '../parameters/locator';
import type { ItemParameters } from '../parameters/parameters';
import { toStatuses, toText, toTexts } from '../parameters/values';
import type { ArrayFormat } from '../transport/query';
import { arrayFormat, toArrayFormat } from './arrayFormat';
import { statusOptions } from './statusOptions';

/** Of which templates. */
export const templateIds: INodeProperties = {
	displayName: 'Template Names or IDs',
	name: 'templateIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getTemplates' },
	default: [],
	description:
		'Only cases of one of these templates. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const createdAfter: INodeProperties = {
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	description: 'Only cases created after this moment. A date without a time is sent as a date.',
};

const createdBefore: INodeProperties = {
	displayName: 'Created Before',
	name: 'createdBefore',
	type: 'dateTime',
	default: '',
	description: 'Only cases created before this moment. A date without a time is sent as a date.',
};

const nameContains: INodeProperties = {
	displayName: 'Name Contains',
	name: 'nameContains',
	type: 'string',
	default: '',
	placeholder: 'e.g. Purchase order',
	description:
		'Only cases with this text in their name, in upper or lower case. The service cannot search for it: the node reads the list until it has found enough, at most to its end.',
};

const status: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	default: [],
	description: 'Only cases with one of these statuses',
	options: statusOptions,
};

/** What narrows a list of cases (listCases). */
export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [arrayFormat, createdAfter, createdBefore, nameContains, status, templateIds],
};

/** What each filter becomes. */
export const FILTER_KEYS: ReadonlyArray<[field: INodeProperties, key: keyof CaseFilter]> = [
	[createdAfter, 'created_after'],
	[createdBefore, 'created_before'],
	[nameContains, 'nameContains'],
	[status, 'status'],
	[templateIds, 'process_type'],
];

/** What the filters ask for, and how it is written. */
export interface CaseQuery {
	filter: CaseFilter;
	arrayFormat: ArrayFormat;
}

/**
 * Reads the filters.
 *
 * @throws Problem (`input`) for a value that cannot be sent
 */
export function readCaseFilter(parameters: ItemParameters): CaseQuery {
	const given = parameters.collection(filters);
	const date = ({ name, displayName }: INodeProperties) =>
		toFilterDate(given[name], displayName, parameters.timeZone());
	return {
		arrayFormat: toArrayFormat(given[arrayFormat.name]),
		filter: {
			created_before: date(createdBefore),
			created_after: date(createdAfter),
			nameContains: toText(given[nameContains.name], nameContains.displayName),
			status: toStatuses(given[status.name], status.displayName),
			process_type: readTemplateIds(given),
		},
	};
}

/**
 * The templates of a collection of filters.
 *
 * @throws Problem (`input`) for what is no ID
 */
export const readTemplateIds = (given: JsonObject): string[] =>
	toTexts(given[templateIds.name], templateIds.displayName).map((id) =>
		locatorId(id, 'templateId'),
	);
