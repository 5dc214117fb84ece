import { asArray, asObject, definedOf, fullName, isObject, pick } from './json';
import type { JsonObject } from './json';

/** The templates in a list whose shape the interface does not show (listTemplates): an array, an
 * object with `process_templates`, or an object with exactly one array.
 * @returns undefined if there is no such list, which is not the same as an empty one */
export function toTemplates(body: unknown): JsonObject[] | undefined {
	const arrays = Object.values(asObject(body)).filter((value) => Array.isArray(value));
	const list = [body, asObject(body).process_templates, arrays.length === 1 ? arrays[0] : null]
		.filter((value) => Array.isArray(value))
		.at(0);
	return list?.every(isObject) ? list : undefined;
}

const SUMMARY = ['uuid', 'name', 'launchable', 'automated', 'resource_type'];

/** A template of a list (listTemplates): the fields of the output preview as far as they were sent. */
export const summarizeTemplate = (entry: JsonObject): JsonObject =>
	definedOf(Object.fromEntries(SUMMARY.map((name) => [name, entry[name]])));

/** The flat form of a template (getTemplate).
 * @param body `{process_template, can_launch}`
 * @returns `{uuid, name, automated, can_launch}` */
export const simplifyTemplate = ({ process_template, can_launch }: JsonObject): JsonObject => ({
	...pick(process_template, ['uuid', 'name', 'automated']),
	can_launch: can_launch ?? null,
});

const DEFINITION = ['label', 'identifier', 'type', 'assignedID', 'required'];

/** The elements of a start form (getStartDefinition), flat; undefined if there is no list.
 * @param body `{definition_elements: [{definition}]}` */
export const toDefinitionElements = ({ definition_elements: list }: JsonObject) =>
	pickFromEach(list, 'definition', DEFINITION);

const SIGNAL_ELEMENT = ['label', 'name', 'type', 'exit_type', 'required'];

/** The data that a signal needs (getSignal), flat; undefined if there is no list.
 * @param body `{submission_elements: [{definition_element}]}` */
export const toSignalElements = ({ submission_elements: list }: JsonObject) =>
	pickFromEach(list, 'definition_element', SIGNAL_ELEMENT);

const pickFromEach = (list: unknown, key: string, names: string[]): JsonObject[] | undefined =>
	Array.isArray(list) ? asArray(list).map((entry) => pick(asObject(entry)[key], names)) : undefined;

/** The flat form of a start definition (getStartDefinition).
 * @param body `{process_template, manual_label}`
 * @returns `{uuid, name, manual_label, elements}` */
export const simplifyDefinition = (body: JsonObject, elements: JsonObject[]): JsonObject => ({
	...pick(body.process_template, ['uuid', 'name']),
	manual_label: body.manual_label ?? null,
	elements,
});

/** The members who can be chosen (listElementMembers), without deleted ones.
 * @returns the fields of the output preview, `name` being first and last name */
export const simplifyMembers = (members: unknown[]): JsonObject[] =>
	members
		.map(asObject)
		.filter(({ deleted }) => deleted !== true)
		.map((member) => ({
			uuid: member.uuid ?? null,
			name: fullName(member),
			...pick(member, ['first_name', 'last_name', 'invitation_status', 'deleted', 'slug']),
		}));

/** The Signal IDs in `{signals: [string]}` (listSignals); undefined if there is no such list. */
export function toSignalIds(body: unknown): string[] | undefined {
	const { signals } = asObject(body);
	return Array.isArray(signals) && signals.every((signal) => typeof signal === 'string')
		? signals
		: undefined;
}
