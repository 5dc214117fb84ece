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
export function toTemplates(answer: unknown): object[] | undefined {
	const { process_templates: named } = asObject(answer);
	const arrays = Object.values(asObject(answer)).filter(isArray);
	const list = [answer, named, arrays.length === 1 ? arrays[0] : undefined].find(isArray);
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
 * @param answer `{process_template, can_launch}`
 * @returns `{uuid, name, automated, can_launch}`
 */
export function simplifyTemplate(answer: JsonObject): JsonObject {
	return {
		...pick(answer.process_template, ['uuid', 'name', 'automated']),
		can_launch: answer.can_launch ?? null,
	};
}

const DEFINITION = ['label', 'identifier', 'type', 'assignedID', 'required'];

/**
 * The elements of a start form, flat (getStartDefinition).
 *
 * @param answer `{definition_elements: [{definition}]}`
 * @returns the fields of each definition; undefined if there is no list of elements
 */
export function toDefinitionElements(answer: JsonObject): JsonObject[] | undefined {
	const { definition_elements: elements } = answer;
	return isArray(elements)
		? elements.map((element) => pick(asObject(element).definition, DEFINITION))
		: undefined;
}

/**
 * The flat form of a start definition (getStartDefinition).
 *
 * @param answer `{process_template, manual_label}`
 * @param elements its elements, flat
 * @returns `{uuid, name, manual_label, elements}`
 */
export function simplifyDefinition(answer: JsonObject, elements: JsonObject[]): JsonObject {
	return {
		...pick(answer.process_template, ['uuid', 'name']),
		manual_label: answer.manual_label ?? null,
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
