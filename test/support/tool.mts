/**
 * Runs the node as a tool, as n8n's older agents and its MCP Server Trigger do: they get it through
 * getInputConnectionData, and each call runs n8n's routing with one item.
 */
import {
	asN8nAssignsIt,
	begin,
	CREDENTIAL,
	expectNoSecret,
	node,
	NODE_TYPE,
	nodeTypes,
	surroundings,
} from './engine.mts';
import type { CredentialData } from './engine.mts';

import { WorkflowExecute } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeParameters,
	INodeType,
	IRun,
} from 'n8n-workflow';

/** The type that n8n derives for a node that is usable as a tool. */
const TOOL_TYPE = `${NODE_TYPE}Tool`;

/** Calls of an agent and their results: text, or the message of an exception. */
interface Calls {
	of: IDataObject[];
	ends: ToolEnd[];
}

export interface ToolEnd {
	/** What the model reads after a successful call, parsed. */
	response?: unknown;
	/** What it reads after an exception. */
	error?: string;
}

const calls = new Map<string, Calls>();

/** Calls its one tool, one call after another. */
const agentNode: INodeType = {
	description: {
		displayName: 'Agent',
		name: 'agent',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [{ type: 'ai_tool' }],
		outputs: ['main'],
		properties: [{ displayName: 'Key', name: 'key', type: 'string', default: '' }],
	},
	async execute(this: IExecuteFunctions) {
		const { of, ends } = calls.get(this.getNodeParameter('key', 0) as string)!;
		const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as Array<{
			func(args: IDataObject): Promise<string>;
		}>;
		for (const args of of) {
			// Not through invoke: its schema would keep invalid values from the node.
			const end = await tool!.func(args).then(
				(text) => ({ response: JSON.parse(text) as unknown }),
				(error: Error) => ({ error: error.message }),
			);
			ends.push(end);
		}
		return [[]];
	},
};

/**
 * Calls the node as a tool.
 *
 * @param options.args the arguments of the model for each call; an expression reads them with
 * $fromAI
 * @returns how each call ended
 */
export async function runTool(options: {
	credential: CredentialData;
	parameters: INodeParameters;
	args?: IDataObject[];
	/** Further settings of the node: retryOnFail, maxTries, ... */
	settings?: Partial<INode>;
}): Promise<ToolEnd[]> {
	const key = String(calls.size);
	const made: Calls = { of: options.args ?? [{}], ends: [] };
	calls.set(key, made);
	const types = await nodeTypes();
	const { description, ...rest } = types.getByName(NODE_TYPE) as INodeType;
	// As n8n derives it; its operations exist, but callers of a tool do not use them.
	const tool = asN8nAssignsIt({
		...rest,
		execute: undefined,
		description: {
			...description,
			name: `${description.name}Tool`,
			inputs: [],
			outputs: ['ai_tool'],
		},
	});
	const own: Record<string, INodeType> = { 'test.agent': agentNode, [TOOL_TYPE]: tool };
	const workflow = new Workflow({
		id: 'test',
		name: 'test',
		active: false,
		nodes: [
			node('Agent', 'test.agent', { parameters: { key } }),
			node('Case Management', TOOL_TYPE, {
				parameters: options.parameters,
				credentials: { [CREDENTIAL]: { id: '1', name: 'test' } },
				...options.settings,
			}),
		],
		connections: {
			'Case Management': { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		nodeTypes: {
			...types,
			getByName: (name) => own[name] ?? types.getByName(name),
			getByNameAndVersion: (name, version) => own[name] ?? types.getByNameAndVersion(name, version),
		},
		settings: { executionOrder: 'v1' },
	});
	const execution = new WorkflowExecute(await surroundings(options.credential), 'manual');
	const run = (await begin(execution, workflow, workflow.getNode('Agent')!)) as IRun;
	expectNoSecret(run, options.credential);
	const { error } = run.data.resultData;
	if (error) throw error;
	return made.ends;
}
