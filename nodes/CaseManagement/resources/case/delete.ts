import { operation } from '../../transport/operation';

/** Delete Case (interface.md, section 4.1). An answer without a body is a success too. */
export const deleteCase = operation({
	topic: 'case.delete',
	name: 'Delete',
	action: 'Delete a case',
	description: 'Delete a case permanently',
	request: { method: 'DELETE', url: '/process_monitor/process_instances/:caseId' },
	emptyIsFine: true,
	receive: ({ message }, parameters) => [
		{ deleted: true, message: message ?? null, process_instance_uuid: parameters.id('caseId') },
	],
});
