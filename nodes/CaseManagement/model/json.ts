/** An object of the service. Any part of it may be missing or have another type. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object: neither null nor an array. */
export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of what should be an object; none if it is not one. */
export const asObject = (value: unknown): JsonObject =>
	typeof value === 'object' && value !== null ? (value as JsonObject) : {};

/** The entries of what should be an array; none if it is not one. */
export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The named fields, in this order; null for what the service did not send. */
export function pick(value: unknown, names: readonly string[]): JsonObject {
	const fields = asObject(value);
	return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

/** The fields that are not undefined. */
export const definedOf = (fields: object): JsonObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** First and last name with a space between; null if the service sent neither. */
export function fullName(person: unknown): string | null {
	const { first_name: first, last_name: last } = asObject(person);
	const names = [first, last].filter((name) => typeof name === 'string' && name !== '');
	return names.length > 0 ? names.join(' ') : null;
}

/** The value of JSON text, or why it cannot be parsed. */
export function parseJson(text: string): { value?: unknown; error?: Error } {
	try {
		return { value: JSON.parse(text) as unknown };
	} catch (error) {
		return { error: error as Error };
	}
}

/** JSON text; undefined for what has none: a function, a BigInt, an object that contains itself. */
export function toJson(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}
