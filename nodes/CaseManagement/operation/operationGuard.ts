import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { inputProblem, quote } from '../model/problem';
import type { Problem } from '../model/problem';
import { runItem } from './itemRunner';

/** What the workflow stores, expressions unresolved. */
const stored = (context: IExecuteSingleFunctions, name: string): unknown =>
	context.getNodeParameter(name, null, { rawExpressions: true });

const notKnown = (resource: unknown, operation: unknown): Problem =>
	inputProblem(
		// n8n drops the operation where it cannot tell the resource.
		operation === null
			? `The resource ${quote(resource)} is not known`
			: `The operation ${quote(operation)} of ${quote(resource)} is not known`,
		'Nothing was sent. Choose Resource and Operation from their lists. Neither can be an expression: for several operations put a Switch in front, and one node for each of them behind it.',
	);

/**
 * Checks that the workflow names this operation. n8n takes a resource that an agent is to fill in
 * for any of them, and would delete a template where a case was meant.
 *
 * @param topic `resource.operation`, e.g. `case.get`
 * @throws Problem (`input`) if it names another one, or an expression
 */
export function assertOperation(context: IExecuteSingleFunctions, topic: string): void {
	const [resource, operation] = ['resource', 'operation'].map((name) => stored(context, name));
	// What is not stored is at its default.
	const [ownResource, ownOperation] = topic.split('.');
	if ((resource ?? ownResource) === ownResource && (operation ?? ownOperation) === ownOperation) {
		return;
	}
	throw notKnown(resource, operation);
}

/**
 * What n8n calls around each request if no operation has put its own hook there: without it, n8n
 * would send an empty, signed request to the base URL.
 *
 * @returns an error item if the node continues on errors
 * @throws NodeOperationError in stop mode
 */
export async function rejectUnknownOperation(
	this: IExecutePaginationFunctions,
): Promise<INodeExecutionData[]> {
	return await runItem(this, {
		operation: 'Case Management',
		write: false,
		prepare: () => {
			throw notKnown(stored(this, 'resource'), stored(this, 'operation'));
		},
		work: async () => [],
	});
}
