import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import * as listSearch from './methods/listSearch';
import * as loadOptions from './methods/loadOptions';
import * as resourceMapping from './methods/resourceMapping';
import { rejectUnknownOperation } from './operation/operationGuard';
import { resources } from './resources';
import { CREDENTIAL } from './transport/credential';

/** What the node is: it only composes. How an operation works stands in `resources`. */
export class CaseManagement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Case Management',
		name: 'caseManagement',
		icon: { light: 'file:caseManagement.svg', dark: 'file:caseManagement.dark.svg' },
		group: ['transform'],
		version: [1],
		defaultVersion: 1,
		// Of a bulk action it says whether it acts: `Delete cases (dry run)`.
		subtitle:
			'={{ $parameter["operation"] === "bulkAction" ? $parameter["action"].charAt(0).toUpperCase() + $parameter["action"].slice(1) + " cases" + ($parameter["dryRun"] === true ? " (dry run)" : "") : $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Start, monitor and control the cases of a process case management service',
		defaults: { name: 'Case Management' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		// An operation puts its own hook in its place; this one is for what is no operation.
		requestOperations: { pagination: rejectUnknownOperation },
		// n8n tells by it that a node with methods is declarative. Without it the node has no `execute`:
		// agents could not use it as a tool, and Stop would not reach its requests.
		requestDefaults: {},
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Case', value: 'case' },
					{ name: 'Signal', value: 'signal' },
					{ name: 'Template', value: 'template' },
				],
				default: 'case',
				routing: { send: { paginate: true } },
			},
			...resources.flatMap(({ properties }) => properties),
		],
	};

	methods = { listSearch, loadOptions, resourceMapping };

	customOperations = Object.fromEntries(
		resources.map(({ value, customOperations }) => [value, customOperations]),
	);
}
