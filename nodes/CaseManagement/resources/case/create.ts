import { badInput, shown } from '../../model/problem';
import { isObject } from '../../transport/response';
import { operation } from '../../operation/operation';
import type { Parameters } from '../../parameters/parameters';
import { fromFields } from '../../parameters/formInput';
import { startValues } from './startValues';

/** Create New Case (interface.md, section 4.1). */
export const create = operation({
	topic: 'case.create',
	name: 'Create',
	action: 'Create a case',
	description: 'Start a new case of a template',
	request: { method: 'POST', url: '/process_instances' },
	prepare: (parameters) => ({
		body: bodyOf(parameters, fromFields(parameters) ? {} : jsonElements(parameters)),
	}),
	complete: async (parameters, ask, once) =>
		fromFields(parameters)
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

const bodyOf = (parameters: Parameters, submission_elements: object) => ({
	label: parameters.text('label', 'Label'),
	submission_elements,
	process_template_uuid: parameters.id('templateId'),
});

/** The element values as an object keyed by assignedID; none if the field is blank. */
function jsonElements(parameters: Parameters): object {
	const elements = parameters.json('elementsJson', 'Elements (JSON)', {});
	if (!isObject(elements)) {
		throw badInput(
			`"Elements (JSON)" must be an object, but is ${shown(elements)}`,
			'Write {"<assignedID>": <value>, ...}. Template > Get Start Definition shows the keys.',
		);
	}
	return elements;
}
