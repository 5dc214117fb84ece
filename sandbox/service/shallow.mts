/**
 * Makes JSON of any depth serializable: JSON.stringify fails at a nesting of some thousands,
 * JSON.parse does not.
 */

/** The maximum nesting of JSON that is shown unchanged. */
export const SHOWN_DEPTH = 1000;

/** The replacement for deeper nesting. */
const CUT = '(nested too deep to be shown)';

/**
 * Returns the value without parts that are nested too deeply.
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
