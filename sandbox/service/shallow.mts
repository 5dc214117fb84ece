/**
 * JSON of any depth, made fit to be written: JSON.stringify fails with a nesting of some thousands,
 * JSON.parse does not.
 */

/** How deep JSON may be nested to be shown as it is. */
export const SHOWN_DEPTH = 1000;

/** What stands for all that is nested deeper. */
const CUT = '(nested too deep to be shown)';

/**
 * The same value, without what is nested too deep.
 * @param value parsed JSON
 * @param depth how many levels are shown
 */
export function shallow(value: unknown, depth = SHOWN_DEPTH): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (depth === 0) return CUT;
	if (Array.isArray(value)) return value.map((entry) => shallow(entry, depth - 1));
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, shallow(entry, depth - 1)]),
	);
}
