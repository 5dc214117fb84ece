import type { INodeProperties } from 'n8n-workflow';

import { caseStatuses } from './caseStatuses';

const show = { resource: ['case'], operation: ['wait'] };

/** For how long to wait for what. */
export const waitFields: INodeProperties[] = [
	{
		displayName: 'Statuses',
		name: 'statuses',
		type: 'multiOptions',
		default: ['completed', 'error', 'stopped'],
		displayOptions: { show },
		description: 'Wait until the case has one of these statuses',
		options: caseStatuses,
	},
	{
		displayName: 'Timeout (Minutes)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 10,
		displayOptions: { show },
		description:
			'How long to wait at most. The execution runs all the while; for waits of hours, start a workflow with the Case Management Trigger instead.',
	},
	{
		displayName: 'Interval (Seconds)',
		name: 'interval',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10,
		displayOptions: { show },
		description:
			'How long to pause before looking at the case again, at least 1. The pause grows with the wait, up to a minute.',
	},
	{
		displayName: 'On Timeout',
		name: 'onTimeout',
		type: 'options',
		default: 'error',
		displayOptions: { show },
		description: 'What to do when the time is over and the case has none of the statuses',
		options: [
			{
				name: 'Continue',
				value: 'continue',
				description: 'Return the case as it is, with timed_out set to true',
			},
			{ name: 'Error', value: 'error', description: 'Fail with the last status of the case' },
		],
	},
];
