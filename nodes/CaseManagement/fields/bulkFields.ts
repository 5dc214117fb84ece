import type { INodeProperties } from 'n8n-workflow';

const displayOptions = { show: { resource: ['case'], operation: ['bulkAction'] } };

/** What to do with the cases that the filters find. */
export const bulkChoice: INodeProperties[] = [
	{
		displayName: 'Action',
		name: 'action',
		type: 'options',
		default: 'pause',
		displayOptions,
		description: 'What to do with each case that matches the filters',
		options: [
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete cases',
				description:
					'Delete the cases permanently. With the filter Status, each is looked at again just before.',
			},
			{
				name: 'Pause',
				value: 'pause',
				action: 'Pause cases',
				description: 'Pause those that are running',
			},
			{
				name: 'Resume',
				value: 'resume',
				action: 'Resume cases',
				description:
					'Let those that are paused or stopped go on. With only one of them in the filter Status, each is looked at again just before.',
			},
			{
				name: 'Stop',
				value: 'stop',
				action: 'Stop cases',
				description: 'Stop those that are running',
			},
		],
	},
];

/** What keeps a bulk action within bounds. */
export const bulkLimits: INodeProperties[] = [
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: true,
		displayOptions,
		description:
			'Whether to only list what would be done. Turn it off to act on the cases; what is deleted cannot be brought back.',
	},
	{
		displayName: 'Max Cases',
		name: 'maxCases',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		displayOptions,
		description: 'If more cases match, the node fails before it touches any',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions,
		options: [
			{
				displayName: 'Delete Without Filter',
				name: 'deleteWithoutFilter',
				type: 'boolean',
				default: false,
				description:
					'Whether to delete every case that you may see if there is no filter. Without it, a delete that has no filter is refused.',
			},
			{
				displayName: 'Older Than (Days)',
				name: 'olderThanDays',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 90,
				description:
					'Only cases created more than this many days ago. With Created Before, the earlier of the two counts.',
			},
			{
				displayName: 'On Case Error',
				name: 'onCaseError',
				type: 'options',
				default: 'continue',
				description: 'What to do when the service refuses the action for a case',
				options: [
					{
						name: 'Continue',
						value: 'continue',
						description: 'Report the case as failed and go on with the others',
					},
					{
						name: 'Stop',
						value: 'stop',
						description: 'End with an error that says what had been done',
					},
				],
			},
			{
				displayName: 'Requests at a Time',
				name: 'requestsAtOnce',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 20 },
				default: 5,
				description: 'How many requests to have in flight at most, up to 20',
			},
		],
	},
];
