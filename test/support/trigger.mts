/** Polls the trigger through n8n's own PollContext, and keeps its state as n8n does. */
import { CREDENTIAL, nodeTypes, surroundings } from './engine.mts';
import type { CredentialData } from './engine.mts';

import { PollContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

/** The type under which n8n knows the trigger of this package. */
export const TRIGGER_TYPE = 'n8n-nodes-case-management.caseManagementTrigger';

let count = 0;

/** Name of a second trigger of the workflow. */
const SECOND = 'Second Trigger';

/** A published workflow that starts with the trigger. */
export class PublishedTrigger {
	/** May be changed: parameters are read at every poll. */
	parameters: INodeParameters;
	credential: CredentialData;
	/** n8n's error if it cannot find the credential. */
	credentialError: Error | undefined;
	/** How often n8n has read and decrypted the credential. */
	credentialReads = 0;
	/** The time that n8n would allow for a poll. */
	budget: number | undefined;
	/** May be changed by `rename`. */
	private name = 'Case Management Trigger';
	/** The static data as n8n holds it in memory, for the workflow and its nodes by name. */
	private stored: IDataObject = {};
	/** What n8n stores for a node by its ID if durable poll cursors are on. */
	private cursor: IDataObject | undefined;
	/** The object that n8n holds for the published version. */
	private version: Promise<Workflow> | undefined;
	private second: INodeParameters | undefined;
	private readonly id = `workflow-${(count += 1)}`;

	constructor(credential: CredentialData, parameters: INodeParameters) {
		this.credential = credential;
		this.parameters = parameters;
	}

	/** One scheduled poll. */
	async poll(): Promise<INodeExecutionData[]> {
		this.version ??= this.load(true);
		const workflow = await this.version;
		try {
			return await this.run(workflow, 'trigger');
		} finally {
			// n8n keeps it in memory even after a failed poll. An outdated version is ignored.
			if (workflow === (await this.version)) this.keep(workflow);
		}
	}

	/** What a click on "Fetch Test Event" does. */
	async sample(): Promise<INodeExecutionData[]> {
		// n8n does not store the state of a manual poll.
		return await this.run(await this.load(false), 'manual');
	}

	/** The polls of this trigger and of a second one in the same workflow, which overlap. */
	async pollBoth(second: INodeParameters): Promise<INodeExecutionData[][]> {
		this.second = second;
		this.version ??= this.load(true);
		const workflow = await this.version;
		const both = await Promise.all([
			this.run(workflow, 'trigger'),
			this.run(workflow, 'trigger', SECOND),
		]);
		this.keep(workflow);
		return both;
	}

	/** Publishes a new version; its first poll comes next. */
	publish(): void {
		this.version = undefined;
	}

	/** Renames the node in a new version. */
	rename(name: string): void {
		this.name = name;
		this.publish();
	}

	/** Switches on n8n's durable poll cursors, which start with the node's static data. */
	useDurableCursor(): void {
		this.cursor = (this.stored[`node:${this.name}`] ?? {}) as IDataObject;
		this.publish();
	}

	/** The state as n8n would write it to its database. */
	get state(): string {
		return JSON.stringify(this.cursor ?? this.stored);
	}

	/** What n8n stores for the workflow, apart from a durable cursor. */
	get workflowState(): string {
		return JSON.stringify(this.stored);
	}

	/** Replaces what is stored for the workflow. */
	set state(json: string) {
		this.stored = JSON.parse(json) as IDataObject;
		this.publish();
	}

	private keep(workflow: Workflow): void {
		this.stored = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
	}

	private async load(active: boolean): Promise<Workflow> {
		const node = {
			id: 'trigger',
			name: this.name,
			type: TRIGGER_TYPE,
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: this.parameters,
			credentials: { [CREDENTIAL]: { id: '1', name: 'test' } },
		};
		const other = { ...node, id: 'trigger-2', name: SECOND, parameters: this.second ?? {} };
		return new Workflow({
			id: this.id,
			nodes: this.second === undefined ? [node] : [node, other],
			connections: {},
			active,
			nodeTypes: await nodeTypes(),
			staticData: JSON.parse(JSON.stringify(this.stored)) as IDataObject,
		});
	}

	private async run(
		workflow: Workflow,
		mode: 'manual' | 'trigger',
		name = this.name,
	): Promise<INodeExecutionData[]> {
		const { budget, cursor } = this;
		const node = workflow.getNode(name)!;
		node.parameters = name === SECOND ? this.second! : this.parameters;
		const data =
			cursor === undefined ? undefined : (JSON.parse(JSON.stringify(cursor)) as IDataObject);
		const additionalData = await surroundings(this.credential);
		const { credentialError } = this;
		const helper = additionalData.credentialsHelper;
		const getDecrypted = helper.getDecrypted.bind(helper);
		helper.getDecrypted = async (...given) => {
			this.credentialReads += 1;
			return await getDecrypted(...given);
		};
		if (credentialError !== undefined) {
			additionalData.credentialsHelper.getDecrypted = async () =>
				await Promise.reject(credentialError);
		}
		const context = new PollContext(
			workflow,
			node,
			additionalData,
			mode,
			mode === 'manual' ? 'manual' : 'activate',
			...([
				undefined,
				undefined,
				undefined,
				undefined,
				data && (() => data),
				budget === undefined ? undefined : () => budget,
			] as unknown as []),
		);
		const types = await nodeTypes();
		const items = await types.getByNameAndVersion(TRIGGER_TYPE).poll!.call(context);
		// n8n commits a durable cursor after each poll that does not fail.
		if (data !== undefined && mode === 'trigger') this.cursor = data;
		return items?.[0] ?? [];
	}
}
