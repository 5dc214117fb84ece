import { elements, elementsJson, inputMode, teamMembers } from '../../fields/form';
import { enteredValues, formContext, readFormJson, usesFormFields } from '../../fields/formInput';
import { templatePicker } from '../../fields/pickers';
import { MAX_REQUESTS_IN_FLIGHT } from '../../execution/task';
import type { ItemTools } from '../../execution/task';
import { NewCaseName } from '../../lookup/startOnce';
import type { NameRule } from '../../lookup/existingCase';
import { checkMembers, formValues, uniqueLabel, valueKind } from '../../model/formValues';
import type { FormElement } from '../../model/formValues';
import type { Id } from '../../model/identifiers';
import type { Operation } from '../../operation/spec';
import type { ItemParameters } from '../../parameters/parameters';
import { fetchMembersIfAllowed, fetchStartForm } from '../../transport/forms';
import { readObject } from '../../transport/response';
import { fillPath } from '../../transport/url';
import { ifNameTaken, label, lookBackDays, readNameRule } from './nameRule';

const valuesJson = elementsJson(
	'The values of the start form: an object with the assignedID of each element as a key. It is sent unchanged. You can leave the field empty.',
	'e.g. {"amount": 4711, "needed_by": "2026-12-31"}',
);

const WRITE_OBJECT =
	'Write {"<assignedID>": <value>, ...}. Template > Get Start Definition shows the keys.';

interface PreparedStart {
	parameters: ItemParameters;
	templateId: Id;
	name: string | undefined;
	rule: NameRule | undefined;
	/** The values of the start form by assignedID; undefined until the form has been checked. */
	values: object | undefined;
}

const operationId = 'createCase';

/** Starts a case (createCase); or returns the one that has its name, if it is set to. */
export const createCase: Operation<PreparedStart> = {
	value: 'create',
	name: 'Create',
	action: 'Create a case',
	description: 'Start a new case from a template',
	operationId,
	fields: [
		templatePicker('The process template. The list shows the templates that you may launch.'),
		label,
		ifNameTaken,
		lookBackDays,
		inputMode,
		elements('Values for the start form of the template'),
		teamMembers,
		valuesJson,
	],
	task: {
		operationId,
		effect: 'once',
		itemsAtOnce: MAX_REQUESTS_IN_FLIGHT,
		failsWithRequest: true,
		prepare(parameters) {
			return {
				parameters,
				rule: readNameRule(parameters),
				name: parameters.text(label),
				templateId: parameters.id('templateId'),
				values: usesFormFields(parameters)
					? undefined
					: readFormJson(parameters, valuesJson, {}, WRITE_OBJECT),
			};
		},
		async plan(start, tools) {
			if (start.rule !== undefined) await new NewCaseName(start.rule, tools).check();
			return { ...start, values: start.values ?? (await startFormValues(start, tools)) };
		},
		async run({ templateId, name, rule, values }, tools) {
			const body = { label: name, submission_elements: values, process_template_uuid: templateId };
			const request = { operationId, path: fillPath(operationId), body } as const;
			const start = async () => await tools.send(request, readCreated);
			if (rule === undefined) return await start();
			return await new NewCaseName(rule, tools).startOnce(start);
		},
	},
};

const readCreated = readObject(operationId, ({ message, process_instance_uuid }, fail) => {
	if (typeof process_instance_uuid !== 'string' || process_instance_uuid === '') {
		return fail('process_instance_uuid');
	}
	// Also under the name that a case has everywhere else, so that one expression fits all nodes.
	return [{ message: message ?? null, process_instance_uuid, uuid: process_instance_uuid }];
});

/** The values of a start form, checked against the live definition before anything is created. The
 * definition is read once per template and try.
 * @returns value by assignedID
 * @throws Problem (`input`) naming the field that is missing, gone, of the wrong type, or set to a
 * member who cannot be chosen */
async function startFormValues(
	{ parameters, templateId, name }: PreparedStart,
	tools: ItemTools,
): Promise<object> {
	const form = await tools.thisTry.get(
		`form of ${templateId}`,
		async () => await fetchStartForm(tools.send, templateId),
	);
	const missing = form.manualLabel && name === undefined ? [label.displayName] : [];
	const given = enteredValues(parameters, form.elements);
	const values = formValues(form.elements, given, { ...formContext(parameters), missing });
	await checkAllMembers(templateId, form.elements, new Map(values), tools);
	// Own properties, whatever the key: an assignment to __proto__ would make none.
	return Object.fromEntries(values);
}

/** Checks the chosen members. Those of an element are read once if any item fills it. */
async function checkAllMembers(
	templateId: Id,
	formElements: FormElement[],
	values: ReadonlyMap<string, unknown>,
	{ send, thisTry }: ItemTools,
): Promise<void> {
	for (const element of formElements) {
		const { identifier, key, type } = element;
		if (valueKind(type) !== 'members' || !values.has(key)) continue;
		// A user who may not list members may still create cases: the service then checks alone.
		const members =
			identifier === undefined
				? undefined
				: await thisTry.get(
						`members of ${identifier} in ${templateId}`,
						async () => await fetchMembersIfAllowed(send, templateId, identifier),
					);
		const ids = values.get(key) as string[];
		checkMembers(uniqueLabel(formElements, element), ids, members);
	}
}
