import { checkMembers, formValues, valueKind, uniqueLabel } from '../../model/formValues';
import { inputProblem } from '../../model/problem';
import { fetchMembersIfAllowed, fetchStartForm } from '../../transport/forms';
import type { ItemParameters } from '../../parameters/parameters';
import type { Once } from '../../operation/itemRunner';
import type { SendRequest } from '../../transport/send';
import { enteredValues, savedLabels } from '../../parameters/formInput';

/**
 * The values of a start form, checked against the live definition before anything is created.
 *
 * The definition is read once per template and execution, and the members of a team_members element
 * once if any item fills it.
 *
 * @returns value by assignedID (interface.md, section 4.1, Create body rules)
 * @throws Problem (`input`) naming the field that is missing, gone, of the wrong type, or set to a
 * member who cannot be chosen
 */
export async function startValues(
	parameters: ItemParameters,
	ask: SendRequest,
	once: Once,
): Promise<object> {
	const templateId = parameters.id('templateId');
	const { manualLabel, elements } = await once(
		`form of ${templateId}`,
		async () => await fetchStartForm(ask, templateId),
	);
	if (manualLabel && parameters.text('label', 'Label') === undefined) {
		throw inputProblem(
			'"Label" is empty, but this template needs one',
			'Enter a Label: it becomes the name of the case.',
		);
	}
	const given = enteredValues(parameters, elements);
	const values = formValues(elements, given, savedLabels(parameters));
	const byKey = new Map(elements.map((element) => [element.key, element]));
	for (const [key, value] of values) {
		const element = byKey.get(key);
		const { identifier } = element ?? {};
		if (
			element === undefined ||
			valueKind(element.type) !== 'members' ||
			identifier === undefined
		) {
			continue;
		}
		const members = await once(
			`members of ${identifier} in ${templateId}`,
			async () => await fetchMembersIfAllowed(ask, templateId, identifier),
		);
		// Who may not list members may still create cases: the service then checks alone.
		if (members !== undefined) {
			checkMembers(uniqueLabel(elements, element), value as string[], members);
		}
	}
	// Own properties, whatever the key: an assignment to __proto__ would make none.
	return Object.fromEntries(values);
}
