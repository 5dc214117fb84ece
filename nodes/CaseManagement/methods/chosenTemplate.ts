import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { inputProblem } from '../model/problem';
import { locatorId, locatorValue } from '../parameters/locator';

/**
 * The template that the person has chosen in the panel, in whatever way: a resource locator of any
 * mode, plain text, or an expression that the editor has resolved.
 *
 * @returns undefined if none is chosen yet
 * @throws Problem (`input`) if what is chosen is no ID
 */
export function chosenTemplate(context: ILoadOptionsFunctions): string | undefined {
	const value = locatorValue(context.getCurrentNodeParameter('templateId'), 'templateId');
	const isBlank = value === undefined || value === null || String(value).trim() === '';
	return isBlank ? undefined : locatorId(value, 'templateId');
}

/**
 * The chosen template, for lists of what belongs to it.
 *
 * @throws Problem (`input`) as `chosenTemplate`, and if none is chosen
 */
export function requiredTemplate(context: ILoadOptionsFunctions): string {
	const template = chosenTemplate(context);
	if (template === undefined) {
		throw inputProblem('Choose a template first', 'What this list offers belongs to a template.');
	}
	return template;
}
