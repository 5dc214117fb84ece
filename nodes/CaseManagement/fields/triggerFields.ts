import type { INodeProperties } from 'n8n-workflow';

import { statusOptions, templateIds } from './caseFilters';
import { queryOptions, storedArrayFormat } from './queryOptions';
import { simplify } from './results';

const costNotice: INodeProperties = {
	displayName:
		'The service sends no events, so n8n polls it. Case Created takes one or two requests at each poll. The other events also read the list of open cases. A change that is undone between two polls goes unnoticed.',
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
			description: 'When a case is completed',
		},
		{
			name: 'Case Created',
			value: 'caseCreated',
			description:
				'When a case is created. This event needs the fewest requests, because it does not read the open cases.',
		},
		{
			name: 'Case Deleted',
			value: 'caseDeleted',
			description:
				'When a case that was not completed is deleted. The event is reported once two polls in a row have not found the case.',
		},
		{
			name: 'Case Status Changed',
			value: 'caseStatusChanged',
			description: 'When the status of a case changes',
		},
	],
};

export const statusesField: INodeProperties = {
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	default: [],
	displayOptions: { show: { '/event': ['caseStatusChanged'] } },
	description: 'Only changes to one of these statuses',
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
