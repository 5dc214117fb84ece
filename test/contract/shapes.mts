/**
 * The shape of JSON, in a form that can be written by hand, derived from openapi.yaml, and compared
 * with a value.
 */

/** A JSON schema, as far as openapi.yaml uses it. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	pattern?: string;
	examples?: Array<string | null>;
	enum?: string[];
	required?: string[];
	properties?: Record<string, Schema>;
	additionalProperties?: boolean;
	items?: Schema;
	'x-assumption'?: string;
}

/** A type by name, an object by its fields (`name?` is optional), or a list as `[shape]`. */
export type Shape = string | Shape[] | { [field: string]: Shape };

/** A list with entries of one shape. */
export const listOf = (entry: Shape): Shape => [entry];

/** A text with known values. */
export const oneOf = (...values: string[]): Shape => `one of ${[...values].sort().join(', ')}`;

/**
 * The shape of a schema.
 *
 * @param resolve follows a `$ref`
 */
export function shapeOf(given: Schema | true, resolve: (schema: Schema) => Schema): Shape {
	if (given === true) return 'anything';
	const schema = resolve(given);
	const { enum: values, format, items, properties, required = [], type } = schema;
	if (values) return oneOf(...values);
	if (type === 'array') return listOf(shapeOf(items ?? true, resolve));
	if (properties) {
		return Object.fromEntries(
			Object.entries(properties).map(([name, value]) => [
				required.includes(name) ? name : `${name}?`,
				shapeOf(value, resolve),
			]),
		);
	}
	return format ?? [type].flat().join(' or ');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function hasType(type: string, value: unknown): boolean {
	switch (type) {
		case 'uuid':
			return typeof value === 'string' && UUID.test(value);
		case 'integer':
			return Number.isInteger(value);
		case 'string or null':
			return value === null || typeof value === 'string';
		case 'anything':
			return value !== undefined;
		default:
			return type.startsWith('one of ')
				? type.slice('one of '.length).split(', ').includes(String(value))
				: typeof value === type;
	}
}

/**
 * The differences of a value from a shape: paths of fields that are missing or have another type.
 * Extra fields are allowed; an empty list proves nothing and counts as missing.
 */
export function lacks(shape: Shape, value: unknown, path = ''): string[] {
	if (typeof shape === 'string') {
		return hasType(shape, value) ? [] : [`${path} is no ${shape}: ${JSON.stringify(value)}`];
	}
	if (Array.isArray(shape)) {
		if (!Array.isArray(value) || value.length === 0) return [`${path} is no list with entries`];
		return value.flatMap((entry, index) => lacks(shape[0], entry, `${path}[${index}]`));
	}
	if (typeof value !== 'object' || value === null) return [`${path} is no object`];
	return Object.entries(shape).flatMap(([name, part]) =>
		lacks(part, (value as Record<string, unknown>)[name], `${path}.${name}`),
	);
}
