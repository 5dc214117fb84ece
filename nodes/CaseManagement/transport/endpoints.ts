/** Advice for a response status, where it can be better than that for any operation. */
type StatusHints = Record<number, string>;

interface ReadEndpoint {
	method: 'GET';
	/** Path below the base URL; `:name` is filled from the parameter of that name. */
	url: string;
	hints?: StatusHints;
}

interface WriteEndpoint extends Omit<ReadEndpoint, 'method'> {
	method: 'DELETE' | 'POST' | 'PUT';
	idempotent: boolean;
	/** Whether a success may have no body: it says nothing but "done". */
	allowsEmptyBody: boolean;
	/** What may have happened if no clear response came, and where to look. */
	unknownOutcome: string;
}

export type Endpoint = ReadEndpoint | WriteEndpoint;

const CASES = '/process_monitor/process_instances';
const TEMPLATES = '/process_templates/basic';
const AUTOMATION = '/process_templates/automation/:templateId';

const NO_TEMPLATE =
	'No template has this ID for you. Template > Get Many shows those that you may see: it may have been deleted or may belong to another organization.';

const MAY_NOT_EDIT =
	'The user of the credential may not change templates: the service asks for a permission such as EDIT_PROCESSES. Ask an administrator of the organization for it.';

const NO_SUCH_PATH =
	'A list is always there: check the Base URL of the credential, it does not seem to lead to the service.';

const MAY_NOT_SEE =
	'The user of the credential may not see these templates: the automated ones need the permission EDIT_PROCESSES. Ask an administrator of the organization for it, or use a credential of somebody who has it.';

const DATA_REFUSED =
	'The service did not accept the data. Signal > Get shows what the signal needs.';

/** A write that can be sent twice, and says nothing but "done". */
const REPEATABLE = { idempotent: true, allowsEmptyBody: true };

const statusChange = (verb: string, done: string) =>
	({
		method: 'PUT',
		url: `${CASES}/:caseId/${verb}`,
		...REPEATABLE,
		unknownOutcome: `The case may have been ${done}: Case > Get shows its status.`,
	}) as const satisfies WriteEndpoint;

/** Every endpoint of the service, by the operationId of sandbox/openapi.yaml: where it is, what it
 * may do twice, and what to advise when it fails. */
export const ENDPOINTS = {
	listCases: { method: 'GET', url: CASES, hints: { 404: NO_SUCH_PATH } },
	getCase: {
		method: 'GET',
		url: `${CASES}/:caseId`,
		hints: {
			403: 'The user of the credential may not view this case. Ask for the permission to view it, or use a credential of somebody who has it.',
			404: 'No case has this ID. Check the ID: the case may have been deleted or may belong to another organization.',
		},
	},
	listCaseDocuments: { method: 'GET', url: `${CASES}/:caseId/documents` },
	createCase: {
		method: 'POST',
		url: '/process_instances',
		idempotent: false,
		allowsEmptyBody: false,
		unknownOutcome:
			'The case may have been created: look before you try again. Case > Get Many, sorted by Newest First, shows whether there is one with this name.',
		hints: {
			400: 'Enter a Case Name: a case of this template needs one. If it has one, check the element values.',
			401: 'The user of the credential may not launch this template: choose a launchable one or ask for the right to launch it. If every call fails like this, check the Authorization Token in the credential.',
		},
	},
	pauseCase: statusChange('pause', 'paused'),
	resumeCase: statusChange('resume', 'resumed'),
	stopCase: statusChange('stop', 'stopped'),
	deleteCase: {
		method: 'DELETE',
		url: `${CASES}/:caseId`,
		...REPEATABLE,
		unknownOutcome: 'The case may have been deleted: Case > Get shows whether it still exists.',
	},
	listTemplates: { method: 'GET', url: TEMPLATES, hints: { 403: MAY_NOT_SEE, 404: NO_SUCH_PATH } },
	listLaunchableTemplates: {
		method: 'GET',
		url: `${TEMPLATES}/launchables`,
		hints: { 403: MAY_NOT_SEE, 404: NO_SUCH_PATH },
	},
	listAutomatedTemplates: {
		method: 'GET',
		url: `${TEMPLATES}/automated_processes`,
		hints: { 403: MAY_NOT_SEE, 404: NO_SUCH_PATH },
	},
	getTemplate: { method: 'GET', url: `${TEMPLATES}/:templateId`, hints: { 404: NO_TEMPLATE } },
	updateTemplate: {
		method: 'PUT',
		url: `${TEMPLATES}/:templateId`,
		...REPEATABLE,
		unknownOutcome: 'The template may have been renamed: Template > Get shows its name.',
		hints: { 403: MAY_NOT_EDIT, 404: NO_TEMPLATE },
	},
	deleteTemplate: {
		method: 'DELETE',
		// Under `directory`, unlike all the others.
		url: '/process_templates/directory/:templateId',
		...REPEATABLE,
		unknownOutcome:
			'The template may have been deleted: Template > Get shows whether it still exists.',
		hints: { 403: MAY_NOT_EDIT, 404: NO_TEMPLATE },
	},
	getStartDefinition: {
		method: 'GET',
		url: `${AUTOMATION}/start_definition`,
		hints: { 404: NO_TEMPLATE },
	},
	listElementMembers: {
		method: 'GET',
		url: `${AUTOMATION}/definition_element/:definitionElementId/members`,
		hints: {
			404: 'The template has no such element. Template > Get Start Definition shows its elements: the ID is the `identifier` of one of type team_members.',
		},
	},
	listSignals: { method: 'GET', url: '/signals', hints: { 404: NO_TEMPLATE } },
	getSignal: {
		method: 'GET',
		url: '/signals/:signalId',
		hints: {
			404: 'The template has no such signal, or there is no such template. Signal > Get Many shows the signals of a template.',
		},
	},
	triggerSignal: {
		method: 'POST',
		url: '/signals',
		idempotent: false,
		allowsEmptyBody: true,
		unknownOutcome:
			'The signal may have been received: Case > Get shows whether the case has gone on. Look before you try again.',
		hints: {
			400: DATA_REFUSED,
			403: 'The user of the credential may not act on this case. Ask for the permission to perform actions on it, or use a credential of somebody who has it.',
			404: 'There is no such case, or its template has no such signal. Signal > Get Many shows the signals of a template.',
			409: 'The case does not wait for this signal now. Get the case to see its status, and check that the signal is the one it waits for.',
			422: DATA_REFUSED,
		},
	},
} as const satisfies Record<string, Endpoint>;

/** A call of the service, by its name in sandbox/openapi.yaml. */
export type OperationId = keyof typeof ENDPOINTS;

export const endpoint = (operationId: OperationId): Endpoint => ENDPOINTS[operationId];

/** The row of a call that changes something; undefined for one that only reads. */
export function writeEndpoint(operationId: OperationId): WriteEndpoint | undefined {
	const row = endpoint(operationId);
	return 'idempotent' in row ? row : undefined;
}

/** Which templates to list. Workflows store these values. */
export type TemplateScope = keyof typeof TEMPLATE_SCOPES;

/** The endpoints that list templates. Where `launchable` is sent is not shown; a GET has only its
 * query for it. */
export const TEMPLATE_SCOPES = {
	all: { operationId: 'listTemplates' },
	apiLaunchable: { operationId: 'listLaunchableTemplates' },
	automated: { operationId: 'listAutomatedTemplates' },
	launchable: { operationId: 'listTemplates', query: { launchable: 'true' } },
} as const satisfies Record<string, { operationId: OperationId; query?: Record<string, string> }>;
