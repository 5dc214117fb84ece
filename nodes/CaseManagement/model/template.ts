import { asObject, fullName, pick } from './json';
import type { JsonObject } from './json';

const isArray = (value: unknown): value is unknown[] => Array.isArray(value);

const isPlain = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !isArray(value);

/**
 * The templates in a list whose shape the interface does not show (listTemplates):
 * an array, an object with `process_templates`, or an object with exactly one array.
 *
 * @returns undefined if there is no such list, which is not the same as an empty one
 */
export function toTemplates(body: unknown): object[] | undefined {
	const { process_templates: named } = asObject(body);
	const arrays = Object.values(asObject(body)).filter(isArray);
	const list = [body, named, arrays.length === 1 ? arrays[0] : undefined].find(isArray);
	return list?.every(isPlain) ? list : undefined;
}

const SUMMARY = ['uuid', 'name', 'launchable', 'automated', 'resource_type'];

/**
 * A template in a list (listTemplates).
 *
 * @returns the fields of the output preview as far as they were sent
 */
export function summarizeTemplate(entry: object): JsonObject {
	const fields = asObject(entry);
	return Object.fromEntries(
		SUMMARY.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
	);
}

/**
 * The flat form of a template (getTemplate).
 *
 * @param body `{process_template, can_launch}`
 * @returns `{uuid, name, automated, can_launch}`
 */
export function simplifyTemplate(body: JsonObject): JsonObject {
	return {
		...pick(body.process_template, ['uuid', 'name', 'automated']),
		can_launch: body.can_launch ?? null,
	};
}

const DEFINITION = ['label', 'identifier', 'type', 'assignedID', 'required'];

/**
 * The elements of a start form, flat (getStartDefinition).
 *
 * @param body `{definition_elements: [{definition}]}`
 * @returns the fields of each definition; undefined if there is no list of elements
 */
export function toDefinitionElements(body: JsonObject): JsonObject[] | undefined {
	const { definition_elements: elements } = body;
	return isArray(elements)
		? elements.map((element) => pick(asObject(element).definition, DEFINITION))
		: undefined;
}

/**
 * The flat form of a start definition (getStartDefinition).
 *
 * @param body `{process_template, manual_label}`
 * @param elements its elements, flat
 * @returns `{uuid, name, manual_label, elements}`
 */
export function simplifyDefinition(body: JsonObject, elements: JsonObject[]): JsonObject {
	return {
		...pick(body.process_template, ['uuid', 'name']),
		manual_label: body.manual_label ?? null,
		elements,
	};
}

/**
 * The members who can be chosen (listElementMembers): without those that are deleted.
 *
 * @param members the entries of `members`
 * @returns the fields of the output preview, `name` being first and last name
 */
export function simplifyMembers(members: unknown[]): JsonObject[] {
	return members
		.filter((member) => asObject(member).deleted !== true)
		.map((member) => ({
			uuid: asObject(member).uuid ?? null,
			name: fullName(member),
			...pick(member, ['first_name', 'last_name', 'invitation_status', 'deleted', 'slug']),
		}));
}
