/**
 * Runs workflows through the real n8n-core: its package loader, its WorkflowExecute, its
 * RoutingNode and its HTTP client. No part of the engine is imitated; what n8n itself adds to the
 * engine (node types, credentials, hooks) is supplied here in its smallest form.
 */
// First, since n8n's dependency injection reads what this stores.
import 'reflect-metadata';

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

// Otherwise n8n-core would create a settings file in the home folder of the person who runs the
// tests. One folder for each Jest worker, which outlives the run: nothing is left elsewhere.
const home = join(process.cwd(), '.sandbox', 'jest', process.env.JEST_WORKER_ID ?? '0');
mkdirSync(home, { recursive: true });
process.env.N8N_USER_FOLDER = home;
process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';
// As in a running n8n. Jest's 100 frames cost time for each of the many errors that tests provoke.
Error.stackTraceLimit = 10;
// Many tests need a failing node; n8n would print each with its stack trace.
process.env.N8N_LOG_LEVEL = 'silent';

import {
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	PackageDirectoryLoader,
	RoutingNode,
	WorkflowExecute,
} from 'n8n-core';
import { ICredentialsHelper, NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IPinData,
	IRun,
	ITaskData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/** The type under which n8n knows the node of this package. */
export const NODE_TYPE = 'n8n-nodes-case-management.caseManagement';

/** The type of the credential. */
export const CREDENTIAL = 'caseManagementApi';

let loaded: Promise<PackageDirectoryLoader> | undefined;

/** The package as n8n's own loader reads it: manifest, dist, icons, codex. Needs a build. */
export function loadPackage(): Promise<PackageDirectoryLoader> {
	loaded ??= (async () => {
		const loader = new PackageDirectoryLoader(process.cwd());
		await loader.loadAll();
		// The constant has a new name or place, which shortPauses.mjs has to know.
		if (!pauses.asked) throw new Error('The pauses between tries are not shortened');
		return loader;
	})();
	return loaded;
}

/** The divisor of the first pause between tries, and of all others. */
const pauses = { divisor: 20, asked: false };

/** The pause between tries, in milliseconds: see shortPauses.mjs. */
Object.assign(globalThis, {
	pauseBetweenTries(real: number): number {
		pauses.asked = true;
		return real / pauses.divisor;
	},
});

/**
 * For a test file that measures the pauses between tries: restores their real length. Call before
 * all tests.
 */
export function keepRealPauses(): void {
	if (loaded !== undefined) throw new Error('The package is loaded already');
	pauses.divisor = 1;
}

/**
 * The output of each Source, by its key. Not a parameter: n8n resolves parameters, and would break
 * up an object such as a DateTime.
 */
const sourceItems = new Map<string, IDataObject[]>();

/** Returns the given items, each with a file that contains the text of its parameter `file`. */
const sourceNode: INodeType = {
	description: {
		displayName: 'Source',
		name: 'source',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [
			{ displayName: 'Key', name: 'key', type: 'string', default: '' },
			{ displayName: 'File', name: 'file', type: 'string', default: '' },
		],
	},
	async execute(this: IExecuteFunctions) {
		const items = sourceItems.get(this.getNodeParameter('key', 0) as string) ?? [];
		const text = this.getNodeParameter('file', 0, '') as string;
		if (text === '') return [items.map((json) => ({ json }))];
		const file = await this.helpers.prepareBinaryData(Buffer.from(text), 'file.txt');
		return [items.map((json) => ({ json, binary: { file } }))];
	},
};

/** Resolves its parameter `value` for each item, as a later node of a workflow would. */
const probeNode: INodeType = {
	description: {
		displayName: 'Probe',
		name: 'probe',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
	},
	async execute(this: IExecuteFunctions) {
		return [
			this.getInputData().map((item, index) => ({
				json: { value: this.getNodeParameter('value', index) as string },
				pairedItem: { item: index },
				...(item.binary && { binary: item.binary }),
			})),
		];
	},
};

/** n8n adds an `execute` that runs the routing to a node it considers declarative. */
export const asN8nAssignsIt = (type: INodeType): INodeType => {
	const isDeclarative = type.description.requestDefaults !== undefined;
	if (type.execute || type.poll || type.trigger || (type.methods && !isDeclarative)) return type;
	type.execute = async function (this: IExecuteFunctions) {
		return (await new RoutingNode(this as never, type).runNode()) ?? [];
	};
	return type;
};

/** Replaces n8n's Manual Trigger: returns one empty item, unless the workflow has pinned others. */
const startNode: INodeType = {
	description: {
		displayName: 'Manual Trigger',
		name: 'manualTrigger',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute: async () => [[{ json: {} }]],
};

/** The nodes of the package and those that tests put around them. */
export async function nodeTypes(): Promise<INodeTypes> {
	const loader = await loadPackage();
	const own: Record<string, INodeType> = {
		'test.source': sourceNode,
		'test.probe': probeNode,
		'n8n-nodes-base.manualTrigger': startNode,
	};
	const byName = (name: string): INodeType => {
		if (name in own) return own[name]!;
		const { type } = loader.getNode(name.replace(`${loader.packageName}.`, ''));
		return NodeHelpers.getVersionedNodeType(type);
	};
	return {
		getByName: byName,
		getByNameAndVersion: (name) => asN8nAssignsIt(byName(name)),
		getKnownTypes: () => ({}),
	};
}

/** Field values of the credential. */
export type CredentialData = ICredentialDataDecryptedObject;

class TestCredentials extends ICredentialsHelper {
	private readonly loader: PackageDirectoryLoader;
	private readonly data: CredentialData;

	constructor(loader: PackageDirectoryLoader, data: CredentialData) {
		super();
		this.loader = loader;
		this.data = data;
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { type } = this.loader.getCredential(typeName);
		if (typeof type.authenticate !== 'function') throw new Error('authenticate is no function');
		return await type.authenticate(credentials, requestOptions);
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('not used by the engine');
	}

	async getDecrypted() {
		return { ...this.data };
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}

	getCredentialsProperties() {
		return [];
	}
}

/** The environment of an execution. */
export async function surroundings(
	credential: CredentialData,
): Promise<IWorkflowExecuteAdditionalData> {
	const hooks = new ExecutionLifecycleHooks('manual', '1', {
		id: 'test',
		name: 'test',
		active: false,
		isArchived: false,
		nodes: [],
		connections: {},
		createdAt: new Date(),
		updatedAt: new Date(),
		activeVersionId: null,
	} as never);
	return {
		credentialsHelper: new TestCredentials(await loadPackage(), credential),
		hooks,
		executionId: '1',
		currentNodeParameters: undefined,
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1/',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		webhookBaseUrl: 'http://127.0.0.1/webhook',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		webhookTestBaseUrl: 'http://127.0.0.1/webhook-test',
		variables: {},
		setExecutionStatus: () => {},
		logAiEvent: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** How to run the node. */
export interface RunOptions {
	credential: CredentialData;
	parameters: INodeParameters;
	/** Input of the node. Default: one empty item. */
	items?: IDataObject[];
	/** Text of a file that each item of the input has. */
	file?: string;
	/** Further settings of the node: onError, retryOnFail, maxTries, ... */
	settings?: Partial<INode>;
	/** Expression that a node after the success output (and the error output) resolves per item. */
	probe?: string;
	/** Time zone of the workflow. */
	timezone?: string;
	/** Receives the running execution, to cancel it. */
	onStart?: (execution: { cancel: () => void }) => void;
}

/** The result of a run. */
export interface NodeRun {
	run: IRun;
	/** Items of the success output. */
	items: INodeExecutionData[];
	/** Items of the error output. */
	errors: INodeExecutionData[];
	/** The JSON of `items`. */
	json: IDataObject[];
	/** The error that ended the node. */
	error?: Error & { description?: string | null; context?: IDataObject; httpCode?: string | null };
	/** What the probe after the success output saw. */
	probed: unknown[];
	/** What the probe after the error output saw. */
	probedErrors: unknown[];
}

export const outputOf = (task: ITaskData | undefined, index: number): INodeExecutionData[] =>
	task?.data?.main?.[index] ?? [];

/** A node of a workflow, called by its name. */
export const node = (name: string, type: string, rest: Partial<INode> = {}): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...rest,
});

/**
 * Neither the token nor its part after the scheme may appear in anything that a run leaves behind.
 */
export function expectNoSecret(run: IRun, { token }: CredentialData): void {
	const secret = String(token).split(' ').at(-1)!;
	if (secret.length < 8) return;
	const errors = Object.values(run.data.resultData.runData)
		.flat()
		.map(({ error }) => inspect(error, { depth: 8 }));
	expect([JSON.stringify(run), ...errors].some((text) => text.includes(secret))).toBe(false);
}

/** Runs Source -> Case Management -> Probe, with a second probe after the error output. */
export async function runNode(options: RunOptions): Promise<NodeRun> {
	const {
		credential,
		parameters,
		items = [{}],
		file = '',
		settings,
		probe = '',
		timezone,
	} = options;
	const key = String(sourceItems.size);
	sourceItems.set(key, items as IDataObject[]);
	const workflow = new Workflow({
		id: 'test',
		name: 'test',
		active: false,
		nodes: [
			node('Before', 'test.source', { parameters: { key, file } }),
			node('Case Management', NODE_TYPE, {
				parameters,
				credentials: { [CREDENTIAL]: { id: '1', name: 'test' } },
				...settings,
			}),
			node('After', 'test.probe', { parameters: { value: probe } }),
			node('After Error', 'test.probe', { parameters: { value: probe } }),
		],
		connections: {
			Before: { main: [[{ node: 'Case Management', type: 'main', index: 0 }]] },
			'Case Management': {
				main: [
					[{ node: 'After', type: 'main', index: 0 }],
					[{ node: 'After Error', type: 'main', index: 0 }],
				],
			},
		},
		nodeTypes: await nodeTypes(),
		settings: { executionOrder: 'v1', ...(timezone && { timezone }) },
	});
	const execution = new WorkflowExecute(await surroundings(credential), 'manual');
	const running = begin(execution, workflow, workflow.getNode('Before')!);
	options.onStart?.(running as unknown as { cancel: () => void });
	const run = (await running) as IRun;
	expectNoSecret(run, credential);
	const { runData, error } = run.data.resultData;
	const task = runData['Case Management']?.[0];
	const json = outputOf(task, 0).map((item) => item.json);
	const probed = (name: string) => outputOf(runData[name]?.[0], 0).map((item) => item.json.value);
	return {
		run,
		items: outputOf(task, 0),
		errors: outputOf(task, 1),
		json,
		error: (task?.error ?? error) as NodeRun['error'],
		probed: probed('After'),
		probedErrors: probed('After Error'),
	};
}

/** Starts an execution: n8n 1.x takes separate arguments, n8n 2.x one object. */
export function begin(
	execution: WorkflowExecute,
	workflow: Workflow,
	startNode: INode,
	pinData?: IPinData,
): Promise<IRun> {
	const { run } = execution as unknown as { run: (...args: unknown[]) => Promise<IRun> };
	const isNewer = run.length <= 1;
	const args = isNewer
		? [{ workflow, startNode, pinData }]
		: [workflow, startNode, undefined, pinData];
	return run.apply(execution, args);
}

/** Calls a list of the editor as the editor's own request does. */
export async function inEditor<T>(
	options: {
		credential: CredentialData;
		parameters: INodeParameters;
		/** The path of the parameter of the list; only lists within rows use it. */
		path?: string;
	},
	kind: 'listSearch' | 'loadOptions' | 'resourceMapping',
	method: string,
	...args: unknown[]
): Promise<T> {
	const types = await nodeTypes();
	const subject = node('Case Management', NODE_TYPE, {
		parameters: options.parameters,
		credentials: { [CREDENTIAL]: { id: '1', name: 'test' } },
	});
	const workflow = new Workflow({
		nodes: [subject],
		connections: {},
		active: false,
		nodeTypes: types,
	});
	const additionalData = await surroundings(options.credential);
	additionalData.currentNodeParameters = options.parameters;
	const context = new LoadOptionsContext(workflow, subject, additionalData, options.path ?? '');
	const methods = types.getByNameAndVersion(NODE_TYPE).methods as unknown as Record<
		string,
		Record<string, (this: unknown, ...rest: unknown[]) => Promise<T>>
	>;
	return await methods[kind]![method]!.call(context, ...args);
}
