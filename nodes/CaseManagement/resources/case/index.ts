import { bulkAction } from './bulkAction';
import { create } from './create';
import { deleteCase } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getDocuments } from './getDocuments';
import { pause } from './pause';
import { resume } from './resume';
import { stop } from './stop';
import { wait } from './wait';

/** What can be done with cases. */
export const caseOperations = [
	bulkAction,
	create,
	deleteCase,
	get,
	getDocuments,
	getAll,
	pause,
	resume,
	stop,
	wait,
];
