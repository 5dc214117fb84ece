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
				'Delete the cases permanently. With the filter Status or Name Contains, each is looked at again just before.',
		},
		{
			name: 'Pause',
			value: 'pause',
			action: 'Pause cases',
			description:
				'Pause those that are running. With the filter Name Contains, each is looked at again just before.',
		},
		{
			name: 'Resume',
			value: 'resume',
			action: 'Resume cases',
			description:
				'Let those that are paused or stopped go on. With only one of them in the filter Status, or with Name Contains, each is looked at again just before.',
		},
		{
			name: 'Stop',
			value: 'stop',
			action: 'Stop cases',
			description:
				'Stop those that are running. With the filter Name Contains, each is looked at again just before.',
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
	'Acts on all cases that match the filters, not on the input items. It runs once for all input items, or once for each different set of values if an expression makes them differ.',
);

/** What will happen when the node runs, below the switch that decides it. Whatever is not a plain no,
 * such as an expression that finds nothing, is a dry run. */
export const dryRunNotices: INodeProperties[] = [
	makeNotice(
		'dryRunNotice',
		'Dry run: nothing is changed. The output says of each case what would be done.',
		{ hide: { dryRun: [false] } },
	),
	makeNotice(
		'deleteNotice',
		'Not a dry run: all cases that match are deleted. They cannot be brought back.',
		{ show: { dryRun: [false], action: ['delete'] } },
	),
	makeNotice(
		'changeNotice',
		'Not a dry run: all cases that match are paused, resumed or stopped, as far as their status allows it.',
		{ show: { dryRun: [false], action: ['pause', 'resume', 'stop'] } },
	),
];

export const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	description:
		'Whether to only list what would be done. Turn it off to act on the cases; what is deleted cannot be brought back.',
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
		'Whether to act on every case that you may see if there is no filter. Without it, an action that has no filter is refused.',
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
			description: 'Report the case as failed and go on with the others',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'End with an error that says which cases were completed',
		},
	],
};

export const requestsAtOnce: INodeProperties = {
	displayName: 'Requests at a Time',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 20 },
	default: 5,
	description: 'How many requests to have in flight at most, up to 20',
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
