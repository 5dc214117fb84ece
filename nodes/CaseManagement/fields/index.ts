import type { INodeProperties } from 'n8n-workflow';

import { caseCreation } from './caseCreation';
import { caseFilters } from './caseFilters';
import { caseLocator, templateLocator } from './locators';
import { paging } from './paging';
import { simplify } from './simplify';

/** All parameters below resource and operation, in the order of the panel. */
export const fields: INodeProperties[] = [
	caseLocator,
	templateLocator,
	...caseCreation,
	...paging,
	simplify,
	...caseFilters,
];
