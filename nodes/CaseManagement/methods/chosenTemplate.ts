import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { locatorId, locatorValue } from '../parameters/locator';
import { noteChoice } from './choices';

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
 * What a list shows that depends on a template, as long as none is chosen. An error would show red,
 * and leave a stack trace in n8n's log, before anybody has done anything.
 */
export const CHOOSE_TEMPLATE = noteChoice('Choose a template first');
