import { operation } from '../../operation/operation';

/** Delete Case as interface.md (section 4.1) writes it. */
export const deleteRequest = {
	method: 'DELETE',
	url: '/process_monitor/process_instances/:caseId',
} as const;

/** Delete Case (interface.md, section 4.1). An answer without a body is a success too. */
export const deleteCase = operation({
	topic: 'case.delete',
	name: 'Delete',
	action: 'Delete a case',
	description: 'Delete a case permanently',
	request: deleteRequest,
	allowsEmptyBody: true,
	receive: ({ message }, parameters) => [
		{ deleted: true, message: message ?? null, process_instance_uuid: parameters.id('caseId') },
	],
});
