import type { INodePropertyOptions } from 'n8n-workflow';

/** The statuses of a case (interface.md, section 2.1). */
export const caseStatuses: INodePropertyOptions[] = [
	{ name: 'Completed', value: 'completed' },
	{ name: 'Error', value: 'error' },
	{ name: 'Paused', value: 'paused' },
	{ name: 'Running', value: 'running' },
	{ name: 'Stopped', value: 'stopped' },
];
