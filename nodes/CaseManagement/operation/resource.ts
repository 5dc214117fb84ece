import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { endpoint } from '../transport/endpoints';
import { executionOfItem, executionOfNode } from './execution';
import { operationMismatch, rejectItems } from './operationGuard';
import type { Operation } from './spec';

/** A function under n8n's `customOperations`. */
type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** A resource as the node description composes it. */
export interface Resource {
	value: string;
	/** The parameter `operation`, and the fields of each operation. */
	properties: INodeProperties[];
	/** By the operation's value. */
	customOperations: Record<string, CustomOperation>;
}

/**
 * Makes a resource of its operations. From each comes the option (with routing, so that the node is
 * a declarative one), the fields that the panel shows for it, and the function that n8n calls.
 *
 * @param name in Title Case, e.g. `Case`
 * @param operations in alphabetical order of their names, as n8n wants the options
 */
export function resource(value: string, name: string, operations: Operation[]): Resource {
	const titleOf = (operation: Operation) => `${name}: ${operation.name}`;
	return {
		value,
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: [value] } },
				options: operations.map((operation) => option(value, operation, titleOf(operation))),
				default: 'getAll',
			},
			...operations.flatMap((operation) =>
				operation.fields.map((field) => shownFor(value, operation.value, field)),
			),
		],
		customOperations: Object.fromEntries(
			operations.map((operation) => [
				operation.value,
				async function (this: IExecuteFunctions) {
					return [await operation.run(executionOfNode(this), titleOf(operation))];
				},
			]),
		),
	};
}

/** The field with the condition that it is shown for this operation only. */
const shownFor = (
	resource: string,
	operation: string,
	field: INodeProperties,
): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		show: { resource: [resource], operation: [operation], ...field.displayOptions?.show },
	},
});

/**
 * The option of the parameter `operation`. n8n calls the function under `pagination` around each
 * request where it does not look at `customOperations`: tools of older agents, MCP Server Trigger.
 * It is the one hook from which nothing escapes, and it has one item.
 */
function option(resource: string, operation: Operation, title: string): INodePropertyOptions {
	const { name, value, action, description, operationId } = operation;
	const { method, url } = endpoint(operationId);
	return {
		name,
		value,
		action,
		description,
		routing: {
			request: { method, url },
			send: { paginate: true },
			operations: {
				async pagination(this: IExecutePaginationFunctions) {
					const execution = executionOfItem(this);
					const mismatch = operationMismatch(this, resource, value);
					return mismatch === undefined
						? await operation.run(execution, title)
						: await rejectItems(execution, mismatch, title);
				},
			},
		},
	};
}
