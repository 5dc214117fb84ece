import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../model/json';
import { readChoice, readText } from '../parameters/values';
import { ARRAY_FORMATS } from '../transport/url';
import type { ArrayFormat } from '../transport/url';

const EXAMPLES: Record<ArrayFormat, string> = {
	brackets: 'status[]=a&status[]=b',
	comma: 'status=a,b',
	indices: 'status[0]=a&status[1]=b',
	repeat: 'status=a&status=b',
};

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

export const makeOptions = (fields: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: fields,
});

export const queryOptions = makeOptions([arrayFormat]);

/** A field of a collection in the place where an earlier version kept it. A workflow that holds it
 * there shows it there, so that nothing acts unseen; it cannot be added there any more. Without a
 * definition in that place n8n would drop what is stored.
 * @param place of the field now, as the panel calls it */
export const movedTo = (place: string, field: INodeProperties): INodeProperties => ({
	...field,
	// `exists` takes an emptied field for a missing one.
	displayOptions: { show: { [field.name]: ['', null, { _cnd: { exists: true } }] } },
	description: `Saved by an earlier version of this node and still used. To change it, remove it here and add it under ${place}.`,
});

export const storedArrayFormat = movedTo('Options', arrayFormat);

/** The format that the options name, or the filters of a workflow saved by version 0.1.0.
 * @returns brackets if it is blank */
export function readArrayFormat(given: { options: JsonObject; filters: JsonObject }): ArrayFormat {
	const { name, displayName } = arrayFormat;
	const value = given.options[name] ?? given.filters[name];
	return readChoice(readText(value, displayName) ?? 'brackets', displayName, ARRAY_FORMATS);
}
