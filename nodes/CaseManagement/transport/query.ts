/** How an array goes into a query string: listCases names arrays but not their shape. */
export type ArrayFormat = (typeof ARRAY_FORMATS)[number];

export const ARRAY_FORMATS = ['brackets', 'comma', 'indices', 'repeat'] as const;

/** Values of a query. Empty ones (undefined, null, blank text, empty array) are not sent. */
export type Query = Record<string, string | readonly string[] | undefined>;

const escaped = encodeURIComponent;

function arrayParts(name: string, values: readonly string[], format: ArrayFormat): string[] {
	switch (format) {
		case 'comma':
			// The comma separates, so it stays; a comma within a value is escaped.
			return [`${escaped(name)}=${values.map(escaped).join(',')}`];
		case 'indices':
			return values.map((value, index) => `${escaped(`${name}[${index}]`)}=${escaped(value)}`);
		case 'repeat':
			return values.map((value) => `${escaped(name)}=${escaped(value)}`);
		case 'brackets':
			return values.map((value) => `${escaped(`${name}[]`)}=${escaped(value)}`);
	}
}

/**
 * Writes a query string by ourselves, so that a cursor comes back to the service exactly as it was
 * given and arrays have the shape the user chose.
 *
 * @param query the values; a value is escaped once, never trimmed or changed
 * @param arrayFormat the shape of arrays
 * @returns `?a=1&b=2`, or an empty string if there is nothing to send
 */
export function toQueryString(query: Query, arrayFormat: ArrayFormat = 'brackets'): string {
	const parts: string[] = [];
	for (const [name, value] of Object.entries(query)) {
		if (typeof value === 'object') {
			if (value.length > 0) parts.push(...arrayParts(name, value, arrayFormat));
		} else if (value !== undefined && value !== '') {
			parts.push(`${escaped(name)}=${escaped(value)}`);
		}
	}
	return parts.length > 0 ? `?${parts.join('&')}` : '';
}
