import { toMemberIds, valueKind } from '../model/formValues';
import type { FormContext, FormElement } from '../model/formValues';
import { fromFieldId, unmarkRequired } from '../model/fieldIds';
import { asArray, asObject } from '../model/json';
import { inputProblem, quote } from '../model/problem';
import type { ItemParameters } from '../parameters/parameters';
import { toText } from '../parameters/values';
import { inputMode, rowElement, teamMembers } from './form';

/** Whether the values come from the fields of the form, not from JSON. */
export const usesFormFields = (parameters: ItemParameters): boolean =>
	parameters.value(inputMode.name) !== 'json';

/**
 * What the person has given for the fields of a form: the mapper `elements`, and for a start form
 * the rows of `teamMembers`.
 *
 * The mapper is read as it is stored: n8n's own conversion of it turns blank text into 0 and lets
 * blank text pass for a required field.
 *
 * @param elements the live form
 * @returns value by key, not yet checked
 * @throws Problem (`input`) if a row names no element of the form
 */
export function enteredValues(
	parameters: ItemParameters,
	elements: readonly FormElement[],
): Map<string, unknown> {
	const { mappingMode, value, schema } = asObject(parameters.value('elements'));
	const given =
		mappingMode === 'autoMapInputData'
			? matching(parameters.input(), elements)
			: mapped(asObject(value), asArray(schema));
	for (const [key, members] of chosenMembers(parameters, elements)) {
		given.set(key, [...(toMemberIds(given.get(key)) ?? []), ...members]);
	}
	return given;
}

/** Input fields that are named like a field of the form; the others are not meant for it. */
function matching(input: object, elements: readonly FormElement[]): Map<string, unknown> {
	const keys = new Set(elements.map(({ key }) => key));
	return new Map(Object.entries(input).filter(([key]) => keys.has(key)));
}

/** Fields that the person has set; one that was removed from the panel is not sent. */
function mapped(values: object, schema: unknown[]): Map<string, unknown> {
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
function chosenMembers(
	parameters: ItemParameters,
	elements: readonly FormElement[],
): Map<string, string[]> {
	const chosen = new Map<string, string[]>();
	for (const row of asArray(parameters.collection(teamMembers).element).map(asObject)) {
		const members = toMemberIds(row.memberIds) ?? [];
		const id = toText(row[rowElement.name], rowElement.displayName);
		if (id === undefined && members.length === 0) continue;
		if (id === undefined) {
			throw inputProblem(
				`A row of "${teamMembers.displayName}" has members, but no element`,
				'Choose the element of the row, or remove the row.',
			);
		}
		const element = elements.find(
			({ identifier, key, type }) =>
				valueKind(type) === 'members' && (identifier === id || key === id),
		);
		if (element === undefined) {
			throw inputProblem(
				`"${teamMembers.displayName}" names an element that the form does not have: ${quote(id)}`,
				'Choose the element from the list again. The form may have changed since this node was set up.',
			);
		}
		chosen.set(element.key, [...(chosen.get(element.key) ?? []), ...members]);
	}
	return chosen;
}

/** What the values of an item's form are converted with. */
export const formContext = (parameters: ItemParameters): FormContext => ({
	timeZone: parameters.timeZone(),
	savedLabel: (key) => savedLabel(parameters, key),
});

/** The label under which the saved form shows a field; its key if the saved form does not have it. */
function savedLabel(parameters: ItemParameters, key: string): string {
	const { schema } = asObject(parameters.value('elements'));
	const field = asArray(schema)
		.map(asObject)
		.find(({ id }) => fromFieldId(String(id)) === key);
	return field === undefined ? key : unmarkRequired(String(field.displayName ?? field.id));
}
