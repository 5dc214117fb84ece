import { elements, elementsJson, inputMode, teamMembers } from '../../fields/form';
import { enteredValues, formContext, usesFormFields } from '../../fields/formInput';
import { templatePicker } from '../../fields/pickers';
import { checkMembers, formValues, uniqueLabel, valueKind } from '../../model/formValues';
import type { FormElement } from '../../model/formValues';
import { isObject } from '../../model/json';
import { inputProblem, quote } from '../../model/problem';
import { requestOperation } from '../../operation/requestOperation';
import type { OperationTools } from '../../operation/spec';
import type { ItemParameters } from '../../parameters/parameters';
import { fetchMembersIfAllowed, fetchStartForm } from '../../transport/forms';
import { ifNameTaken, label, lookBackDays, readNameRule } from './nameRule';
import { checkName, startOnce } from './startOnce';

const json = elementsJson(
	'The values of the start form, an object keyed by the assignedID of each element. Sent as it is; may stay empty.',
	'e.g. {"amount": 4711, "needed_by": "2026-12-31"}',
);

/** Starts a case (createCase). */
export const create = requestOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a case',
	description: 'Start a new case of a template',
	operationId: 'createCase',
	fields: [
		templatePicker('The process template. The list offers those that you may launch.'),
		label,
		ifNameTaken,
		lookBackDays,
		inputMode,
		elements('The start form of the template'),
		teamMembers,
		json,
	],
	buildRequest(parameters) {
		readNameRule(parameters);
		return { body: toBody(parameters, usesFormFields(parameters) ? {} : readJson(parameters)) };
	},
	async resolveRequest(parameters, tools) {
		const rule = readNameRule(parameters);
		if (rule !== undefined) await checkName(rule, tools);
		return usesFormFields(parameters)
			? { body: toBody(parameters, await startFormValues(parameters, tools)) }
			: {};
	},
	async aroundSend(parameters, tools, sendNow) {
		const rule = readNameRule(parameters);
		return rule === undefined ? await sendNow() : await startOnce(rule, tools, sendNow);
	},
	toItems(body, _parameters, fail) {
		const { message, process_instance_uuid } = body;
		if (typeof process_instance_uuid !== 'string' || process_instance_uuid === '') {
			return fail('process_instance_uuid');
		}
		// Also under the name that a case has everywhere else, so that one expression fits all nodes.
		return [{ message: message ?? null, process_instance_uuid, uuid: process_instance_uuid }];
	},
});

const toBody = (parameters: ItemParameters, submission_elements: object) => ({
	label: parameters.text(label),
	submission_elements,
	process_template_uuid: parameters.id('templateId'),
});

/** The element values as an object keyed by assignedID; none if the field is blank. */
function readJson(parameters: ItemParameters): object {
	const value = parameters.json(json, {});
	if (!isObject(value)) {
		throw inputProblem(
			`"${json.displayName}" must be an object, but is ${quote(value)}`,
			'Write {"<assignedID>": <value>, ...}. Template > Get Start Definition shows the keys.',
		);
	}
	return value;
}

/**
 * The values of a start form, checked against the live definition before anything is created. The
 * definition is read once per template and execution.
 *
 * @returns value by assignedID
 * @throws Problem (`input`) naming the field that is missing, gone, of the wrong type, or set to a
 * member who cannot be chosen
 */
async function startFormValues(parameters: ItemParameters, tools: OperationTools): Promise<object> {
	const templateId = parameters.id('templateId');
	const form = await tools.loadOnce(
		`form of ${templateId}`,
		async () => await fetchStartForm(tools.send, templateId),
	);
	const missing =
		form.manualLabel && parameters.text(label) === undefined ? [label.displayName] : [];
	const given = enteredValues(parameters, form.elements);
	const values = formValues(form.elements, given, { ...formContext(parameters), missing });
	await checkAllMembers(templateId, form.elements, new Map(values), tools);
	// Own properties, whatever the key: an assignment to __proto__ would make none.
	return Object.fromEntries(values);
}

/** Checks the chosen members; those of an element are read once if any item fills it. */
async function checkAllMembers(
	templateId: string,
	formElements: FormElement[],
	values: ReadonlyMap<string, unknown>,
	{ send, loadOnce }: OperationTools,
): Promise<void> {
	for (const element of formElements) {
		const { identifier, key, type } = element;
		if (valueKind(type) !== 'members' || identifier === undefined || !values.has(key)) continue;
		const members = await loadOnce(
			`members of ${identifier} in ${templateId}`,
			async () => await fetchMembersIfAllowed(send, templateId, identifier),
		);
		// Who may not list members may still create cases: the service then checks alone.
		if (members !== undefined) {
			checkMembers(uniqueLabel(formElements, element), values.get(key) as string[], members);
		}
	}
}
