import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { triggerFields } from './fields/triggerFields';
import { getTemplates } from './methods/loadOptions';
import { pollTrigger } from './polling/trigger';
import { CREDENTIAL } from './transport/credential';

/** Starts a workflow when something becomes of a case. How it is found stands in `polling`. */
export class CaseManagementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Case Management Trigger',
		name: 'caseManagementTrigger',
		icon: { light: 'file:caseManagement.svg', dark: 'file:caseManagement.dark.svg' },
		group: ['trigger'],
		version: [1],
		defaultVersion: 1,
		subtitle: '={{$parameter["event"].replace(/([A-Z])/g, " $1").toLowerCase()}}',
		description: 'Starts the workflow when a case is created, completed, deleted or changes status',
		defaults: { name: 'Case Management Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		activationMessage:
			'From now on case events start this workflow. Events from before it was published are ignored.',
		properties: triggerFields,
	};

	methods = { loadOptions: { getTemplates } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollTrigger(this);
	}
}
