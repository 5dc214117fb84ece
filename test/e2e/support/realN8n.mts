/**
 * A real n8n with this package and a sandbox service, for tests that need the whole program:
 * schedules, restarts, webhooks, agents.
 */
import { createRequire } from 'node:module';
import { rmSync } from 'node:fs';
import path from 'node:path';

import { ensureBuilt } from '../../../sandbox/runtime/build.mts';
import type { N8nApi } from '../../../sandbox/runtime/n8n-api.mts';
import { ensureN8n } from '../../../sandbox/runtime/n8n-install.mts';
import type { N8nRuntime } from '../../../sandbox/runtime/n8n-install.mts';
import { startN8n } from '../../../sandbox/runtime/n8n-process.mts';
import type { Extras, RunningN8n } from '../../../sandbox/runtime/n8n-process.mts';
import { formFields, logIn } from '../../../sandbox/runtime/n8n-setup.mts';
import { dataFolder, repository } from '../../../sandbox/runtime/paths.mts';
import type { DataFolder } from '../../../sandbox/runtime/paths.mts';
import { freePort } from '../../../sandbox/runtime/ports.mts';
import { startSandboxService } from '../../../sandbox/service/client.mts';
import type { SandboxHandle } from '../../../sandbox/service/client.mts';
import { eventually } from '../../support/eventually.mts';

/** Which n8n the tests run: `N8N_MAJOR=1` takes the last 1.x. */
export const major = process.env.N8N_MAJOR === '1' ? '1' : '2';

export const NODE = 'n8n-nodes-case-management.caseManagement';
export const TRIGGER = 'n8n-nodes-case-management.caseManagementTrigger';
export const CREDENTIAL = 'caseManagementApi';

export type Json = Record<string, unknown>;

/** A node of a workflow as n8n exports it. */
export interface WorkflowNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Json;
	credentials?: Record<string, { id: string; name: string }>;
	[more: string]: unknown;
}

export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Json;
	settings?: Json;
}

/** An error as n8n stores it with an execution. */
export interface Failure {
	message: string;
	description?: string | null;
	httpCode?: string | null;
	context?: Json;
}

/** A workflow of nodes in a chain. */
export function chain(name: string, steps: WorkflowNode[], settings: Json = {}): Workflow {
	const links = steps
		.slice(1)
		.map(({ name: node }, index) => [
			steps[index]!.name,
			{ main: [[{ node, type: 'main', index: 0 }]] },
		]);
	return {
		name,
		nodes: steps.map((step, index) => ({
			...step,
			id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
			position: [index * 200, 0],
		})),
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** The node that starts a workflow manually. */
export const START: WorkflowNode = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** The node, with the credential. */
export const caseManagement = (parameters: Json, name = 'Case Management'): WorkflowNode => ({
	name,
	type: NODE,
	typeVersion: 1,
	parameters,
	credentials: { [CREDENTIAL]: { id: '', name: '' } },
});

/** The output of one node in an execution. */
export interface NodeResult {
	/** JSON of the items, by output. */
	outputs: Json[][];
	error?: Failure;
}

/** One execution, once it has ended. */
export interface Execution {
	id: string;
	status: string;
	/** By name of the node; the last run of each. */
	nodes: Record<string, NodeResult>;
	error?: Failure;
}

interface RunData {
	resultData: {
		error?: Failure;
		runData?: Record<
			string,
			Array<{ error?: Failure; data?: { main?: Array<Array<{ json: Json }> | null> } }>
		>;
	};
}

/** What a credential is created for. */
interface Service extends Pick<SandboxHandle, 'url' | 'token' | 'organization'> {
	stop(): Promise<void>;
}

export class RealN8n<S extends Service = SandboxHandle> {
	readonly service: S;
	/** The created credentials, by type. */
	private readonly credentials = new Map<string, { id: string; name: string }>();
	readonly data: DataFolder;
	private readonly runtime: N8nRuntime;
	private readonly port: number;
	private readonly extras: Extras;
	private process!: RunningN8n;
	private session!: N8nApi;

	private constructor(
		service: S,
		data: DataFolder,
		runtime: N8nRuntime,
		port: number,
		extras: Extras,
	) {
		this.service = service;
		this.data = data;
		this.runtime = runtime;
		this.port = port;
		this.extras = extras;
	}

	/**
	 * Starts both, with an empty database and the sandbox's usual cases.
	 *
	 * @param name of the data folder, one for each test file
	 * @param extras additions to the process of n8n, if a test watches it
	 */
	static async start(name: string, extras: Extras = {}): Promise<RealN8n> {
		return await RealN8n.startWith(
			async () => await startSandboxService({ root: repository }),
			name,
			extras,
		);
	}

	/** Like `start`, with another service instead of the sandbox. */
	static async startWith<S extends Service>(
		startService: () => Promise<S>,
		name: string,
		extras: Extras = {},
	): Promise<RealN8n<S>> {
		const data = dataFolder(path.join(repository, '.sandbox', `e2e-${major}`, name));
		rmSync(data.root, { recursive: true, force: true });
		const never = new AbortController().signal;
		const runtime = await ensureN8n(never, major);
		await ensureBuilt(path.join(repository, '.sandbox', 'logs'), never);
		const service = await startService();
		const n8n = new RealN8n(service, data, runtime, await freePort(0, '127.0.0.1'), extras);
		try {
			await n8n.start();
			if (extras.hasPackage !== false) await n8n.addServiceCredential();
		} catch (error) {
			await n8n.stop();
			throw error;
		}
		return n8n;
	}

	get url(): string {
		return this.process.url;
	}

	get api(): N8nApi {
		return this.session;
	}

	/**
	 * Stops n8n and starts it again on the same database; `meanwhile` runs in between.
	 *
	 * @param how `kill`: by force, as a crash would end it
	 */
	async restart(
		meanwhile: () => Promise<void> = async () => {},
		how: 'stop' | 'kill' = 'stop',
	): Promise<void> {
		await this.process[how]();
		await meanwhile();
		await this.start();
	}

	async stop(): Promise<void> {
		await this.process?.stop();
		await this.service.stop();
	}

	/** The credential for the sandbox service. */
	async addServiceCredential(): Promise<void> {
		const { url: baseUrl, token, organization } = this.service;
		const data = { baseUrl, token, organization, allowUnauthorizedCerts: false };
		await this.addCredential(CREDENTIAL, 'Case Management', data);
	}

	async addCredential(type: string, name: string, data: Json): Promise<void> {
		const content = { name, type, data };
		const { id } = await this.session.must<{ id: string }>('POST', '/credentials', content);
		this.credentials.set(type, { id, name });
	}

	/** The ID of a created credential. */
	credentialId(type: string): string {
		return this.credentials.get(type)!.id;
	}

	/** The fields of a start form, requested as the editor does. */
	async formFields(node: WorkflowNode) {
		return await formFields(this.session, this.withCredentials(node));
	}

	/** Imports a workflow; its nodes get the created credentials. */
	async add(workflow: Workflow): Promise<{ id: string; versionId: string }> {
		const nodes = workflow.nodes.map((node) => this.withCredentials(node));
		return await this.session.must('POST', '/workflows', { active: false, ...workflow, nodes });
	}

	/** Publishes a workflow and waits until its triggers listen. */
	async publish({ id, versionId }: { id: string; versionId: string }): Promise<void> {
		if (major === '1') {
			await this.session.must('PATCH', `/workflows/${id}`, { active: true, versionId });
			return;
		}
		await this.session.must('POST', `/workflows/${id}/activate`, { versionId });
		await eventually(`Publishing ${id}`, async () => {
			const status = await this.session.must<Json>('GET', `/workflows/${id}/publication-status`);
			return status.status === 'published' ? true : undefined;
		});
	}

	async unpublish(id: string): Promise<void> {
		if (major === '1') await this.session.must('PATCH', `/workflows/${id}`, { active: false });
		else await this.session.must('POST', `/workflows/${id}/deactivate`);
	}

	/**
	 * Runs a workflow from one of its triggers, as the button in the editor does.
	 *
	 * @param input the output of a trigger that needs one (a chat)
	 */
	async run(id: string, trigger: string, input?: Json): Promise<Execution> {
		return await this.ended(await this.begin(id, trigger, input));
	}

	/** Like `run`, without waiting for the end: returns the ID of the execution. */
	async begin(id: string, trigger: string, input?: Json): Promise<string> {
		const data = input && {
			startTime: Date.now(),
			executionTime: 0,
			executionIndex: 0,
			executionStatus: 'success',
			source: [null],
			data: { main: [[{ json: input }]] },
		};
		const { executionId } = await this.session.must<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{
				triggerToStartFrom: { name: trigger, ...(data && { data }) },
				// n8n 1.x runs the workflow in the request, not the stored one.
				...(major === '1' && { workflowData: await this.session.must('GET', `/workflows/${id}`) }),
			},
		);
		return executionId;
	}

	/** An execution once it has ended. */
	async ended(id: string): Promise<Execution> {
		// n8n stores execution data in the format of the package flatted, which it includes.
		const require = createRequire(
			path.join(this.runtime.folder, 'node_modules', 'n8n', 'package.json'),
		);
		const flatted = require('flatted') as { parse(text: string): RunData };
		const { status, data } = await eventually(`Execution ${id}`, async () => {
			const found = await this.session.call<{ status: string; data: string }>(
				'GET',
				`/executions/${id}`,
			);
			const isOver = found && !['new', 'running', 'waiting'].includes(found.status);
			// n8n 1.x reports the end of an execution shortly before its data is available.
			return isOver && found.data !== '[]' ? found : undefined;
		});
		const { runData, error } = flatted.parse(data).resultData;
		// A worker that was stopped or killed half-way may have left none.
		const nodes = Object.entries(runData ?? {}).map(([name, runs]): [string, NodeResult] => {
			const last = runs.at(-1);
			const outputs = (last?.data?.main ?? []).map((items) =>
				(items ?? []).map(({ json }) => json),
			);
			return [name, { outputs, ...(last?.error && { error: last.error }) }];
		});
		return { id, status, nodes: Object.fromEntries(nodes), ...(error && { error }) };
	}

	/** Ids of the executions of a workflow, oldest first. */
	async executions(workflowId: string): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.session.must<{ results: Array<{ id: string }> }>(
			'GET',
			`/executions?filter=${filter}&limit=100`,
		);
		return results.map(({ id }) => id).sort((left, right) => Number(left) - Number(right));
	}

	private withCredentials<T extends Partial<WorkflowNode>>(node: T): T {
		if (node.credentials === undefined) return node;
		const types = Object.keys(node.credentials);
		const credentials = types.map((type) => [type, this.credentials.get(type)]);
		return { ...node, credentials: Object.fromEntries(credentials) };
	}

	private async start(): Promise<void> {
		const address = { host: '127.0.0.1', port: this.port };
		this.process = await startN8n(
			this.runtime,
			this.data,
			address,
			new AbortController().signal,
			this.extras,
		);
		this.session = await logIn(this.process.url);
	}
}
