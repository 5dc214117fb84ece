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

export const paging = [returnAll, limit];

/** Reads how many entries to return.
 * @returns Infinity with Return All */
export function readLimit(parameters: ItemParameters): number {
	if (parameters.boolean(returnAll)) return Infinity;
	return parameters.number(limit, {
		from: 1,
		whole: true,
		hint: 'Enter how many entries you want, or turn on Return All.',
	});
}

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};
