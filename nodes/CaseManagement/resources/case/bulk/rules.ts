import type { INodeProperties } from 'n8n-workflow';

import {
	FILTER_KEYS,
	filters,
	olderThanDays,
	readCaseFilter,
	readOlderThan,
} from '../../../fields/caseFilters';
import type { CaseQuery } from '../../../fields/caseFilters';
import { earlierOf } from '../../../model/caseFilter';
import type { CaseFilter } from '../../../model/caseFilter';
import { asBoolean, isBlank } from '../../../model/convert';
import type { JsonObject } from '../../../model/json';
import { inputProblem } from '../../../model/problem';
import type { Problem } from '../../../model/problem';
import type { ItemParameters } from '../../../parameters/parameters';
import { readBoolean, readChoice, readNumber } from '../../../parameters/values';
import { CASE_ACTIONS } from './actions';
import type { CaseAction } from './actions';
import {
	action,
	bulkOptions,
	dryRun,
	maxCases,
	onCaseError,
	requestsAtOnce as atOnce,
	withoutFilter,
} from './fields';

export interface BulkRules extends CaseQuery {
	action: CaseAction;
	dryRun: boolean;
	maxCases: number;
	stopsOnError: boolean;
	requestsAtOnce: number;
}

/** Reads and checks the parameters of a bulk action.
 * @throws Problem (`input`) for what cannot be used or is too dangerous to be meant */
export function readBulkRules(parameters: ItemParameters): BulkRules {
	// An option whose expression finds nothing is there all the same, without a value, and is never
	// taken for one that was not added: without Older Than, a clean-up would take what is new as well.
	const given = parameters.collection(bulkOptions);
	const { filter, arrayFormat } = readCaseFilter(parameters);
	const rules: BulkRules = {
		action: parameters.choice(action, CASE_ACTIONS),
		filter: {
			...filter,
			created_before: earlierOf(filter.created_before, readStoredOlderThan(parameters, given)),
		},
		arrayFormat,
		// Only a plain no turns it off: an expression that finds nothing must not act.
		dryRun: asBoolean(parameters.value(dryRun.name)) !== false,
		maxCases: parameters.number(maxCases, { from: 1, whole: true }),
		stopsOnError:
			onCaseError.name in given &&
			readChoice(given[onCaseError.name], onCaseError.displayName, ['continue', 'stop']) === 'stop',
		requestsAtOnce: readNumber(
			atOnce.name in given ? given[atOnce.name] : atOnce.default,
			atOnce.displayName,
			{ from: 1, upTo: 20, whole: true },
		),
	};
	rejectBlankFilters(parameters.collection(filters), filter);
	const isFiltered = Object.values(rules.filter).some((value) => (value?.length ?? 0) > 0);
	const { name, displayName } = withoutFilter;
	if (!isFiltered && !readBoolean(given[name], displayName, false)) {
		throw inputProblem(
			`Without a filter this would ${rules.action} every case that you may see`,
			`Add a filter. If you really mean every case, turn on ${displayName} under Options.`,
		);
	}
	return rules;
}

/** Older Than among the options, where version 0.1.0 kept it. */
function readStoredOlderThan(parameters: ItemParameters, given: JsonObject): string | undefined {
	const olderThan = readOlderThan(parameters, given);
	if (olderThan === undefined && olderThanDays.name in given) throw emptyFilter(olderThanDays);
	return olderThan;
}

/** A blank filter, whose expression found nothing, would widen what is acted on without a word. */
function rejectBlankFilters(given: JsonObject, filter: CaseFilter): void {
	for (const [field, key] of FILTER_KEYS) {
		const isEmpty = isBlank(given[field.name]) || (filter[key]?.length ?? 0) === 0;
		if (field.name in given && isEmpty) throw emptyFilter(field);
	}
}

const emptyFilter = ({ displayName }: INodeProperties): Problem =>
	inputProblem(
		`The filter "${displayName}" is empty and would match every case`,
		'Fill it in or remove it. If it comes from an expression, check that it returns a value for this item.',
	);
