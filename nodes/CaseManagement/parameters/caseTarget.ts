import { rejectInexactNumbers } from '../model/exactJson';
import { IDENTIFIERS } from '../model/identifiers';
import { isObject } from '../model/json';
import { comparableName, comparableNumber } from '../model/names';
import { inputProblem, quote } from '../model/problem';
import { isNothing } from '../transport/path';
import type { ItemParameters } from './parameters';

/** A case that has to be looked for among the open ones. */
export interface SoughtCase {
	by: 'name' | 'number';
	/** The name as `comparableName` gives it, or the digits of the number. */
	value: string;
	/** Only among those of this template; among all if left out. */
	templateId: string | undefined;
	/** Whether the panel has a template, so that choosing one narrows the search. */
	hasTemplate: boolean;
}

const PARAMETER = `"${IDENTIFIERS.caseId.label}" (caseId)`;

/**
 * The case that an item names by its name or number.
 *
 * @param hasTemplate whether the panel has a template as well, which then narrows the search
 * @returns undefined if it is given by its ID
 * @throws Problem (`input`) for what is no name, no number or no ID
 */
export function readSoughtCase(
	parameters: ItemParameters,
	hasTemplate: boolean,
): SoughtCase | undefined {
	const locator = parameters.value('caseId');
	const { mode, value } = isObject(locator) ? locator : {};
	if (mode !== 'name' && mode !== 'number') {
		parameters.id('caseId');
		return undefined;
	}
	return {
		by: mode,
		value: mode === 'name' ? toName(value) : toNumber(value),
		templateId: hasTemplate ? chosenTemplate(parameters) : undefined,
		hasTemplate,
	};
}

function toName(value: unknown): string {
	rejectNothing(value, 'name');
	// An expression may give a name that is made of digits as a number.
	if (typeof value === 'number') rejectInexactNumbers(value, IDENTIFIERS.caseId.label);
	if (typeof value === 'string' || Number.isFinite(value)) return comparableName(String(value));
	throw inputProblem(
		`The parameter ${PARAMETER} must be the name of a case, but is ${quote(value)}`,
		'Enter its name. If it comes from an expression, pick the field that holds the name.',
	);
}

function toNumber(value: unknown): string {
	rejectNothing(value, 'number');
	const digits = comparableNumber(value);
	if (digits !== undefined) return digits;
	throw inputProblem(
		`The parameter ${PARAMETER} must be the number of a case, but is ${quote(value)}`,
		'Enter its running number (sequential_id), such as 62 or #62. For a name choose By Name, for a UUID By ID.',
	);
}

function rejectNothing(value: unknown, what: string): void {
	if (!isNothing(value)) return;
	throw inputProblem(
		`The parameter ${PARAMETER} is empty`,
		`Enter the ${what} of the case. If it comes from an expression, check that the expression finds a value for this item.`,
	);
}

/**
 * JSON mode runs without a template: then the cases of all are looked through. Only a list that nobody
 * has touched says so; an expression that finds nothing must not widen the search.
 */
function chosenTemplate(parameters: ItemParameters): string | undefined {
	const locator = parameters.value('templateId');
	const isUntouched =
		locator === null || (isObject(locator) && locator.mode === 'list' && locator.value === '');
	return isUntouched ? undefined : parameters.id('templateId');
}
