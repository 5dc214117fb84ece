/** What to do about a status, whatever the operation. */
const BY_STATUS: Record<number, string> = {
	400: 'The service did not accept the values. Check the parameters of this item.',
	401: 'Check the Authorization Token in the credential: it may be wrong or expired.',
	403: 'The user of the credential lacks the permission. Ask an administrator of the organization for it, or use a credential of somebody who has it.',
	404: 'Check the ID, and the organization in the credential: what you look for may have been deleted or may belong elsewhere.',
	405: 'Check the Base URL of the credential: it does not seem to lead to the service.',
	408: 'The service took too long. Try again later.',
	409: 'The case is in a state that does not allow this. Get the case first to see its status.',
	413: 'The data is too large for the service. Send less at once.',
	422: 'The service did not accept the values. Check the parameters of this item.',
	429: 'The service limits how much may be asked at once. Wait a while, or set Batching under Request Options.',
};

const NO_TEMPLATE =
	'No template has this ID for you. Template > Get Many shows those that you may see: it may have been deleted or may belong to another organization.';

const MAY_NOT_EDIT =
	'The user of the credential may not change templates: the service asks for a permission such as EDIT_PROCESSES. Ask an administrator of the organization for it.';

const DATA_REFUSED =
	'The service did not accept the data. Signal > Get shows what the signal needs.';

/**
 * Where one operation allows better advice: interface.md (section 7) says what a status means for
 * it, or it is about something else than a case.
 */
const BY_TOPIC: Record<string, Record<number, string>> = {
	'case.create': {
		400: 'Enter a Label: a case of this template needs one. If it has one, check the element values.',
		401: 'The user of the credential may not launch this template: choose a launchable one or ask for the right to launch it. If every call fails like this, check the Authorization Token in the credential.',
	},
	'case.get': {
		403: 'The user of the credential may not view this case. Ask for the permission to view it, or use a credential of somebody who has it.',
		404: 'No case has this ID. Check the ID: the case may have been deleted or may belong to another organization.',
	},
	'signal.get': {
		404: 'The template has no such signal, or there is no such template. Signal > Get Many shows the signals of a template.',
	},
	'signal.getAll': { 404: NO_TEMPLATE },
	'signal.trigger': {
		400: DATA_REFUSED,
		403: 'The user of the credential may not act on this case. Ask for the permission to perform actions on it, or use a credential of somebody who has it.',
		404: 'There is no such case, or its template has no such signal. Signal > Get Many shows the signals of a template.',
		409: 'The case does not wait for this signal now. Get the case to see its status, and check that the signal is the one it waits for.',
		422: DATA_REFUSED,
	},
	'template.delete': { 403: MAY_NOT_EDIT, 404: NO_TEMPLATE },
	'template.get': { 404: NO_TEMPLATE },
	'template.getAll': {
		403: 'The user of the credential may not see these templates: the automated ones need the permission EDIT_PROCESSES. Ask an administrator of the organization for it, or use a credential of somebody who has it.',
	},
	'template.getStartDefinition': { 404: NO_TEMPLATE },
	'template.getTeamMembers': {
		404: 'The template has no such element. Template > Get Start Definition shows its elements; only one of type team_members has members.',
	},
	'template.update': { 403: MAY_NOT_EDIT, 404: NO_TEMPLATE },
};

/** What may have happened when a write has no answer that says, and where to look. */
const UNKNOWN_OUTCOME_HINTS: Record<string, string> = {
	'case.create':
		'The case may have been created: look before you try again. Case > Get Many, sorted by Newest First, shows whether there is one with this label.',
	'case.delete': 'The case may have been deleted: Case > Get shows whether it still exists.',
	'case.pause': 'The case may have been paused: Case > Get shows its status.',
	'case.resume': 'The case may have been resumed: Case > Get shows its status.',
	'case.stop': 'The case may have been stopped: Case > Get shows its status.',
	'signal.trigger':
		'The signal may have been received: Case > Get shows whether the case has gone on. Look before you try again.',
	'template.delete':
		'The template may have been deleted: Template > Get shows whether it still exists.',
	'template.update': 'The template may have been renamed: Template > Get shows its name.',
};

/** What a piece of advice depends on. */
interface Advised {
	method: string;
	/** `resource.operation`, e.g. `case.create`. */
	topic: string;
}

/** Whether a call changes something. */
export const isWrite = ({ method }: Advised): boolean => method !== 'GET';

/** What may have happened, and where to look before trying again. */
export const unknownOutcome = (topic: string): string =>
	UNKNOWN_OUTCOME_HINTS[topic] ?? 'The call may have had its effect: look before you try again.';

/** Whether a call that was answered with this error status may have had its effect. */
export const mayHaveTakenEffect = (status: number, call: Advised): boolean =>
	// A server that failed on the way may have done the work before.
	isWrite(call) && (status >= 500 || status === 408);

/**
 * What to do about an error status.
 *
 * @param status HTTP status of the answer
 * @returns one to three sentences
 */
export function hintFor(status: number, call: Advised): string {
	const advice = BY_TOPIC[call.topic]?.[status] ?? BY_STATUS[status] ?? byClass(status);
	return mayHaveTakenEffect(status, call) ? `${unknownOutcome(call.topic)} ${advice}` : advice;
}

function byClass(status: number): string {
	if (status >= 500) {
		return 'The service has a problem of its own. Try again later; if it stays, tell its operators.';
	}
	if (status >= 300 && status < 400) {
		return 'The service sends us elsewhere, which is not followed. Enter the final address as Base URL in the credential.';
	}
	return 'Check the parameters of this item and the Base URL in the credential.';
}
