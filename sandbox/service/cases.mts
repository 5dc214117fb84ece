/**
 * Cases: show, documents, create, pause, stop, resume, delete (getCase, createCase, pauseCase ...).
 */
import type { Call, Handler } from './handler.mts';
import type { CaseStatus, StoredCase } from './types.mts';
import { CASE_PERMISSIONS } from './seedPeople.mts';
import { ServiceError, mayLaunch, viewableCase, visibleTemplate } from './handler.mts';
import { caseView, documentsOf } from './views.mts';
import { checkForm } from './forms.mts';
import { membersOf } from './templates.mts';
import { randomUuid } from './random.mts';
import { wholeSeconds } from './clock.mts';

const theCase = (call: Call): StoredCase =>
	viewableCase(call, call.params.process_instance_uuid ?? '');

function requirePermission({ user }: Call, permission: string): void {
	if (!user.casePermissions.includes(permission)) {
		throw new ServiceError(
			403,
			`You do not have the permission "${permission}" for this process instance.`,
		);
	}
}

/** Show Case: `{ process_instance, permissions }`; 403, 404. */
export const getCase: Handler = (call) => ({
	process_instance: caseView(theCase(call), call.user),
	permissions: call.user.casePermissions,
});

/** List Case Documents: `{ docs }`; 403, 404. */
export const listCaseDocuments: Handler = (call) => ({ docs: documentsOf(theCase(call)) });

interface NewCaseBody {
	label?: string;
	submission_elements: Record<string, unknown>;
	process_template_uuid: string;
}

/**
 * Create New Case: `{ message, process_instance_uuid }`.
 * @throws ServiceError 404 unknown template; 401 not launchable by this user; 400 label missing;
 * 422 values that do not fit the start form. They are checked in this order.
 */
export const createCase: Handler = (call) => {
	const { state, user } = call;
	const body = call.body as NewCaseBody;
	const template = visibleTemplate(call, body.process_template_uuid);
	if (!mayLaunch(user, template)) {
		throw new ServiceError(401, 'You do not have permission to launch this process.');
	}
	const label = (body.label ?? '').trim();
	if (label === '' && !template.automated) {
		throw new ServiceError(400, 'Please provide a label.');
	}
	const form = template.elements.map((element) => ({
		...element,
		key: element.assignedID,
		members: membersOf(state, element),
	}));
	checkForm(form, Object.entries(body.submission_elements));
	const sequentialId = state.store.nextSequentialId();
	const uuid = randomUuid(state.random);
	state.store.add({
		uuid,
		name: label === '' ? `${template.name} ${sequentialId}` : label,
		createdMs: wholeSeconds(state.clock.now()),
		completedMs: null,
		status: 'running',
		sequentialId,
		template,
		launcher: user,
		organization: user.organization,
		restricted: false,
		waitingFor: template.awaits,
		documents: 0,
		submission: body.submission_elements,
		signalData: null,
	});
	return { message: 'The process was launched.', process_instance_uuid: uuid };
};

/** A state operation: the states it starts from and the one it leads to. */
function transition(verb: string, from: readonly CaseStatus[], to: CaseStatus): Handler {
	return (call) => {
		const entry = theCase(call);
		requirePermission(call, CASE_PERMISSIONS.perform);
		if (!from.includes(entry.status)) {
			throw new ServiceError(
				409,
				`The process instance is ${entry.status}; only a ${from.join(' or ')} one can be ${verb}.`,
			);
		}
		call.state.store.move(entry, to, null);
		return { message: `The process instance has been ${verb}.` };
	};
}

/** Pause Case: running becomes paused; 403, 404, 409. */
export const pauseCase: Handler = transition('paused', ['running'], 'paused');

/** Stop Case: running becomes stopped; 403, 404, 409. */
export const stopCase: Handler = transition('stopped', ['running'], 'stopped');

/** Resume Case: stopped or paused becomes running (assumption); 403, 404, 409. */
export const resumeCase: Handler = transition('resumed', ['stopped', 'paused'], 'running');

/** Delete Case: removes it permanently, whatever its state; 403, 404. */
export const deleteCase: Handler = (call) => {
	const entry = theCase(call);
	requirePermission(call, CASE_PERMISSIONS.delete);
	call.state.store.remove(entry);
	return { message: 'The process instance has been deleted.' };
};
