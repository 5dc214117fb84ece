import type { INodeProperties } from 'n8n-workflow';

import { statusOptions, templateIds } from './caseFilters';
import { queryOptions, storedArrayFormat } from './queryOptions';
import { simplify } from './results';

const costNotice: INodeProperties = {
	displayName:
		'The service sends no events, so n8n asks at every poll. That costs one or two requests for new cases and, for all events but Case Created, one for each page of open cases and one for each case that was finished or deleted. Finished cases are not read again. What happens and is undone between two polls is not seen. The test event is a recent case, shown as if the event had just happened.',
	name: 'howItWorks',
	type: 'notice',
	default: '',
};

export const eventField: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	default: 'caseCompleted',
	description: 'What starts the workflow',
	options: [
		{
			name: 'Case Completed',
			value: 'caseCompleted',
			description: 'When a case has come to its end',
		},
		{
			name: 'Case Created',
			value: 'caseCreated',
			description: 'When a new case is there. The cheapest one: it does not read the open cases.',
		},
		{
			name: 'Case Deleted',
			value: 'caseDeleted',
			description:
				'When a case that was not finished has been deleted: it is told at the second poll that does not find it',
		},
		{
			name: 'Case Status Changed',
			value: 'caseStatusChanged',
			description: 'When a case has gone from one status to another',
		},
	],
};

export const statusesField: INodeProperties = {
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	default: [],
	displayOptions: { show: { '/event': ['caseStatusChanged'] } },
	description: 'Only changes into one of these statuses',
	options: statusOptions,
};

export const triggerFilters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [storedArrayFormat, statusesField, templateIds],
};

export const triggerFields: INodeProperties[] = [
	costNotice,
	eventField,
	triggerFilters,
	simplify,
	queryOptions,
];
