import type { INodeProperties } from 'n8n-workflow';

import { CASE_STATUSES } from '../model/case';
import { daysBefore, earlierOf } from '../model/caseFilter';
import type { CaseFilter } from '../model/caseFilter';
import { toFilterDate } from '../model/dates';
import type { JsonObject } from '../model/json';
import { foldText } from '../model/names';
import { locatorId } from '../parameters/locator';
import type { ItemParameters } from '../parameters/parameters';
import { readNumber, readStatuses, readText, readTexts } from '../parameters/values';
import type { ArrayFormat } from '../transport/url';
import { queryOptions, readArrayFormat, storedArrayFormat } from './queryOptions';

export const statusOptions = CASE_STATUSES.map((value) => ({
	name: value.charAt(0).toUpperCase() + value.slice(1),
	value,
}));

export const templateIds: INodeProperties = {
	displayName: 'Template Names or IDs',
	name: 'templateIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getTemplates' },
	default: [],
	description:
		'Only cases of one of these templates. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const makeDateFilter = (word: 'After' | 'Before'): INodeProperties => ({
	displayName: `Created ${word}`,
	name: `created${word}`,
	type: 'dateTime',
	default: '',
	description: `Only cases created ${word.toLowerCase()} this moment. A date without a time is sent as a date.`,
});

const createdAfter = makeDateFilter('After');
const createdBefore = makeDateFilter('Before');

const nameContains: INodeProperties = {
	displayName: 'Name Contains',
	name: 'nameContains',
	type: 'string',
	default: '',
	placeholder: 'e.g. Purchase order',
	description:
		'Only cases whose name contains this text, in upper or lower case. Spaces count. The service cannot search by name: Get Many reads the list until it has enough matches, and Bulk Action reads all of it.',
};

export const olderThanDays: INodeProperties = {
	displayName: 'Older Than (Days)',
	name: 'olderThanDays',
	type: 'number',
	typeOptions: { minValue: 0.01 },
	default: 90,
	description:
		'Only cases created more than this many days ago. If Created Before is set too, the earlier of the two dates applies.',
};

const statusFilter: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	default: [],
	description: 'Only cases with one of these statuses',
	options: statusOptions,
};

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		storedArrayFormat,
		createdAfter,
		createdBefore,
		nameContains,
		olderThanDays,
		statusFilter,
		templateIds,
	],
};

export const FILTER_KEYS: ReadonlyArray<[field: INodeProperties, key: keyof CaseFilter]> = [
	[createdAfter, 'created_after'],
	[createdBefore, 'created_before'],
	[nameContains, 'nameContains'],
	[olderThanDays, 'created_before'],
	[statusFilter, 'status'],
	[templateIds, 'process_type'],
];

export interface CaseQuery {
	filter: CaseFilter;
	arrayFormat: ArrayFormat;
}

export function readCaseFilter(parameters: ItemParameters): CaseQuery {
	const given = parameters.collection(filters);
	const readDate = ({ name, displayName }: INodeProperties) =>
		toFilterDate(given[name], displayName, parameters.source.getTimezone());
	return {
		arrayFormat: readArrayFormat({ options: parameters.collection(queryOptions), filters: given }),
		filter: {
			created_before: earlierOf(readDate(createdBefore), readOlderThan(parameters, given)),
			created_after: readDate(createdAfter),
			nameContains: readNamePart(given),
			status: readStatuses(given[statusFilter.name], statusFilter.displayName),
			process_type: readTemplateIds(given),
		},
	};
}

function readNamePart(given: JsonObject): string | undefined {
	const value = given[nameContains.name];
	const isGiven = readText(value, nameContains.displayName) !== undefined;
	return isGiven ? foldText(String(value)) : undefined;
}

/** The service's calendar, and JavaScript's, begin somewhere; nobody has cases of 300 years. */
export const MAX_DAYS = 100_000;

/** The instant before which cases are older than a collection asks for.
 * @param given a collection that may contain Older Than, in days
 * @returns undefined if it is blank or missing */
export function readOlderThan(parameters: ItemParameters, given: JsonObject): string | undefined {
	const { name, displayName } = olderThanDays;
	if (readText(given[name], displayName) === undefined) return undefined;
	const days = readNumber(given[name], displayName, { above: 0, upTo: MAX_DAYS });
	return daysBefore(parameters.source.startedAt, days);
}

export const readTemplateIds = (given: JsonObject): string[] =>
	readTexts(given[templateIds.name], templateIds.displayName).map((id) =>
		locatorId(id, 'templateId'),
	);
