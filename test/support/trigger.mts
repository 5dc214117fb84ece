/** Polls the trigger through n8n's own PollContext, and keeps its state as n8n does. */
import { CREDENTIAL, nodeTypes, surroundings } from './engine.mts';
import type { CredentialData } from './engine.mts';

import { PollContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

/** The type under which n8n knows the trigger of this package. */
export const TRIGGER_TYPE = 'n8n-nodes-case-management.caseManagementTrigger';

let count = 0;

/** A published workflow that begins with the trigger. */
export class PublishedTrigger {
	/** May be changed: what is chosen is read at every poll. */
	parameters: INodeParameters;
	credential: CredentialData;
	/** What n8n would offer as time for a poll. */
	budget: number | undefined;
	/** What n8n holds in memory. */
	private stored: IDataObject = {};
	/** Of its own: a poll is left out while one of the same workflow runs. */
	private readonly id = `workflow-${(count += 1)}`;

	constructor(credential: CredentialData, parameters: INodeParameters) {
		this.credential = credential;
		this.parameters = parameters;
	}

	/** One poll, as the schedule starts it. */
	async poll(): Promise<INodeExecutionData[]> {
		return await this.run('trigger');
	}

	/** What a click on "Fetch Test Event" does. */
	async sample(): Promise<INodeExecutionData[]> {
		return await this.run('manual');
	}

	/** The state as n8n would write it to its database. */
	get state(): string {
		return JSON.stringify(this.stored);
	}

	private async run(mode: 'manual' | 'trigger'): Promise<INodeExecutionData[]> {
		const types = await nodeTypes();
		const node = {
			id: 'trigger',
			name: 'Case Management Trigger',
			type: TRIGGER_TYPE,
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: this.parameters,
			credentials: { [CREDENTIAL]: { id: '1', name: 'test' } },
		};
		const workflow = new Workflow({
			id: this.id,
			nodes: [node],
			connections: {},
			active: mode === 'trigger',
			nodeTypes: types,
			staticData: JSON.parse(this.state) as IDataObject,
		});
		const { budget } = this;
		const context = new PollContext(
			workflow,
			workflow.getNode(node.name)!,
			await surroundings(this.credential),
			mode,
			mode === 'manual' ? 'manual' : 'activate',
			...((budget === undefined
				? []
				: [undefined, undefined, undefined, undefined, undefined, () => budget]) as []),
		);
		const items = await types.getByNameAndVersion(TRIGGER_TYPE).poll!.call(context);
		// n8n does not keep what a manual poll leaves.
		if (mode === 'trigger')
			this.stored = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		return items?.[0] ?? [];
	}
}
