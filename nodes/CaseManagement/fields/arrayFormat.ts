import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../model/json';
import { toChoice, toText } from '../parameters/values';
import { ARRAY_FORMATS } from '../transport/query';
import type { ArrayFormat } from '../transport/query';
import { movedTo } from './moved';

const EXAMPLES: Record<ArrayFormat, string> = {
	brackets: 'status[]=a&status[]=b',
	comma: 'status=a,b',
	indices: 'status[0]=a&status[1]=b',
	repeat: 'status=a&status=b',
};

/** How arrays go into the query: the contract leaves it open. */
export const arrayFormat: INodeProperties = {
	displayName: 'Array Format',
	name: 'arrayFormat',
	type: 'options',
	default: 'brackets',
	description:
		'How several statuses or templates are written in the query. Change it only if your service does not understand the default.',
	options: ARRAY_FORMATS.map((value) => ({
		name: value.charAt(0).toUpperCase() + value.slice(1),
		value,
		description: `As in ${EXAMPLES[value]}`,
	})),
};

/** Options of an operation that has no others. */
export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [arrayFormat],
};

/** Where version 0.1.0 kept it: among the filters. */
export const storedArrayFormat = movedTo('Options', arrayFormat);

/**
 * The format that the options name, or the filters of a workflow saved by version 0.1.0.
 *
 * @returns brackets if it is blank
 * @throws Problem (`input`) if there is no such format
 */
export function readArrayFormat(given: { options: JsonObject; filters: JsonObject }): ArrayFormat {
	const { name, displayName } = arrayFormat;
	const value = given.options[name] ?? given.filters[name];
	return toChoice(toText(value, displayName) ?? 'brackets', displayName, ARRAY_FORMATS);
}
