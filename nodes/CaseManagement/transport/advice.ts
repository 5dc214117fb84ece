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

/** Where interface.md (section 7) says what a status means for one operation. */
const BY_TOPIC: Record<string, Record<number, string>> = {
	'case.create': {
		400: 'Enter a Label: a case of this template needs one. If it has one, check the element values.',
		401: 'The user of the credential may not launch this template: choose a launchable one or ask for the right to launch it. If every call fails like this, check the Authorization Token in the credential.',
	},
	'case.get': {
		403: 'The user of the credential may not view this case. Ask for the permission to view it, or use a credential of somebody who has it.',
		404: 'No case has this ID. Check the ID: the case may have been deleted or may belong to another organization.',
	},
};

/**
 * What to do about an error status.
 *
 * @param status HTTP status of the answer
 * @param topic `resource.operation`, e.g. `case.create`
 * @returns one or two sentences
 */
export function adviceFor(status: number, topic: string): string {
	const known = BY_TOPIC[topic]?.[status] ?? BY_STATUS[status];
	if (known !== undefined) return known;
	if (status >= 500)
		return 'The service has a problem of its own. Try again later; if it stays, tell its operators.';
	if (status >= 300 && status < 400) {
		return 'The service sends us elsewhere, which is not followed. Enter the final address as Base URL in the credential.';
	}
	return 'Check the parameters of this item and the Base URL in the credential.';
}
