import { Problem, badInput, shown } from '../../model/problem';
import { compositeOption, customOperation } from '../../operation/customOperation';
import { showRequest } from '../../transport/caseRequests';
import type { CompositeOperation } from '../../operation/multiRequest';
import { textsOf } from '../../parameters/values';
import type { Parameters } from '../../parameters/parameters';
import { showCase, simplifiedShown } from './fetchCase';
import type { ShownCase } from './fetchCase';
import { waitForStatus } from './waitLoop';
import type { WaitEnd, WaitRules } from './waitLoop';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Show Case (interface.md, section 4.1), again and again. */
const spec: CompositeOperation = {
	topic: 'case.wait',
	name: 'Wait for Status',
	action: 'Wait for the status of a case',
	description: 'Look at a case again and again until it has one of the statuses',
	request: showRequest,
	writes: false,
	prepare(parameters) {
		rulesOf(parameters);
		goesOn(parameters);
		return {};
	},
	async steps({ path }, parameters, { ask, pause }) {
		const rules = rulesOf(parameters);
		const caseId = parameters.id('caseId');
		const end = await waitForStatus<ShownCase>(rules, {
			// The wait itself is what tries again; more tries in between would outlast the time.
			look: async (atMost) => await showCase(ask, path, { triesAgain: false, atMost }),
			statusOf: ({ entry }) => entry.status,
			now: Date.now,
			random: Math.random,
			pause,
		});
		const { how, seen, trouble } = end;
		if (how === 'failed' && trouble !== undefined) throw lookFailed(trouble, seen);
		if (seen === undefined || (how === 'timedOut' && !goesOn(parameters))) {
			throw outOfTime(caseId, rules, end);
		}
		return [{ ...simplifiedShown(seen), timed_out: how === 'timedOut' }];
	},
};

export const wait = compositeOption(spec);
export const waitForCase = customOperation(spec);

function rulesOf(parameters: Parameters): WaitRules {
	const statuses = textsOf(parameters.raw('statuses'), 'Statuses');
	if (statuses.length === 0) {
		throw badInput('"Statuses" is empty', 'Choose at least one status to wait for.');
	}
	return {
		statuses,
		interval: parameters.number('interval', 'Interval (Seconds)', { from: 1 }) * SECOND,
		timeout: parameters.number('timeout', 'Timeout (Minutes)', { above: 0 }) * MINUTE,
	};
}

/** Whether the workflow goes on when the time is over. */
const goesOn = (parameters: Parameters): boolean =>
	parameters.choice('onTimeout', 'On Timeout', ['continue', 'error']) === 'continue';

function outOfTime(
	caseId: string,
	{ statuses, timeout }: WaitRules,
	{ seen, trouble }: WaitEnd<ShownCase>,
): Problem {
	const advice =
		'Set a longer Timeout, or set On Timeout to Continue and branch on timed_out. For waits of hours use the Case Management Trigger, which starts a workflow when the status changes.';
	if (trouble === undefined) {
		return new Problem(
			`The ${named(caseId, seen)} did not get the status ${listed(statuses)} within ${minutes(timeout)}: its status is ${shown(seen?.entry.status)}`,
			{ kind: 'service', hint: advice },
		);
	}
	const last =
		seen === undefined ? 'it was never read' : `its last status was ${shown(seen.entry.status)}`;
	// What the service said comes first, as in any other error.
	return new Problem(
		`${trouble.message.replace(/[.\s]+$/, '')}. The wait of ${minutes(timeout)} for the ${named(caseId, seen)} ended with this; ${last}`,
		{ ...trouble, hint: trouble.hint === undefined ? advice : `${trouble.hint} ${advice}` },
	);
}

function lookFailed(trouble: Problem, seen?: ShownCase): Problem {
	if (trouble.status !== 404 || seen === undefined) return trouble;
	return new Problem('The case was deleted while waiting', {
		...trouble,
		hint: `Its last status was ${shown(seen.entry.status)}. Nothing is left to wait for.`,
	});
}

/** As a person knows the case, with the ID that the interface knows it by. */
const named = (caseId: string, seen?: ShownCase): string =>
	typeof seen?.entry.name === 'string' ? `case "${seen.entry.name}" (${caseId})` : `case ${caseId}`;

const listed = (statuses: readonly string[]): string =>
	statuses.length === 1
		? statuses[0]!
		: `${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)!}`;

function minutes(milliseconds: number): string {
	const count = Math.round(milliseconds / 600) / 100;
	return count === 1 ? '1 minute' : `${count} minutes`;
}
