import type { INodeProperties } from 'n8n-workflow';

import { toChoice, toText } from '../parameters/values';
import { ARRAY_FORMATS } from '../transport/query';
import type { ArrayFormat } from '../transport/query';

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

/**
 * The format that a collection of filters names.
 *
 * @returns brackets if it is blank
 * @throws Problem (`input`) if there is no such format
 */
export function toArrayFormat(value: unknown): ArrayFormat {
	const { displayName } = arrayFormat;
	return toChoice(toText(value, displayName) ?? 'brackets', displayName, ARRAY_FORMATS);
}
