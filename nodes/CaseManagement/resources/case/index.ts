import type { INodeProperties } from 'n8n-workflow';

import { actOnCases, bulkAction } from './bulkAction';
import { create } from './create';
import { deleteCase } from './delete';
import { get } from './get';
import { getAll, getAllCases } from './getAll';
import { getDocuments } from './getDocuments';
import { pause } from './pause';
import { resume } from './resume';
import { stop } from './stop';
import { wait, waitForCase } from './wait';

/** What can be done with cases. n8n wants the options in alphabetical order. */
export const caseOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['case'] } },
	options: [bulkAction, create, deleteCase, get, getDocuments, getAll, pause, resume, stop, wait],
	default: 'getAll',
};

/** What n8n hands over to us whole, instead of reading its routing. */
export const customCaseOperations = {
	bulkAction: actOnCases,
	getAll: getAllCases,
	wait: waitForCase,
};
