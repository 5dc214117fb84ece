import { isNothing } from '../model/convert';
import { rejectLossyValues } from '../model/exactJson';
import { quote } from '../model/foreignText';
import { IDENTIFIERS } from '../model/identifiers';
import { isObject } from '../model/json';
import { comparableName, comparableNumber } from '../model/names';
import { inputProblem } from '../model/problem';
import type { ItemParameters } from '../parameters/parameters';

/** A case that has to be looked up among the open ones. */
export interface CaseTarget {
	by: 'name' | 'number';
	/** The name as `comparableName` gives it, or the digits of the number. */
	value: string;
	/** Only cases of this template; of all if left out. */
	templateId: string | undefined;
	/** Whether the panel has a template, so that choosing one narrows the search. */
	hasTemplate: boolean;
}

const PARAMETER = `"${IDENTIFIERS.caseId.label}" (caseId)`;

/** The case that an item gives by name or number.
 * @param hasTemplate whether the panel has a template as well, which then narrows the search
 * @returns undefined if it is given by its ID */
export function readCaseTarget(
	parameters: ItemParameters,
	hasTemplate: boolean,
): CaseTarget | undefined {
	const locator = parameters.value('caseId');
	const { mode: by, value } = isObject(locator) ? locator : {};
	if (by !== 'name' && by !== 'number') {
		parameters.id('caseId');
		return undefined;
	}
	if (isNothing(value)) {
		throw inputProblem(
			`The parameter ${PARAMETER} is empty`,
			`Enter the ${by} of the case. If it comes from an expression, check that the expression returns a value for this item.`,
		);
	}
	return {
		by,
		value: by === 'name' ? parseName(value) : parseNumber(value),
		templateId: hasTemplate ? readTemplate(parameters) : undefined,
		hasTemplate,
	};
}

function parseName(value: unknown): string {
	// An expression may give a name that is made of digits as a number.
	if (typeof value === 'number') rejectLossyValues(value, IDENTIFIERS.caseId.label);
	if (typeof value === 'string' || Number.isFinite(value)) return comparableName(String(value));
	throw inputProblem(
		`The parameter ${PARAMETER} must be the name of a case, but is ${quote(value)}`,
		'Enter the name. If it comes from an expression, use the field that contains the name.',
	);
}

function parseNumber(value: unknown): string {
	const digits = comparableNumber(value);
	if (digits !== undefined) return digits;
	throw inputProblem(
		`The parameter ${PARAMETER} must be the number of a case, but is ${quote(value)}`,
		'Enter its running number (sequential_id), such as 62 or #62. To enter a name, choose By Name. To enter a UUID, choose By ID.',
	);
}

/** JSON mode runs without a template; then the cases of all templates are searched. Only an
 * untouched list counts as none: an expression that finds nothing must not widen the search. */
function readTemplate(parameters: ItemParameters): string | undefined {
	const locator = parameters.value('templateId');
	const isUntouched =
		locator === null || (isObject(locator) && locator.mode === 'list' && locator.value === '');
	return isUntouched ? undefined : parameters.id('templateId');
}

export const describeTarget = ({ by, value }: CaseTarget): string =>
	by === 'name' ? `the name ${quote(value)}` : `the number ${value}`;
