import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { toTemplates } from '../model/template';
import { TEMPLATE_SCOPES } from '../transport/endpoints';
import type { TemplateScope } from '../transport/endpoints';
import { missingFieldError, responseValue } from '../transport/response';
import { fillPath } from '../transport/url';
import { sortByName, toChoices } from './choices';
import type { Choice } from './choices';
import { BY_EXPRESSION, BY_ID, editorCall } from './editorCall';

/** The templates that the user may see, or may create cases for (listTemplates).
 * @param inPicker whether it is for a picker, otherwise for a dropdown
 * @returns by name
 * @throws NodeApiError or NodeOperationError with the reason in plain words */
export async function listTemplates(
	context: ILoadOptionsFunctions,
	scope: TemplateScope,
	inPicker: boolean,
): Promise<Choice[]> {
	const request = TEMPLATE_SCOPES[scope];
	const { operationId } = request;
	const call = { what: 'Templates', withoutRight: inPicker ? BY_ID : BY_EXPRESSION, inPicker };
	const templates = await editorCall(
		context,
		call,
		async (send) =>
			await send(
				{ ...request, path: fillPath(operationId) },
				(response) =>
					toTemplates(responseValue(response, operationId)) ??
					missingFieldError(response, operationId)('process_templates'),
			),
	);
	return sortByName(toChoices(templates.map(({ name, uuid }) => ({ name, value: uuid }))));
}
