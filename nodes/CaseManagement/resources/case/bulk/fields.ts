import type { INodeProperties } from 'n8n-workflow';

import { olderThanDays } from '../../../fields/caseFilters';
import { arrayFormat, makeOptions, movedTo } from '../../../fields/queryOptions';

export const action: INodeProperties = {
	displayName: 'Action',
	name: 'action',
	type: 'options',
	default: 'pause',
	description: 'What to do with each case that matches the filters',
	options: [
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete cases',
			description:
				'Delete the cases permanently. With the filter Status or Name Contains, each case is checked again just before the action.',
		},
		{
			name: 'Pause',
			value: 'pause',
			action: 'Pause cases',
			description:
				'Pause the cases that are running. With the filter Name Contains, each case is checked again just before the action.',
		},
		{
			name: 'Resume',
			value: 'resume',
			action: 'Resume cases',
			description:
				'Resume the cases that are paused or stopped. With only one of these statuses in the filter Status, or with the filter Name Contains, each case is checked again just before the action.',
		},
		{
			name: 'Stop',
			value: 'stop',
			action: 'Stop cases',
			description:
				'Stop the cases that are running. With the filter Name Contains, each case is checked again just before the action.',
		},
	],
};

const makeNotice = (
	name: string,
	displayName: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties => ({ displayName, name, type: 'notice', default: '', displayOptions });

/** Other nodes work on their input items; users who expect that here are warned. */
export const scopeNotice = makeNotice(
	'scopeNotice',
	'This operation acts on all cases that match the filters, not on the input items. It runs once for all input items. If expressions give the items different values, it runs once for each set of values.',
);

/** What will happen when the node runs, below the switch that decides it. Whatever is not a plain no,
 * such as an expression that finds nothing, is a dry run. */
export const dryRunNotices: INodeProperties[] = [
	makeNotice(
		'dryRunNotice',
		'Dry run: nothing is changed. The output shows what would be done with each case.',
		{ hide: { dryRun: [false] } },
	),
	makeNotice(
		'deleteNotice',
		'Not a dry run: all matching cases are deleted. This cannot be undone.',
		{ show: { dryRun: [false], action: ['delete'] } },
	),
	makeNotice(
		'changeNotice',
		'Not a dry run: all matching cases are paused, resumed or stopped if their status allows it.',
		{ show: { dryRun: [false], action: ['pause', 'resume', 'stop'] } },
	),
];

export const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	description:
		'Whether to only list what would be done. Turn this off to act on the cases. Deleted cases cannot be restored.',
};

export const maxCases: INodeProperties = {
	displayName: 'Max Cases',
	name: 'maxCases',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description:
		'Maximum number of matching cases. If more match, the node fails before it changes any.',
};

export const withoutFilter: INodeProperties = {
	displayName: 'Allow Without Filter',
	name: 'deleteWithoutFilter',
	type: 'boolean',
	default: false,
	description:
		'Whether to allow an action without a filter, which acts on every case that you may see. If this is off, such an action is refused.',
};

export const onCaseError: INodeProperties = {
	displayName: 'On Case Error',
	name: 'onCaseError',
	type: 'options',
	default: 'continue',
	description: 'What to do when the action fails for a case',
	options: [
		{
			name: 'Continue',
			value: 'continue',
			description: 'Report the case as failed and continue with the others',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Fail with an error that lists the cases already acted on',
		},
	],
};

export const requestsAtOnce: INodeProperties = {
	displayName: 'Requests at a Time',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 20 },
	default: 5,
	description: 'Maximum number of concurrent requests, up to 20',
};

/** Where version 0.1.0 kept it: among the options. */
const storedOlderThan = movedTo('Filters', olderThanDays);

export const bulkOptions = makeOptions([
	withoutFilter,
	arrayFormat,
	storedOlderThan,
	onCaseError,
	requestsAtOnce,
]);
