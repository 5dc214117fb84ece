import type { INodeProperties } from 'n8n-workflow';

import type { CaseFilter } from '../model/caseFilter';
import { earlierOf } from '../model/caseFilter';
import { toFilterDate } from '../model/dates';
import type { JsonObject } from '../model/json';
import { folded } from '../model/names';
import { locatorId } from '../parameters/locator';
import type { ItemParameters } from '../parameters/parameters';
import { toNumber, toStatuses, toText, toTexts } from '../parameters/values';
import type { ArrayFormat } from '../transport/query';
import { options, readArrayFormat, storedArrayFormat } from './arrayFormat';
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
		'Only cases with this text in their name, in upper or lower case. Blanks count. The service cannot search for it: Get Many reads the list until it has found enough, Bulk Action to its end.',
};

export const olderThanDays: INodeProperties = {
	displayName: 'Older Than (Days)',
	name: 'olderThanDays',
	type: 'number',
	typeOptions: { minValue: 0.01 },
	default: 90,
	description:
		'Only cases created more than this many days ago. With Created Before, the earlier of the two counts.',
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
	options: [
		storedArrayFormat,
		createdAfter,
		createdBefore,
		nameContains,
		olderThanDays,
		status,
		templateIds,
	],
};

/** What each filter becomes. */
export const FILTER_KEYS: ReadonlyArray<[field: INodeProperties, key: keyof CaseFilter]> = [
	[createdAfter, 'created_after'],
	[createdBefore, 'created_before'],
	[nameContains, 'nameContains'],
	[olderThanDays, 'created_before'],
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
		arrayFormat: readArrayFormat({ options: parameters.collection(options), filters: given }),
		filter: {
			created_before: earlierOf(date(createdBefore), readOlderThan(parameters, given)),
			created_after: date(createdAfter),
			nameContains: readNameContains(given),
			status: toStatuses(given[status.name], status.displayName),
			process_type: readTemplateIds(given),
		},
	};
}

/** The text to look for, folded. Its blanks are kept: without them it would find more. */
function readNameContains(given: JsonObject): string | undefined {
	const { name, displayName } = nameContains;
	const value = given[name];
	return toText(value, displayName) === undefined ? undefined : folded(String(value));
}

const DAY = 24 * 3_600_000;

/**
 * The instant before which cases are older than a collection asks for.
 *
 * @param given a collection that may hold Older Than, in days
 * @returns undefined if it is blank or not there
 * @throws Problem (`input`) for what is no number of days
 */
export function readOlderThan(parameters: ItemParameters, given: JsonObject): string | undefined {
	const { name, displayName } = olderThanDays;
	if (toText(given[name], displayName) === undefined) return undefined;
	// The service's calendar, and JavaScript's, begin somewhere; nobody has cases of 300 years.
	const days = toNumber(given[name], displayName, { above: 0, upTo: 100_000 });
	return new Date(parameters.startedAt() - days * DAY).toISOString();
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
