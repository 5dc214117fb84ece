import { inputProblem, quote } from '../../model/problem';
import { isObject } from '../../model/json';
import { operation } from '../../operation/operation';
import type { ItemParameters } from '../../parameters/parameters';
import { usesFormFields } from '../../parameters/formInput';
import { startValues } from './startValues';

/** Create New Case (interface.md, section 4.1). */
export const create = operation({
	topic: 'case.create',
	name: 'Create',
	action: 'Create a case',
	description: 'Start a new case of a template',
	request: { method: 'POST', url: '/process_instances' },
	prepare: (parameters) => ({
		body: bodyOf(parameters, usesFormFields(parameters) ? {} : jsonElements(parameters)),
	}),
	complete: async (parameters, ask, once) =>
		usesFormFields(parameters)
			? { body: bodyOf(parameters, await startValues(parameters, ask, once)) }
			: {},
	receive(answer, _parameters, missing) {
		const { message, process_instance_uuid } = answer;
		if (typeof process_instance_uuid !== 'string' || process_instance_uuid === '') {
			return missing('process_instance_uuid');
		}
		return [{ message: message ?? null, process_instance_uuid }];
	},
});

const bodyOf = (parameters: ItemParameters, submission_elements: object) => ({
	label: parameters.text('label', 'Label'),
	submission_elements,
	process_template_uuid: parameters.id('templateId'),
});

/** The element values as an object keyed by assignedID; none if the field is blank. */
function jsonElements(parameters: ItemParameters): object {
	const elements = parameters.json('elementsJson', 'Elements (JSON)', {});
	if (!isObject(elements)) {
		throw inputProblem(
			`"Elements (JSON)" must be an object, but is ${quote(elements)}`,
			'Write {"<assignedID>": <value>, ...}. Template > Get Start Definition shows the keys.',
		);
	}
	return elements;
}
