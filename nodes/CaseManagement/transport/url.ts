import type { Id, IdentifierName } from '../model/identifiers';
import { endpoint } from './endpoints';
import type { OperationId } from './endpoints';

/** The identifiers of a path, each checked by `parseId`. */
export type PathIds = Partial<Record<IdentifierName, Id>>;

/** The path of an endpoint with its identifiers filled in, each escaped once. */
export const fillPath = (operationId: OperationId, ids: PathIds = {}): string =>
	endpoint(operationId).url.replace(/:([A-Za-z]+)/g, (_match, name: IdentifierName) =>
		encodeURIComponent(ids[name]!),
	);

export const namesInPath = (operationId: OperationId): IdentifierName[] =>
	[...endpoint(operationId).url.matchAll(/:([A-Za-z]+)/g)].map(
		([, name]) => name as IdentifierName,
	);

export const ARRAY_FORMATS = ['brackets', 'comma', 'indices', 'repeat'] as const;

/** How an array goes into a query string: listCases names arrays but does not show their form. */
export type ArrayFormat = (typeof ARRAY_FORMATS)[number];

/** Values of a query. Empty ones (undefined, blank text, empty array) are not sent. */
export type Query = Record<string, string | readonly string[] | undefined>;

const encode = encodeURIComponent;

const ARRAY_WRITERS: Record<ArrayFormat, (name: string, values: readonly string[]) => string[]> = {
	brackets: (name, values) => values.map((value) => `${encode(`${name}[]`)}=${encode(value)}`),
	// The comma separates, so it stays; a comma within a value is escaped.
	comma: (name, values) => [`${encode(name)}=${values.map(encode).join(',')}`],
	indices: (name, values) =>
		values.map((value, index) => `${encode(`${name}[${index}]`)}=${encode(value)}`),
	repeat: (name, values) => values.map((value) => `${encode(name)}=${encode(value)}`),
};

/** Writes a query string by ourselves, so that a cursor comes back to the service exactly as it was
 * given and arrays have the form the user chose.
 * @returns `?a=1&b=2`, or an empty string if there is nothing to send */
export function toQueryString(query: Query, arrayFormat: ArrayFormat = 'brackets'): string {
	const parts = Object.entries(query).flatMap(([name, value]) => {
		if (value === undefined || value.length === 0) return [];
		return typeof value === 'string'
			? [`${encode(name)}=${encode(value)}`]
			: ARRAY_WRITERS[arrayFormat](name, value);
	});
	return parts.length > 0 ? `?${parts.join('&')}` : '';
}
