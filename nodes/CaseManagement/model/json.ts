/** An object of the service of which any part may be missing or of another type. */
export type Fields = Record<string, unknown>;

/** The fields of what should be an object; none if it is not. */
export const fieldsOf = (value: unknown): Fields =>
	typeof value === 'object' && value !== null ? (value as Fields) : {};

/** The entries of what should be an array; none if it is not. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * The named fields, in this order; what the service did not send is null.
 *
 * @param value what should be an object
 */
export function picked(value: unknown, names: readonly string[]): Fields {
	const fields = fieldsOf(value);
	return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

/** First and last name with a space; null if the service sent neither. */
export function fullName(person: unknown): string | null {
	const { first_name: first, last_name: last } = fieldsOf(person);
	const names = [first, last].filter((name) => typeof name === 'string' && name !== '');
	return names.length > 0 ? names.join(' ') : null;
}
