/**
 * Signals: list, show, trigger (listSignals, getSignal, triggerSignal). All errors here are assumptions.
 */
import type { Handler } from './handler.mts';
import type { Signal, Template } from './types.mts';
import { CASE_PERMISSIONS } from './seedPeople.mts';
import { ServiceError, viewableCase, visibleTemplate } from './handler.mts';
import { checkForm } from './forms.mts';
import { wholeSeconds } from './clock.mts';

function signalOf(template: Template, id: string): Signal {
	const signal = template.signals.find((entry) => entry.id === id);
	if (!signal) throw new ServiceError(404, `The process template has no signal "${id}".`);
	return signal;
}

/** Index: `{ signals }`, the Signal IDs of a template; 404. */
export const listSignals: Handler = (call) => ({
	signals: visibleTemplate(call, String(call.query.template_uuid)).signals.map(({ id }) => id),
});

/** Show: `{ submission_elements }`, the data the signal needs; 404. */
export const getSignal: Handler = (call) => {
	const template = visibleTemplate(call, String(call.query.template_uuid));
	const { elements } = signalOf(template, call.params.signal_id ?? '');
	return { submission_elements: elements.map((element) => ({ definition_element: element })) };
};

interface SignalBody {
	submission_elements: { name: string; value: unknown }[];
	process_instance_uuid: string;
	signal_id: string;
}

/**
 * Trigger a Signal Event: the waiting case continues, in the sandbox to `completed`.
 * @throws ServiceError 404 unknown case or signal; 403 no right to act on the case; 409 the case
 * does not run or does not wait for this signal; 422 data that does not fit
 */
export const triggerSignal: Handler = (call) => {
	const { state, user } = call;
	const body = call.body as SignalBody;
	const entry = viewableCase(call, body.process_instance_uuid);
	if (!user.casePermissions.includes(CASE_PERMISSIONS.perform)) {
		throw new ServiceError(403, 'You do not have permission to send a signal to this case.');
	}
	const signal = signalOf(entry.template, body.signal_id);
	if (entry.status !== 'running') {
		throw new ServiceError(409, `The process instance is ${entry.status} and takes no signal.`);
	}
	if (entry.waitingFor !== signal.id) {
		throw new ServiceError(
			409,
			`The process instance is not waiting for the signal "${signal.id}".`,
		);
	}
	checkForm(
		signal.elements.map((element) => ({
			...element,
			key: element.name,
			members: state.members,
		})),
		body.submission_elements.map(({ name, value }) => [name, value] as const),
	);
	entry.signalData = body.submission_elements;
	entry.waitingFor = null;
	state.store.move(entry, 'completed', wholeSeconds(state.clock.now()));
	return { message: 'The signal event was triggered.' };
};
