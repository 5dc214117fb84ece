import { fieldsOf, fullName, picked } from './json';
import type { Fields } from './json';

const isArray = (value: unknown): value is unknown[] => Array.isArray(value);

const isPlain = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !isArray(value);

/**
 * The templates in a list whose shape the interface does not show (interface.md, section 4.2):
 * an array, an object with `process_templates`, or an object with exactly one array.
 *
 * @returns undefined if there is no such list, which is not the same as an empty one
 */
export function templatesIn(answer: unknown): object[] | undefined {
	const { process_templates: named } = fieldsOf(answer);
	const arrays = Object.values(fieldsOf(answer)).filter(isArray);
	const list = [answer, named, arrays.length === 1 ? arrays[0] : undefined].find(isArray);
	return list?.every(isPlain) ? list : undefined;
}

const SUMMARY = ['uuid', 'name', 'launchable', 'automated', 'resource_type'];

/**
 * A template in a list (interface.md, section 2.3).
 *
 * @returns the fields of design section 5 as far as they were sent
 */
export function templateSummary(entry: object): Fields {
	const fields = fieldsOf(entry);
	return Object.fromEntries(
		SUMMARY.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
	);
}

/**
 * The flat form of a template (interface.md, section 2.3, the single-template view).
 *
 * @param answer `{process_template, can_launch}`
 * @returns `{uuid, name, automated, can_launch}`
 */
export function simplifiedTemplate(answer: Fields): Fields {
	return {
		...picked(answer.process_template, ['uuid', 'name', 'automated']),
		can_launch: answer.can_launch ?? null,
	};
}

const DEFINITION = ['label', 'identifier', 'type', 'assignedID', 'required'];

/**
 * The elements of a start form, flat (interface.md, section 2.6).
 *
 * @param answer `{definition_elements: [{definition}]}`
 * @returns the fields of each definition; undefined if there is no list of elements
 */
export function definitionElements(answer: Fields): Fields[] | undefined {
	const { definition_elements: elements } = answer;
	return isArray(elements)
		? elements.map((element) => picked(fieldsOf(element).definition, DEFINITION))
		: undefined;
}

/**
 * The flat form of a start definition (interface.md, section 2.6).
 *
 * @param answer `{process_template, manual_label}`
 * @param elements its elements, flat
 * @returns `{uuid, name, manual_label, elements}`
 */
export function simplifiedDefinition(answer: Fields, elements: Fields[]): Fields {
	return {
		...picked(answer.process_template, ['uuid', 'name']),
		manual_label: answer.manual_label ?? null,
		elements,
	};
}

/**
 * The members who can be chosen (interface.md, section 2.7): without those that are deleted.
 *
 * @param members the entries of `members`
 * @returns the fields of design section 5, `name` being first and last name
 */
export function simplifiedMembers(members: unknown[]): Fields[] {
	return members
		.filter((member) => fieldsOf(member).deleted !== true)
		.map((member) => ({
			uuid: fieldsOf(member).uuid ?? null,
			name: fullName(member),
			...picked(member, ['first_name', 'last_name', 'invitation_status', 'deleted', 'slug']),
		}));
}
