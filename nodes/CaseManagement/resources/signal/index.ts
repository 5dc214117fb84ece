import type { INodeProperties } from 'n8n-workflow';

import { get } from './get';
import { getAll } from './getAll';
import { trigger } from './trigger';

/** What can be done with signals. n8n wants the options in alphabetical order. */
export const signalOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['signal'] } },
	options: [get, getAll, trigger],
	default: 'getAll',
};
