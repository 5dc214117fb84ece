import { fromFieldId, unmarkRequired } from '../model/fieldIds';
import { quote } from '../model/foreignText';
import { toMemberIds, valueKind } from '../model/formValues';
import type { FormContext, FormElement } from '../model/formValues';
import { asArray, asObject } from '../model/json';
import { inputProblem } from '../model/problem';
import type { Field, ItemParameters } from '../parameters/parameters';
import { readText } from '../parameters/values';
import { inputMode, teamMembers } from './form';
import { elementPicker } from './pickers';

export const usesFormFields = (parameters: ItemParameters): boolean =>
	parameters.choice(inputMode, ['fields', 'json']) === 'fields';

/** What the user entered for the fields of a form: the mapper `elements`, and for a start form the
 * rows of `teamMembers`. The mapper is read as it is stored: n8n's own conversion turns blank text
 * into 0 and lets blank text pass for a required field.
 * @returns value by key, not yet checked */
export function enteredValues(
	parameters: ItemParameters,
	elements: readonly FormElement[],
): Map<string, unknown> {
	const { mappingMode, value, schema } = asObject(parameters.value('elements'));
	const given =
		mappingMode === 'autoMapInputData'
			? pickMatching(parameters.source.getInputData().json, elements)
			: readMapped(asObject(value), asArray(schema));
	for (const [key, members] of readMemberRows(parameters, elements)) {
		given.set(key, [...(toMemberIds(given.get(key)) ?? []), ...members]);
	}
	return given;
}

function pickMatching(input: object, elements: readonly FormElement[]): Map<string, unknown> {
	const keys = new Set(elements.map(({ key }) => key));
	return new Map(Object.entries(input).filter(([key]) => keys.has(key)));
}

/** Fields that the person has set; one that was removed from the panel is not sent. */
function readMapped(values: object, schema: unknown[]): Map<string, unknown> {
	const removed = new Set(
		schema.map(asObject).flatMap(({ id, removed: gone }) => (gone === true ? [id] : [])),
	);
	return new Map(
		Object.entries(values)
			.filter(([id]) => !removed.has(id))
			.map(([id, value]) => [fromFieldId(id), value]),
	);
}

/** The rows of `teamMembers`; rows of one element are put together. */
function readMemberRows(
	parameters: ItemParameters,
	elements: readonly FormElement[],
): Map<string, string[]> {
	const chosen = new Map<string, string[]>();
	for (const row of asArray(parameters.collection(teamMembers).element).map(asObject)) {
		const members = toMemberIds(row.memberIds) ?? [];
		const id = readText(row[elementPicker.name], elementPicker.displayName);
		if (id === undefined && members.length === 0) continue;
		if (id === undefined) {
			throw inputProblem(
				`A row of "${teamMembers.displayName}" has members, but no element`,
				'Choose an element for the row, or remove the row.',
			);
		}
		const element = elements.find(
			({ identifier, key, type }) =>
				valueKind(type) === 'members' && (identifier === id || key === id),
		);
		if (element === undefined) {
			throw inputProblem(
				`"${teamMembers.displayName}" contains an element that is not in the form: ${quote(id)}`,
				'Choose the element from the list again. The form may have changed since this node was set up.',
			);
		}
		chosen.set(element.key, [...(chosen.get(element.key) ?? []), ...members]);
	}
	return chosen;
}

/** The values as JSON, sent as they are; `ifBlank` if the field is blank.
 * @param ifBlank an empty array or object: the shape that the values must have */
export function readFormJson<T extends object>(
	parameters: ItemParameters,
	field: Field,
	ifBlank: T,
	advice: string,
): T {
	const value = parameters.json(field, ifBlank);
	const isShaped = typeof value === 'object' && value !== null;
	if (isShaped && Array.isArray(value) === Array.isArray(ifBlank)) return value as T;
	const shape = Array.isArray(ifBlank) ? 'an array' : 'an object';
	throw inputProblem(`"${field.displayName}" must be ${shape}, but is ${quote(value)}`, advice);
}

export const formContext = (parameters: ItemParameters): FormContext => ({
	timeZone: parameters.source.getTimezone(),
	savedLabel: (key) => findSavedLabel(parameters, key),
});

function findSavedLabel(parameters: ItemParameters, key: string): string {
	const { schema } = asObject(parameters.value('elements'));
	const field = asArray(schema)
		.map(asObject)
		.find(({ id }) => fromFieldId(String(id)) === key);
	return field === undefined ? key : unmarkRequired(String(field.displayName ?? field.id));
}
