import { toDefinitionElements, simplifyDefinition } from '../../model/template';
import { operation } from '../../operation/operation';

/** Start Definition (interface.md, section 4.3). */
export const getStartDefinition = operation({
	topic: 'template.getStartDefinition',
	name: 'Get Start Definition',
	action: 'Get the start definition of a template',
	description: 'Get what a template needs to create a case: its start form',
	request: { method: 'GET', url: '/process_templates/automation/:templateId/start_definition' },
	receive(answer, parameters, missing) {
		const elements = toDefinitionElements(answer) ?? missing('definition_elements');
		return [parameters.boolean('simplify') ? simplifyDefinition(answer, elements) : answer];
	},
});
