import { operation } from '../../operation/operation';

type Change = 'pause' | 'resume' | 'stop';

/** Pause, Resume or Stop Case as interface.md (section 4.1) writes it. */
export const changeRequest = (change: Change) =>
	({ method: 'PUT', url: `/process_monitor/process_instances/:caseId/${change}` }) as const;

const TEXTS: Record<Change, { name: string; description: string }> = {
	pause: { name: 'Pause', description: 'Pause a running case' },
	resume: { name: 'Resume', description: 'Let a paused or stopped case go on' },
	stop: { name: 'Stop', description: 'Stop a running case' },
};

/**
 * Pause, Resume or Stop Case (interface.md, sections 3 and 4.1). Whether the case's status allows
 * it is for the service to say: the interface does not show it for all states.
 *
 * @param change the operation's value, which is also the last segment of its path
 */
export function changeStatus(change: Change) {
	const { name, description } = TEXTS[change];
	return operation({
		topic: `case.${change}`,
		name,
		action: `${name} a case`,
		description,
		request: changeRequest(change),
		allowsEmptyBody: true,
		receive: ({ message }, parameters) => [
			{ message: message ?? null, process_instance_uuid: parameters.id('caseId') },
		],
	});
}
