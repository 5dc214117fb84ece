import { kindOf, membersOf } from '../model/formValues';
import type { FormElement } from '../model/formValues';
import { keyOf, labelOf } from '../model/fieldIds';
import { fieldsOf, listOf } from '../model/json';
import { badInput, shown } from '../model/problem';
import { textOf } from './values';
import type { Parameters } from './parameters';

/** Whether the values come from the fields of the form, not from JSON. */
export const fromFields = (parameters: Parameters): boolean =>
	parameters.raw('inputMode') !== 'json';

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
export function givenValues(
	parameters: Parameters,
	elements: readonly FormElement[],
): Map<string, unknown> {
	const { mappingMode, value, schema } = fieldsOf(parameters.raw('elements'));
	const given =
		mappingMode === 'autoMapInputData'
			? matching(parameters.input(), elements)
			: mapped(fieldsOf(value), listOf(schema));
	for (const [key, members] of chosenMembers(parameters, elements)) {
		given.set(key, [...(membersOf(given.get(key)) ?? []), ...members]);
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
		schema.map(fieldsOf).flatMap(({ id, removed: gone }) => (gone === true ? [id] : [])),
	);
	return new Map(
		Object.entries(values)
			.filter(([id]) => !removed.has(id))
			.map(([id, value]) => [keyOf(id), value]),
	);
}

/** The rows of `teamMembers`; rows of one element are put together. */
function chosenMembers(
	parameters: Parameters,
	elements: readonly FormElement[],
): Map<string, string[]> {
	const chosen = new Map<string, string[]>();
	for (const row of listOf(parameters.collection('teamMembers').element).map(fieldsOf)) {
		const members = membersOf(row.memberIds) ?? [];
		const id = textOf(row.definitionElementId, 'Element Name or ID');
		if (id === undefined && members.length === 0) continue;
		const element = elements.find(
			({ identifier, key, type }) =>
				kindOf(type) === 'members' && (identifier === id || key === id),
		);
		if (element === undefined) {
			throw badInput(
				`"Team Members" names an element that the form does not have: ${shown(id)}`,
				'Choose the element from the list again. The form may have changed since this node was set up.',
			);
		}
		chosen.set(element.key, [...(chosen.get(element.key) ?? []), ...members]);
	}
	return chosen;
}

/**
 * The labels under which the saved form shows its fields, for fields that the live form has lost.
 *
 * @returns label by key
 */
export function savedLabels(parameters: Parameters): Map<string, string> {
	const { schema } = fieldsOf(parameters.raw('elements'));
	return new Map(
		listOf(schema)
			.map(fieldsOf)
			.map(({ id, displayName }) => [keyOf(String(id)), labelOf(String(displayName ?? id))]),
	);
}
