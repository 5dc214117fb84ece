import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { executionOfItem } from '../execution/execution';
import { runItems } from '../execution/runner';
import type { ItemTask } from '../execution/task';
import { quote } from '../model/foreignText';
import { inputProblem } from '../model/problem';
import type { Problem } from '../model/problem';

/** What the workflow stores, expressions unresolved. */
const storedParameter = (context: IExecuteSingleFunctions, name: string): unknown =>
	context.getNodeParameter(name, null, { rawExpressions: true });

const unknownOperation = (resource: unknown, operation: unknown): Problem =>
	inputProblem(
		// n8n drops the operation where it cannot tell the resource.
		operation === null
			? `The resource ${quote(resource)} is not known`
			: `The operation ${quote(operation)} of ${quote(resource)} is not known`,
		'Nothing was sent. Choose Resource and Operation from their lists. Neither can be an expression. To use several operations, add a Switch node in front and connect it to one node for each operation.',
	);

/** Checks that the workflow names an operation. If `resource` is an expression (e.g. `$fromAI`),
 * n8n's routing matches the operations of every resource: `delete` could run on a template instead
 * of a case. So only literal values are accepted.
 * @returns a Problem (`input`) if it names another one, or an expression */
export function unnamedOperation(
	context: IExecuteSingleFunctions,
	resource: string,
	operation: string,
): Problem | undefined {
	const storedResource = storedParameter(context, 'resource');
	const storedOperation = storedParameter(context, 'operation');
	// What is not stored is at its default.
	const isNamed =
		(storedResource ?? resource) === resource && (storedOperation ?? operation) === operation;
	return isNamed ? undefined : unknownOperation(storedResource, storedOperation);
}

/** A task that fails every item, and sends nothing. */
export const failingTask = (problem: Problem): ItemTask<never> => ({
	effect: 'none',
	prepare: () => {
		throw problem;
	},
	run: async () => [],
});

/** What n8n calls around each request if no operation has put its own hook there: without it, n8n
 * would send an empty, signed request to the base URL. */
export async function rejectUnknownOperation(
	this: IExecutePaginationFunctions,
): Promise<INodeExecutionData[]> {
	const problem = unknownOperation(
		storedParameter(this, 'resource'),
		storedParameter(this, 'operation'),
	);
	return await runItems(failingTask(problem), executionOfItem(this), 'Case Management');
}
