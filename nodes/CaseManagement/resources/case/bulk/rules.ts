import { CASE_ACTIONS, earlierOf } from '../../../model/caseAction';
import type { CaseAction } from '../../../model/caseAction';
import { inputProblem } from '../../../model/problem';
import { toChoice, toBoolean, toNumber } from '../../../parameters/values';
import type { ItemParameters } from '../../../parameters/parameters';
import type { ArrayFormat } from '../../../transport/query';
import { readCaseFilter } from '../caseQuery';
import type { CaseFilter } from '../caseQuery';

const DAY = 24 * 3_600_000;

/** A bulk action as the panel describes it. */
export interface BulkRules {
	action: CaseAction;
	filter: CaseFilter;
	arrayFormat: ArrayFormat;
	dryRun: boolean;
	maxCases: number;
	stopsOnError: boolean;
}

/**
 * Reads and checks the parameters of a bulk action.
 *
 * @param now milliseconds since the epoch, for Older Than
 * @throws Problem (`input`) for what cannot be used or is too dangerous to be meant
 */
export function bulkRules(parameters: ItemParameters, now: number): BulkRules {
	const options = optionsOf(parameters);
	const { filter, arrayFormat } = readCaseFilter(parameters);
	const rules: BulkRules = {
		action: parameters.choice('action', 'Action', CASE_ACTIONS),
		filter: {
			...filter,
			created_before: earlierOf(filter.created_before, olderThan(options, now)),
		},
		arrayFormat,
		dryRun: !isOff(parameters.value('dryRun')),
		maxCases: parameters.number('maxCases', 'Max Cases', { from: 1, whole: true }),
		stopsOnError:
			'onCaseError' in options &&
			toChoice(options.onCaseError, 'On Case Error', ['continue', 'stop']) === 'stop',
	};
	refuseBlankFilters(parameters.collection('filters'), filter);
	const isFiltered = Object.values(rules.filter).some((value) => value?.length > 0);
	if (rules.action === 'delete' && !isFiltered && !toBoolean(options.deleteWithoutFilter)) {
		throw inputProblem(
			'Without a filter this deletes every case that you may see',
			'Add a filter, or Older Than under Options. If you do mean every case, tick Delete Without Filter under Options.',
		);
	}
	return rules;
}

/** Only a plain no turns the dry run off: an expression that finds nothing must not act. */
const isOff = (value: unknown): boolean =>
	value === false || (typeof value === 'string' && value.trim().toLowerCase() === 'false');

/** How many requests the user wants in flight. */
export function requestsAtOnce(parameters: ItemParameters): number {
	const options = optionsOf(parameters);
	if (!('requestsAtOnce' in options)) return 5;
	return toNumber(options.requestsAtOnce, 'Requests at a Time', { from: 1, upTo: 20, whole: true });
}

/**
 * The options that the user has added. One whose expression finds nothing is there all the same,
 * without a value, and is never taken for one that was not added: without Older Than, for one, a
 * clean-up would take what is new as well.
 */
const optionsOf = (parameters: ItemParameters) => parameters.collection('options');

function olderThan(options: Record<string, unknown>, now: number): string | undefined {
	if (!('olderThanDays' in options)) return undefined;
	// The service's calendar, and JavaScript's, begin somewhere; nobody has cases of 300 years.
	const count = toNumber(options.olderThanDays, 'Older Than (Days)', { above: 0, upTo: 100_000 });
	return new Date(now - count * DAY).toISOString();
}

/** The fields of the collection, and what of the filter comes from them. */
const FILTERS: Record<string, [label: string, key: keyof CaseFilter]> = {
	createdAfter: ['Created After', 'created_after'],
	createdBefore: ['Created Before', 'created_before'],
	status: ['Status', 'status'],
	templateIds: ['Template Names or IDs', 'process_type'],
};

/**
 * A list may ignore a filter that is left blank. Here it would widen what is acted on, without
 * anybody noticing, whenever its expression finds nothing.
 */
function refuseBlankFilters(given: Record<string, unknown>, filter: CaseFilter): void {
	for (const [name, [label, key]] of Object.entries(FILTERS)) {
		if (!(name in given) || (filter[key]?.length ?? 0) > 0) continue;
		throw inputProblem(
			`The filter "${label}" is empty, so that it would let every case through`,
			'Fill it in or remove it. If it comes from an expression, check that it finds a value for this item.',
		);
	}
}
