/** An object of the service of which any part may be missing or of another type. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object: neither null nor an array. */
export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of what should be an object; none if it is not. */
export const asObject = (value: unknown): JsonObject =>
	typeof value === 'object' && value !== null ? (value as JsonObject) : {};

/** The entries of what should be an array; none if it is not. */
export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * The named fields, in this order; what the service did not send is null.
 *
 * @param value what should be an object
 */
export function pick(value: unknown, names: readonly string[]): JsonObject {
	const fields = asObject(value);
	return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

/** First and last name with a space; null if the service sent neither. */
export function fullName(person: unknown): string | null {
	const { first_name: first, last_name: last } = asObject(person);
	const names = [first, last].filter((name) => typeof name === 'string' && name !== '');
	return names.length > 0 ? names.join(' ') : null;
}
