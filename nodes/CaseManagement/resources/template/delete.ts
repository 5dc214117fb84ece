import { operation } from '../../operation/operation';

/** Delete Process Template (interface.md, section 4.2): under `directory`, unlike all others. */
export const deleteTemplate = operation({
	topic: 'template.delete',
	name: 'Delete',
	action: 'Delete a template',
	description: 'Delete a process template',
	request: { method: 'DELETE', url: '/process_templates/directory/:templateId' },
	allowsEmptyBody: true,
	receive: ({ message }, parameters) => [
		{ deleted: true, message: message ?? null, template_uuid: parameters.id('templateId') },
	],
});
