import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { N8nApi, N8nRefusal } from './n8n-api.mts';
import { type DataFolder, demoWorkflowFile } from './paths.mts';
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
const credentialName = 'Case Management (sandbox)';

/** What we made in n8n, so that a later start finds it again. */
interface State {
	credentialId?: string;
	workflowId?: string;
	/** The version we wrote: another one on the server means that the person has edited it. */
	versionId?: string;
	/** What we wrote, as a hash. */
	written?: string;
}

interface WorkflowNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
}

/** A workflow as n8n exports it. */
export interface Workflow {
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

/** The demo as it now stands in n8n. */
export interface Demo {
	workflowId: string;
	workflow: Workflow;
}

/** Logs in; makes the owner account first when this n8n has none. */
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

/** Makes the credential, or points the one we made at the service that runs now. */
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

/** The fields of a start form, asked for as the editor does, with what can be chosen in them. */
async function formFields(api: N8nApi, node: WorkflowNode): Promise<object[]> {
	const route = '/dynamic-node-parameters/resource-mapper-fields';
	const { fields } = await api.must<{ fields: object[] }>('POST', route, {
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

/** A hash of what the file says; the form's values may change from day to day. */
function fingerprint(facts: DemoFacts, credentialId: string): string {
	const hash = createHash('sha256').update(readFileSync(demoWorkflowFile));
	return hash.update(`${facts.templateId} ${credentialId}`).digest('hex');
}

/** Imports the demo, or finds the one we imported; a workflow that the person edited stays. */
async function ensureWorkflow(api: N8nApi, state: State, credentialId: string, facts: DemoFacts) {
	const written = fingerprint(facts, credentialId);
	const current =
		state.workflowId === undefined
			? undefined
			: await api.call<StoredWorkflow>('GET', `/workflows/${state.workflowId}`);
	const present = current?.isArchived ? undefined : current;
	const untouched = present !== undefined && present.versionId === state.versionId;
	if (untouched && state.written === written) return { stored: present, written };
	const wanted = await demoWorkflow(api, credentialId, facts);
	if (untouched) {
		const body = { ...wanted, versionId: present.versionId };
		const stored = await api.must<StoredWorkflow>('PATCH', `/workflows/${present.id}`, body);
		return { stored, written };
	}
	if (present !== undefined) {
		say(`You have changed "${present.name}": it stays as it is, and the demo runs as a new copy.`);
	}
	return { stored: await api.must<StoredWorkflow>('POST', '/workflows', wanted), written };
}

/** Sees to it that n8n has the credential and the demo workflow. */
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
		const { stored, written } = await ensureWorkflow(api, state, credentialId, facts);
		save({ workflowId: stored.id, versionId: stored.versionId, written });
		return { workflowId: stored.id, workflow: stored };
	} catch (error) {
		throw new PlainError(`The demo could not be set up in n8n. ${messageOf(error)}`);
	}
}
