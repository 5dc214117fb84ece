import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../parameters/parameters';

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

/** How many entries of a list are wanted. */
export const paging = [returnAll, limit];

/**
 * Reads how many entries are wanted.
 *
 * @returns Infinity with Return All
 * @throws Problem (`input`) if Limit is no whole number from 1
 */
export function readLimit(parameters: ItemParameters): number {
	if (parameters.boolean(returnAll)) return Infinity;
	return parameters.number(limit, {
		from: 1,
		whole: true,
		hint: 'Enter how many entries you want, or turn on Return All.',
	});
}
