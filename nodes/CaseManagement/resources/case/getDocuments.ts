import { simplifyDocuments } from '../../model/case';
import { isObject } from '../../model/json';
import { operation } from '../../operation/operation';

/** List Case Documents (interface.md, section 4.1). */
export const getDocuments = operation({
	topic: 'case.getDocuments',
	name: 'Get Documents',
	action: 'Get the documents of a case',
	description: 'Get the documents that were handed in with the tasks of a case',
	request: { method: 'GET', url: '/process_monitor/process_instances/:caseId/documents' },
	receive(answer, parameters, missing) {
		const { docs } = answer;
		if (!Array.isArray(docs) || !docs.every(isObject)) return missing('docs');
		return parameters.boolean('simplify') ? simplifyDocuments(docs) : docs;
	},
});
