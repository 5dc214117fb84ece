import type { INodeProperties } from 'n8n-workflow';

import { bulkChoice, bulkLimits } from './bulkFields';
import { caseFilters } from './caseFilters';
import { elements } from './form';
import { locators } from './pickers';
import { paging } from './paging';
import { simplify } from './simplify';
import { templateFields } from './templateFields';
import { waitFields } from './waitFields';

/** All parameters below resource and operation, in the order of the panel. */
export const fields: INodeProperties[] = [
	...locators,
	...templateFields,
	...elements,
	...waitFields,
	...paging,
	...bulkChoice,
	...caseFilters,
	...bulkLimits,
	...simplify,
];
