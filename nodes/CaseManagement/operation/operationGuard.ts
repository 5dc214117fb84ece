import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { inputProblem, quote } from '../model/problem';
import type { Problem } from '../model/problem';
import { executionOfItem } from './execution';
import type { Execution } from './execution';
import { runItems } from './runner';

/** What the workflow stores, expressions unresolved. */
const stored = (context: IExecuteSingleFunctions, name: string): unknown =>
	context.getNodeParameter(name, null, { rawExpressions: true });

const unknownOperation = (resource: unknown, operation: unknown): Problem =>
	inputProblem(
		// n8n drops the operation where it cannot tell the resource.
		operation === null
			? `The resource ${quote(resource)} is not known`
			: `The operation ${quote(operation)} of ${quote(resource)} is not known`,
		'Nothing was sent. Choose Resource and Operation from their lists. Neither can be an expression: for several operations put a Switch in front, and one node for each of them behind it.',
	);

/**
 * Checks that the workflow names an operation. If `resource` is an expression (e.g. `$fromAI`), n8n's
 * routing matches the operations of every resource: `delete` could run on a template instead of a
 * case. So only literal values are accepted.
 *
 * @returns a Problem (`input`) if it names another one, or an expression
 */
export function operationMismatch(
	context: IExecuteSingleFunctions,
	resource: string,
	operation: string,
): Problem | undefined {
	const storedResource = stored(context, 'resource');
	const storedOperation = stored(context, 'operation');
	// What is not stored is at its default.
	const isNamed =
		(storedResource ?? resource) === resource && (storedOperation ?? operation) === operation;
	return isNamed ? undefined : unknownOperation(storedResource, storedOperation);
}

/**
 * Fails the items of an execution without sending anything.
 *
 * @returns an error item if the node continues on errors
 * @throws NodeOperationError in stop mode
 */
export async function rejectItems(
	execution: Execution,
	problem: Problem,
	title: string,
): Promise<INodeExecutionData[]> {
	return await runItems(
		{
			title,
			effect: 'none',
			failsWithRequest: true,
			prepare: () => {
				throw problem;
			},
			run: async () => [],
		},
		execution,
	);
}

/**
 * What n8n calls around each request if no operation has put its own hook there: without it, n8n
 * would send an empty, signed request to the base URL.
 */
export async function rejectUnknownOperation(
	this: IExecutePaginationFunctions,
): Promise<INodeExecutionData[]> {
	const problem = unknownOperation(stored(this, 'resource'), stored(this, 'operation'));
	return await rejectItems(executionOfItem(this), problem, 'Case Management');
}
