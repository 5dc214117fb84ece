import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** Key in the static data of the node, where version 0.1.0 stored the state. */
const NODE_KEY = 'cases';

/** Key in the static data of the workflow, where each trigger has its own by node ID. */
const workflowKey = (context: IPollFunctions): string =>
	`caseManagementTrigger:${context.getNode().id}`;

interface Place {
	data: IDataObject;
	key: string;
}

/**
 * Where n8n keeps the state of this trigger.
 *
 * n8n stores the static data of a node under the node's name, so a renamed node finds none. The
 * static data of the workflow is kept, and there the state has the node's ID. Only n8n's durable poll
 * cursors keep the data of a node by its ID, and save it after polls without events too. That data is
 * no part of the workflow's, so it lacks the mark by which n8n tracks changes of it.
 */
function places(context: IPollFunctions): [current: Place, other: Place] {
	const node = { data: context.getWorkflowStaticData('node'), key: NODE_KEY };
	const workflow = { data: context.getWorkflowStaticData('global'), key: workflowKey(context) };
	return '__dataChanged' in node.data ? [workflow, node] : [node, workflow];
}

/** The stored state. A copy: n8n's own object tracks each access, which is slow with many cases. */
export function readStored(context: IPollFunctions): unknown {
	const [current, other] = places(context);
	const stored = current.data[current.key] ?? other.data[other.key] ?? null;
	return JSON.parse(JSON.stringify(stored)) as unknown;
}

/** Stores the state, in one place only. */
export function writeStored(context: IPollFunctions, state: IDataObject): void {
	const [current, other] = places(context);
	current.data[current.key] = state;
	if (other.key in other.data) delete other.data[other.key];
}

/** The same object at each poll of one published version, and another one of the next version. */
export const publishedVersion = (context: IPollFunctions): object =>
	context.getWorkflowStaticData('global');
