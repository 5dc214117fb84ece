import { updateDisplayOptions } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { executionOfItem, executionOfNode } from '../execution/execution';
import { runItems } from '../execution/runner';
import { endpoint } from '../transport/endpoints';
import { failingTask, unnamedOperation } from './operationGuard';
import type { Operation } from './spec';

type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** Makes a resource of its operations. From each comes the option (with routing, so that the node
 * is a declarative one), the fields that the panel shows for it, and the function that n8n calls.
 * @param name in Title Case, e.g. `Case`
 * @param operations in alphabetical order of their names, as n8n wants the options */
export function makeResource(value: string, name: string, operations: Operation[]) {
	const titleOf = (operation: Operation) => `${name}: ${operation.name}`;
	const operationField: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map((operation) => toOption(value, operation, titleOf(operation))),
		default: 'getAll',
	};
	const fields = operations.flatMap((operation) =>
		updateDisplayOptions(
			{ show: { resource: [value], operation: [operation.value] } },
			operation.fields,
		),
	);
	const runners = operations.map((operation): [string, CustomOperation] => [
		operation.value,
		async function (this: IExecuteFunctions) {
			return [await runItems(operation.task, executionOfNode(this), titleOf(operation))];
		},
	]);
	return {
		value,
		properties: [operationField, ...fields],
		customOperations: Object.fromEntries(runners),
	};
}

/** The option of the parameter `operation`. n8n calls the function under `pagination` around each
 * request where it does not use `customOperations`: tools of older agents, MCP Server Trigger. No
 * request bypasses this hook, and n8n calls it once per item. */
function toOption(resource: string, operation: Operation, title: string): INodePropertyOptions {
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
					const unnamed = unnamedOperation(this, resource, value);
					const task = unnamed === undefined ? operation.task : failingTask(unnamed);
					return await runItems<unknown>(task, executionOfItem(this), title);
				},
			},
		},
	};
}
