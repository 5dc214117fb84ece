import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { N8nApi, N8nRefusal } from './n8n-api.mts';
import { type DataFolder, demoWorkflowFile, exampleFiles } from './paths.mts';
import { messageOf, PlainError, say } from './say.mts';
import type { DemoFacts, ServiceAccess } from './service-facts.mts';

/** The login of the local n8n. It listens on this machine only, so it need not be secret. */
export const owner = {
	email: 'owner@example.com',
	password: 'CaseDemo2026',
	firstName: 'Sandbox',
	lastName: 'Owner',
};

const nodeType = 'n8n-nodes-case-management.caseManagement';
const credentialType = 'caseManagementApi';
export const credentialName = 'Case Management (sandbox)';

/** A workflow that we created in n8n. */
interface Made {
	id: string;
	/** The version we wrote: a different one on the server means that the person has edited it. */
	versionId: string;
	/** A hash of what we wrote. */
	written: string;
}

/** What we created in n8n, so that a later start finds it again. */
interface State {
	credentialId?: string;
	/** By the file it comes from. */
	workflows?: Record<string, Made>;
}

interface WorkflowNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
}

/** A field of a form, as a node stores it. */
interface FormField {
	id: string;
	removed: boolean;
}

/** A workflow as n8n exports it. */
interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: unknown;
	settings?: unknown;
}

interface StoredWorkflow extends Workflow {
	id: string;
	versionId: string;
	isArchived: boolean;
}

/** The demo as it is now in n8n. */
export interface Demo {
	workflowId: string;
	workflow: Workflow;
	/** What else to try. */
	examples: Array<{ id: string; name: string }>;
}

/** Logs in, after creating the owner account if this n8n has none. */
export async function logIn(url: string): Promise<N8nApi> {
	const api = new N8nApi(url);
	const settings = await api.must<{ userManagement?: { showSetupOnFirstLoad?: boolean } }>(
		'GET',
		'/settings',
	);
	if (settings.userManagement?.showSetupOnFirstLoad) {
		await api.must('POST', '/owner/setup', owner);
		return api;
	}
	try {
		await api.must('POST', '/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
	} catch (error) {
		if (!(error instanceof N8nRefusal)) throw error;
		throw new PlainError(
			`n8n no longer takes the login ${owner.email} / ${owner.password}: it has been changed. Set ` +
				'it back in n8n, or remove the data folder (.sandbox) to begin anew, and run npm start again.',
		);
	}
	return api;
}

function readState(data: DataFolder): State {
	return existsSync(data.state) ? JSON.parse(readFileSync(data.state, 'utf8')) : {};
}

/** Creates the credential, or updates the one we created for the running service. */
async function ensureCredential(api: N8nApi, state: State, access: ServiceAccess) {
	const content = {
		name: credentialName,
		type: credentialType,
		data: {
			baseUrl: access.url,
			token: access.token,
			organization: access.organization,
			allowUnauthorizedCerts: false,
		},
	};
	if (state.credentialId !== undefined) {
		const route = `/credentials/${state.credentialId}`;
		if ((await api.call('PATCH', route, content)) !== undefined) return state.credentialId;
	}
	return (await api.must<{ id: string }>('POST', '/credentials', content)).id;
}

/** The fields of a start form, requested as the editor does, with their choices. */
export async function formFields(
	api: N8nApi,
	node: Omit<WorkflowNode, 'name'>,
): Promise<FormField[]> {
	const route = '/dynamic-node-parameters/resource-mapper-fields';
	const { fields } = await api.must<{ fields: Array<{ id: string }> }>('POST', route, {
		path: 'parameters.elements',
		methodName: 'getFormFields',
		nodeTypeAndVersion: { name: node.type, version: node.typeVersion },
		currentNodeParameters: node.parameters,
		credentials: node.credentials,
	});
	return fields.map((field) => ({ ...field, removed: false }));
}

/** The demo of this repository, filled with the ids of this n8n and this service. */
async function demoWorkflow(api: N8nApi, credentialId: string, facts: DemoFacts) {
	const workflow: Workflow = JSON.parse(readFileSync(demoWorkflowFile, 'utf8'));
	for (const node of workflow.nodes) {
		if (node.type !== nodeType) continue;
		node.credentials = { [credentialType]: { id: credentialId, name: credentialName } };
		if ('templateId' in node.parameters) {
			node.parameters.templateId = { __rl: true, mode: 'id', value: facts.templateId };
			node.parameters.elements = {
				...(node.parameters.elements as object),
				value: facts.elements,
				schema: await formFields(api, node),
			};
		}
	}
	return workflow;
}

/** An example of this repository, with the credential of this n8n where it needs one. */
function exampleWorkflow(text: string, credentialId: string): Workflow {
	const workflow: Workflow = JSON.parse(text);
	for (const node of workflow.nodes) {
		if (node.credentials && credentialType in node.credentials) {
			node.credentials = { [credentialType]: { id: credentialId, name: credentialName } };
		} else delete node.credentials;
	}
	return workflow;
}

/**
 * Imports a workflow, or finds the one we imported; one that the person has edited stays.
 *
 * @param source what it is built from: if this changes, the workflow is written again
 * @param whenEdited called if the person has edited the one we created
 */
async function ensureWorkflow(
	api: N8nApi,
	made: Made | undefined,
	source: string,
	wanted: () => Promise<Workflow>,
	whenEdited: (name: string) => 'keep' | 'copy',
): Promise<{ stored: StoredWorkflow; made: Made }> {
	const written = createHash('sha256').update(source).digest('hex');
	const finished = (stored: StoredWorkflow) => ({
		stored,
		made: { id: stored.id, versionId: stored.versionId, written },
	});
	const create = async () =>
		// n8n 1.x requires this.
		await api.must<StoredWorkflow>('POST', '/workflows', { active: false, ...(await wanted()) });
	const current =
		made === undefined ? undefined : await api.call<StoredWorkflow>('GET', `/workflows/${made.id}`);
	const present = current?.isArchived ? undefined : current;
	if (present === undefined || made === undefined) {
		return finished(await create());
	}
	const untouched = present.versionId === made.versionId;
	if (untouched && made.written === written) return finished(present);
	if (untouched) {
		const body = { ...(await wanted()), versionId: present.versionId };
		return finished(await api.must<StoredWorkflow>('PATCH', `/workflows/${present.id}`, body));
	}
	if (whenEdited(present.name) === 'keep') return { stored: present, made };
	return finished(await create());
}

/** Ensures that n8n has the credential, the examples and the demo workflow. */
export async function setUp(
	api: N8nApi,
	data: DataFolder,
	access: ServiceAccess,
	facts: DemoFacts,
): Promise<Demo> {
	const state = readState(data);
	const save = (more: State) => {
		Object.assign(state, more);
		writeFileSync(data.state, `${JSON.stringify(state, null, '\t')}\n`);
	};
	try {
		const credentialId = await ensureCredential(api, state, access);
		save({ credentialId });
		const keep = (file: string, made: Made) =>
			save({ workflows: { ...state.workflows, [file]: made } });
		const examples: Demo['examples'] = [];
		for (const file of exampleFiles()) {
			const text = readFileSync(file, 'utf8');
			const known = state.workflows?.[path.basename(file)];
			const wanted = async () => exampleWorkflow(text, credentialId);
			const source = `${text} ${credentialId}`;
			const { stored, made } = await ensureWorkflow(api, known, source, wanted, () => 'keep');
			keep(path.basename(file), made);
			examples.push({ id: stored.id, name: stored.name });
		}
		const source = `${readFileSync(demoWorkflowFile, 'utf8')} ${facts.templateId} ${credentialId}`;
		const demoFile = path.basename(demoWorkflowFile);
		const { stored, made } = await ensureWorkflow(
			api,
			state.workflows?.[demoFile],
			source,
			async () => await demoWorkflow(api, credentialId, facts),
			(name) => {
				say(`You have changed "${name}": it stays as it is, and the demo runs as a new copy.`);
				return 'copy';
			},
		);
		keep(demoFile, made);
		return { workflowId: stored.id, workflow: stored, examples };
	} catch (error) {
		throw new PlainError(`The demo could not be set up in n8n. ${messageOf(error)}`);
	}
}
