import { casePicker } from '../../fields/pickers';
import { simplify } from '../../fields/results';
import { simplifyDocuments } from '../../model/case';
import { isObject } from '../../model/json';
import { requestOperation } from '../../operation/requestOperation';

/** Lists the documents of a case (listCaseDocuments). */
export const getDocuments = requestOperation({
	kind: 'single',
	value: 'getDocuments',
	name: 'Get Documents',
	action: 'Get the documents of a case',
	description: 'Get the documents that were submitted with the tasks of a case',
	operationId: 'listCaseDocuments',
	fields: [casePicker('The case whose documents to get'), simplify],
	toItems(body, parameters, fail) {
		const { docs } = body;
		if (!Array.isArray(docs) || !docs.every(isObject)) return fail('docs');
		if (!parameters.boolean(simplify)) return docs;
		// Which case it was, where only its name was known.
		const process_instance_uuid = parameters.id('caseId');
		return simplifyDocuments(docs).map((file) => ({ ...file, process_instance_uuid }));
	},
});
