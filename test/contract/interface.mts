/**
 * The description of the service's interface, written by hand, so that openapi.yaml and the node
 * are compared with an independent source. docs/interface-gaps.md lists what the description leaves
 * open.
 */
import { listOf, oneOf } from './shapes.mts';
import type { Shape } from './shapes.mts';

/** The states of a case. */
const STATUS = oneOf('running', 'error', 'stopped', 'completed', 'paused');

/** The launcher of a case, and the member of a document entry. */
const PERSON: Shape = { first_name: 'string', last_name: 'string', uuid: 'uuid' };

/** The summary of a template, as in a list and in a case. */
const TEMPLATE: Shape = {
	name: 'string',
	uuid: 'uuid',
	launchable: 'boolean',
	resource_type: 'string',
	automated: 'boolean',
};

/** A case, also called process instance. */
export const CASE: Shape = {
	name: 'string',
	created_at: 'string',
	uuid: 'uuid',
	completed_date: 'string or null',
	status: STATUS,
	sequential_id: 'integer',
	process_template: TEMPLATE,
	launcher: PERSON,
};

/** An entry of `docs`: a task submission that contains documents. */
export const DOCUMENT: Shape = {
	id: 'uuid',
	status: 'string',
	assignee_type: 'string',
	member: PERSON,
	task_definition: { id: 'string', name: 'string', task_type: 'string' },
	documents_info: listOf({
		field_name: 'string',
		content: {
			type: 'string',
			files: listOf({ originalName: 'string', storageName: 'string' }),
		},
	}),
};

/** A team member that can be chosen in a form. */
export const MEMBER: Shape = {
	uuid: 'uuid',
	first_name: 'string',
	last_name: 'string',
	invitation_status: 'string',
	deleted: 'boolean',
	slug: 'string',
};

/** The response of an endpoint that only reports what it did, and of an error. */
export const MESSAGE: Record<string, Shape> = { message: 'string' };

const TEMPLATES: Shape = { process_templates: listOf(TEMPLATE) };

/** The request and the response of an endpoint. */
export interface Endpoint {
	/** Query parameters; `?` marks an optional one. */
	query?: Record<string, Shape>;
	/** Fields of the JSON body; `?` marks an optional one. */
	body?: Shape;
	/** The body of the answer with HTTP 200. */
	answer: Shape;
	/** The message of the response, if it is shown. */
	says?: string;
}

/** The endpoints, by method and path. */
export const ENDPOINTS: Record<string, Endpoint> = {
	'GET /process_monitor/process_instances': {
		query: {
			'sort_by?': oneOf('status', 'newest', 'oldest'),
			'created_before?': 'string',
			'created_after?': 'string',
			'status?': listOf(STATUS),
			'process_type?': listOf('uuid'),
			'cursor?': 'string',
		},
		answer: {
			processes: listOf(CASE),
			next_cursor: 'string or null',
			prev_cursor: 'string or null',
			total: 'integer',
			limit: 'integer',
			page: 'integer',
		},
	},
	'GET /process_monitor/process_instances/:process_instance_uuid': {
		answer: { process_instance: CASE, permissions: listOf('string') },
	},
	'GET /process_monitor/process_instances/:process_instance_uuid/documents': {
		answer: { docs: listOf(DOCUMENT) },
	},
	'POST /process_instances': {
		// The label is required for some templates only.
		body: { 'label?': 'string', submission_elements: 'object', process_template_uuid: 'string' },
		answer: { message: 'string', process_instance_uuid: 'uuid' },
		says: 'launched',
	},
	'PUT /process_monitor/process_instances/:process_instance_uuid/pause': {
		answer: MESSAGE,
		says: 'paused',
	},
	'PUT /process_monitor/process_instances/:process_instance_uuid/stop': {
		answer: MESSAGE,
		says: 'stopped',
	},
	'PUT /process_monitor/process_instances/:process_instance_uuid/resume': {
		answer: MESSAGE,
		says: 'resumed',
	},
	'DELETE /process_monitor/process_instances/:process_instance_uuid': {
		answer: MESSAGE,
		says: 'deleted',
	},
	'GET /process_templates/basic': {
		query: { 'launchable?': 'string' },
		// Not shown; assumed to match the API launchable list.
		answer: TEMPLATES,
	},
	'GET /process_templates/basic/launchables': { answer: TEMPLATES },
	// The response is not shown; assumed to match the API launchable list.
	'GET /process_templates/basic/automated_processes': { answer: TEMPLATES },
	'GET /process_templates/basic/:template_uuid': {
		answer: {
			process_template: { name: 'string', uuid: 'uuid', automated: 'boolean' },
			can_launch: 'boolean',
		},
	},
	'PUT /process_templates/basic/:template_uuid': { body: { name: 'string' }, answer: MESSAGE },
	'DELETE /process_templates/directory/:template_uuid': { answer: MESSAGE },
	'GET /process_templates/automation/:template_uuid/start_definition': {
		answer: {
			process_template: { name: 'string', uuid: 'uuid' },
			manual_label: 'boolean',
			definition_elements: listOf({
				definition: {
					label: 'string',
					identifier: 'uuid',
					type: 'string',
					assignedID: 'string',
					required: 'boolean',
				},
			}),
		},
	},
	'GET /process_templates/automation/:template_uuid/definition_element/:definition_element_uuid/members':
		{ answer: { members: listOf(MEMBER) } },
	'GET /signals': {
		// That it must be sent is an assumption: a Signal ID is unique within a template only.
		query: { template_uuid: 'string' },
		answer: { signals: listOf('string') },
	},
	'GET /signals/:signal_id': {
		query: { template_uuid: 'string' },
		answer: {
			submission_elements: listOf({
				definition_element: {
					label: 'string',
					type: 'string',
					name: 'string',
					exit_type: 'string',
					required: 'boolean',
				},
			}),
		},
	},
	'POST /signals': {
		body: {
			// The items are not shown; this is our assumption.
			submission_elements: listOf({ name: 'string', value: 'anything' }),
			process_instance_uuid: 'string',
			signal_id: 'string',
		},
		answer: MESSAGE,
	},
};

/** The errors that are shown: endpoint, status and condition. */
export const ERRORS: Array<[endpoint: string, status: string, condition: RegExp]> = [
	[
		'GET /process_monitor/process_instances/:process_instance_uuid',
		'403',
		/lacks permission to view the process instance/,
	],
	[
		'GET /process_monitor/process_instances/:process_instance_uuid',
		'404',
		/process instance was not found/,
	],
	['POST /process_instances', '400', /requires a label and none was given/],
	['POST /process_instances', '401', /lacks permission to launch the process/],
];
