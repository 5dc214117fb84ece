import type { INodeProperties } from 'n8n-workflow';

import { create } from './create';
import { deleteCase } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getDocuments } from './getDocuments';
import { pause } from './pause';
import { resume } from './resume';
import { stop } from './stop';

/** What can be done with cases. n8n wants the options in alphabetical order. */
export const caseOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['case'] } },
	options: [create, deleteCase, get, getDocuments, getAll, pause, resume, stop],
	default: 'getAll',
};
