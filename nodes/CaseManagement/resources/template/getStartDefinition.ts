import { templatePicker } from '../../fields/pickers';
import { simplify } from '../../fields/results';
import { simplifyDefinition, toDefinitionElements } from '../../model/template';
import { requestOperation } from '../../operation/requestOperation';

/** Gets the start form of a template (getStartDefinition). */
export const getStartDefinition = requestOperation({
	kind: 'single',
	value: 'getStartDefinition',
	name: 'Get Start Definition',
	action: 'Get the start definition of a template',
	description: 'Get what a template needs to create a case: its start form',
	operationId: 'getStartDefinition',
	fields: [templatePicker('The process template whose start form to get'), simplify],
	toItems(body, parameters, fail) {
		const elements = toDefinitionElements(body) ?? fail('definition_elements');
		return [parameters.boolean(simplify) ? simplifyDefinition(body, elements) : body];
	},
});
