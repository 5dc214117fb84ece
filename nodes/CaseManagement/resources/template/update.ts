import { inputProblem } from '../../model/problem';
import { operation } from '../../operation/operation';

/** Update Process Template (interface.md, section 4.2): its name is all that can be changed. */
export const update = operation({
	topic: 'template.update',
	name: 'Update',
	action: 'Update a template',
	description: 'Rename a process template',
	request: { method: 'PUT', url: '/process_templates/basic/:templateId' },
	allowsEmptyBody: true,
	prepare(parameters) {
		const name = parameters.text('name', 'Name');
		if (name === undefined) {
			throw inputProblem('The parameter "Name" is empty', 'Enter the new name of the template.');
		}
		return { body: { name } };
	},
	receive: ({ message }, parameters) => [
		{ message: message ?? null, template_uuid: parameters.id('templateId') },
	],
});
