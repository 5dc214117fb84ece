import { Problem, inputProblem, quote } from '../../model/problem';
import { compositeOption, customOperation } from '../../operation/customOperation';
import { showRequest } from '../../transport/caseRequests';
import type { CompositeOperation } from '../../operation/multiRequest';
import { toTexts } from '../../parameters/values';
import type { ItemParameters } from '../../parameters/parameters';
import { fetchCase, simplifyCaseWithPermissions } from './fetchCase';
import type { CaseWithPermissions } from './fetchCase';
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
		const end = await waitForStatus<CaseWithPermissions>(rules, {
			// The wait itself is what tries again; more tries in between would outlast the time.
			fetchCase: async (maxTimeoutMs) => await fetchCase(ask, path, { retry: false, maxTimeoutMs }),
			statusOf: ({ entry }) => entry.status,
			now: Date.now,
			random: Math.random,
			pause,
		});
		const { outcome, seen, lastError } = end;
		if (outcome === 'failed' && lastError !== undefined) throw lookFailed(lastError, seen);
		if (seen === undefined || (outcome === 'timedOut' && !goesOn(parameters))) {
			throw outOfTime(caseId, rules, end);
		}
		return [{ ...simplifyCaseWithPermissions(seen), timed_out: outcome === 'timedOut' }];
	},
};

export const wait = compositeOption(spec);
export const waitForCase = customOperation(spec);

function rulesOf(parameters: ItemParameters): WaitRules {
	const statuses = toTexts(parameters.value('statuses'), 'Statuses');
	if (statuses.length === 0) {
		throw inputProblem('"Statuses" is empty', 'Choose at least one status to wait for.');
	}
	return {
		statuses,
		interval: parameters.number('interval', 'Interval (Seconds)', { from: 1 }) * SECOND,
		timeout: parameters.number('timeout', 'Timeout (Minutes)', { above: 0 }) * MINUTE,
	};
}

/** Whether the workflow goes on when the time is over. */
const goesOn = (parameters: ItemParameters): boolean =>
	parameters.choice('onTimeout', 'On Timeout', ['continue', 'error']) === 'continue';

function outOfTime(
	caseId: string,
	{ statuses, timeout }: WaitRules,
	{ seen, lastError }: WaitEnd<CaseWithPermissions>,
): Problem {
	const advice =
		'Set a longer Timeout, or set On Timeout to Continue and branch on timed_out. For waits of hours use the Case Management Trigger, which starts a workflow when the status changes.';
	if (lastError === undefined) {
		return new Problem(
			`The ${named(caseId, seen)} did not get the status ${listed(statuses)} within ${minutes(timeout)}: its status is ${quote(seen?.entry.status)}`,
			{ kind: 'service', hint: advice },
		);
	}
	const last =
		seen === undefined ? 'it was never read' : `its last status was ${quote(seen.entry.status)}`;
	// What the service said comes first, as in any other error.
	return new Problem(
		`${lastError.message.replace(/[.\s]+$/, '')}. The wait of ${minutes(timeout)} for the ${named(caseId, seen)} ended with this; ${last}`,
		{ ...lastError, hint: lastError.hint === undefined ? advice : `${lastError.hint} ${advice}` },
	);
}

function lookFailed(trouble: Problem, seen?: CaseWithPermissions): Problem {
	if (trouble.status !== 404 || seen === undefined) return trouble;
	return new Problem('The case was deleted while waiting', {
		...trouble,
		hint: `Its last status was ${quote(seen.entry.status)}. Nothing is left to wait for.`,
	});
}

/** As a person knows the case, with the ID that the interface knows it by. */
const named = (caseId: string, seen?: CaseWithPermissions): string =>
	typeof seen?.entry.name === 'string' ? `case "${seen.entry.name}" (${caseId})` : `case ${caseId}`;

const listed = (statuses: readonly string[]): string =>
	statuses.length === 1
		? statuses[0]!
		: `${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)!}`;

function minutes(milliseconds: number): string {
	const count = Math.round(milliseconds / 600) / 100;
	return count === 1 ? '1 minute' : `${count} minutes`;
}
