/** Query strings: the raw values, and their meaning under the contract. */

/** A raw query: decoded, with unchanged names. */
export type RawQuery = Record<string, string | string[]>;

/**
 * Parses a query string.
 * @param search what follows the `?`, without it
 * @returns values by name; a repeated name has an array
 */
export function parseQuery(search: string): RawQuery {
	const query: RawQuery = Object.create(null) as RawQuery;
	for (const [name, value] of new URLSearchParams(search)) {
		const known = query[name];
		query[name] = known === undefined ? value : [known, value].flat();
	}
	return query;
}

/** A query parameter of the contract. */
export interface QueryParameter {
	/** As declared: the name of an array ends in `[]`. */
	name: string;
	isArray: boolean;
}

/**
 * Reads a query under the contract. The interface does not show how arrays go out (see listCases),
 * so four ways are understood: `status[]=a`, which is the one declared, `status[0]=a`,
 * `status=a&status=b` and `status=a,b`.
 * @param raw the query as it came
 * @param parameters the parameters of the operation
 * @returns the values by parameter name (arrays for array parameters), and the names that the
 * operation does not know
 */
export function readQuery(
	raw: RawQuery,
	parameters: readonly QueryParameter[],
): { query: RawQuery; unknown: string[] } {
	const query: RawQuery = {};
	const unknown: string[] = [];
	for (const [sentName, value] of Object.entries(raw)) {
		const listName = `${sentName.replace(/\[\d*\]$/, '')}[]`;
		const parameter = parameters.find(({ name, isArray }) =>
			isArray ? name === listName : name === sentName,
		);
		if (!parameter) {
			unknown.push(sentName);
		} else if (parameter.isArray) {
			const values = [value].flat().flatMap((entry) => entry.split(','));
			query[listName] = [query[listName] ?? [], values].flat();
		} else {
			query[sentName] = value;
		}
	}
	return { query, unknown };
}
