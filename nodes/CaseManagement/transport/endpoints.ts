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
	'No template that you can see has this ID. It may have been deleted or may belong to another organization. Use Template > Get Many to list the templates that you can see.';

const MAY_NOT_EDIT =
	'The user of this credential is not allowed to change templates. This needs a permission such as EDIT_PROCESSES. Ask an administrator of the organization for it.';

const NO_SUCH_PATH =
	'This list should always exist. Check the Base URL in the credential: it does not seem to point to the service.';

const MAY_NOT_SEE =
	'The user of this credential is not allowed to see these templates. Automated templates need the permission EDIT_PROCESSES. Ask an administrator of the organization for it, or use the credential of someone who has it.';

const DATA_REFUSED =
	'The service did not accept the data. Use Signal > Get to see what data the signal needs.';

/** A write that can be sent twice, and says nothing but "done". */
const REPEATABLE = { idempotent: true, allowsEmptyBody: true };

const statusChange = (verb: string, done: string) =>
	({
		method: 'PUT',
		url: `${CASES}/:caseId/${verb}`,
		...REPEATABLE,
		unknownOutcome: `The case may have been ${done}. Use Case > Get to check its status.`,
	}) as const satisfies WriteEndpoint;

/** Every endpoint of the service, by the operationId of sandbox/openapi.yaml: where it is, what it
 * may do twice, and what to advise when it fails. */
export const ENDPOINTS = {
	listCases: { method: 'GET', url: CASES, hints: { 404: NO_SUCH_PATH } },
	getCase: {
		method: 'GET',
		url: `${CASES}/:caseId`,
		hints: {
			403: 'The user of this credential is not allowed to view this case. Ask for permission to view it, or use the credential of someone who has it.',
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
			'The case may have been created. Check before you try again: Case > Get Many, sorted by Newest First, shows whether a case with this name exists.',
		hints: {
			400: 'Enter a Case Name: cases of this template need one. If you have entered one, check the element values.',
			401: 'The user of this credential is not allowed to launch this template. Choose a launchable template, or ask for permission to launch this one. If every request fails like this, check the Authorization Token in the credential.',
		},
	},
	pauseCase: statusChange('pause', 'paused'),
	resumeCase: statusChange('resume', 'resumed'),
	stopCase: statusChange('stop', 'stopped'),
	deleteCase: {
		method: 'DELETE',
		url: `${CASES}/:caseId`,
		...REPEATABLE,
		unknownOutcome:
			'The case may have been deleted. Use Case > Get to check whether it still exists.',
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
		unknownOutcome: 'The template may have been renamed. Use Template > Get to check its name.',
		hints: { 403: MAY_NOT_EDIT, 404: NO_TEMPLATE },
	},
	deleteTemplate: {
		method: 'DELETE',
		// Under `directory`, unlike all the others.
		url: '/process_templates/directory/:templateId',
		...REPEATABLE,
		unknownOutcome:
			'The template may have been deleted. Use Template > Get to check whether it still exists.',
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
			404: 'The template has no element with this ID. Use Template > Get Start Definition to list its elements. The ID is the `identifier` of an element of type team_members.',
		},
	},
	listSignals: { method: 'GET', url: '/signals', hints: { 404: NO_TEMPLATE } },
	getSignal: {
		method: 'GET',
		url: '/signals/:signalId',
		hints: {
			404: 'The template has no such signal, or the template does not exist. Use Signal > Get Many to list the signals of a template.',
		},
	},
	triggerSignal: {
		method: 'POST',
		url: '/signals',
		idempotent: false,
		allowsEmptyBody: true,
		unknownOutcome:
			'The signal may have been received. Before you try again, use Case > Get to check whether the case has moved on.',
		hints: {
			400: DATA_REFUSED,
			403: 'The user of this credential is not allowed to act on this case. Ask for permission to perform actions on it, or use the credential of someone who has it.',
			404: 'The case does not exist, or its template has no such signal. Use Signal > Get Many to list the signals of a template.',
			409: 'The case is not waiting for this signal at the moment. Use Case > Get to check its status, and make sure that this is the signal it is waiting for.',
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
