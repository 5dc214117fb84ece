import type { INodeProperties } from 'n8n-workflow';

import { casePicker } from '../../fields/pickers';
import { statusOptions } from '../../fields/caseFilters';
import { addFoundCase, findCaseWithin } from '../../lookup/findCase';
import type { FoundCase } from '../../lookup/findCase';
import { describeTarget, readCaseTarget } from '../../lookup/target';
import type { CaseTarget } from '../../lookup/target';
import { simplifyCaseView } from '../../model/case';
import type { CaseView } from '../../model/case';
import { quote, withoutStop } from '../../model/foreignText';
import type { Id } from '../../model/identifiers';
import { inputProblem, Problem } from '../../model/problem';
import type { Operation } from '../../operation/spec';
import type { ItemParameters } from '../../parameters/parameters';
import { readStatuses, readTexts, toStatus } from '../../parameters/values';
import { fetchCase } from '../../transport/cases';
import { waitForStatus } from './waitLoop';
import type { WaitEnd, WaitRules } from './waitLoop';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const statuses: INodeProperties = {
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	default: ['completed', 'error', 'stopped'],
	description: 'Wait until the case has one of these statuses',
	options: statusOptions,
};

const timeout: INodeProperties = {
	displayName: 'Timeout (Minutes)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 0.01, numberPrecision: 2 },
	default: 10,
	description:
		'Maximum time to wait. The execution keeps running during the wait. To wait for hours, start a workflow with the Case Management Trigger instead.',
};

const interval: INodeProperties = {
	displayName: 'Interval (Seconds)',
	name: 'interval',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 10,
	description:
		'How long to pause before reading the case again, at least 1. The pause grows during the wait, up to one minute.',
};

const onTimeout: INodeProperties = {
	displayName: 'On Timeout',
	name: 'onTimeout',
	type: 'options',
	default: 'error',
	description: 'What to do when the time is up and the case has none of the statuses',
	options: [
		{
			name: 'Continue',
			value: 'continue',
			description: 'Return the case as it is, with timed_out set to true',
		},
		{
			name: 'Error',
			value: 'error',
			description: 'Fail with an error that gives the last status of the case',
		},
	],
};

/** What to wait for, and which case: its ID, or how to find it. */
interface PreparedWait {
	target: CaseTarget | Id;
	rules: WaitRules;
	/** Whether the node goes on when the time is over. */
	continues: boolean;
}

/** Reads a case (getCase) again and again until it has one of the statuses. */
export const waitForCase: Operation<PreparedWait> = {
	value: 'wait',
	name: 'Wait for Status',
	action: 'Wait for the status of a case',
	description: 'Read a case repeatedly until it has one of the statuses',
	operationId: 'getCase',
	fields: [
		casePicker(
			'The case to wait for. By Name and By Number only find a case that is not completed when the wait begins.',
		),
		statuses,
		timeout,
		interval,
		onTimeout,
	],
	task: {
		operationId: 'getCase',
		effect: 'none',
		prepare: (parameters) => ({
			target: readCaseTarget(parameters, false) ?? parameters.id('caseId'),
			rules: readRules(parameters),
			continues: parameters.choice(onTimeout, ['continue', 'error']) === 'continue',
		}),
		async run({ target, rules, continues }, tools) {
			let found: FoundCase | undefined;
			const end = await waitForStatus<CaseView>(rules, {
				// The wait itself is what tries again; more attempts in between would outlast the time.
				fetchCase: async (milliseconds) => {
					const until = Date.now() + milliseconds;
					if (typeof target !== 'string')
						found ??= await findCaseWithin(milliseconds, target, tools);
					const maxTimeoutMs = Math.max(until - Date.now(), 1);
					const id = found?.id ?? (target as Id);
					const view = await fetchCase(tools.send, id, { retry: false, maxTimeoutMs });
					// A status that does not exist is never reached, unless the service itself reports it.
					readStatuses(rules.statuses, statuses.displayName, view.entry.status);
					return view;
				},
				statusOf: ({ entry }) => entry.status,
				now: Date.now,
				random: Math.random,
				pause: tools.delay,
			});
			const { outcome, seen, lastError } = end;
			if (outcome === 'failed' && lastError !== undefined) {
				throw addFoundCase(fetchFailed(lastError, seen), found);
			}
			if (seen === undefined || (outcome === 'timedOut' && !continues)) {
				throw addFoundCase(timedOut(found?.id ?? target, rules, end), found);
			}
			return [{ ...simplifyCaseView(seen), timed_out: outcome === 'timedOut' }];
		},
	},
};

function readRules(parameters: ItemParameters): WaitRules {
	const given = readTexts(parameters.value(statuses.name), statuses.displayName);
	const wanted = given.map(toStatus);
	const empty = `"${statuses.displayName}" is empty`;
	if (wanted.length === 0) throw inputProblem(empty, 'Choose at least one status to wait for.');
	return {
		statuses: wanted,
		interval: parameters.number(interval, { from: 1 }) * SECOND_MS,
		timeout: parameters.number(timeout, { above: 0 }) * MINUTE_MS,
	};
}

function timedOut(
	target: CaseTarget | string,
	{ statuses: wanted, timeout: milliseconds }: WaitRules,
	{ seen, lastError }: WaitEnd<CaseView>,
): Problem {
	const advice =
		'Set a longer Timeout, or set On Timeout to Continue and branch on timed_out. To wait for hours, use the Case Management Trigger, which starts a workflow when the status changes.';
	if (lastError === undefined) {
		return new Problem(
			`The ${describeTargetCase(target, seen)} did not reach the status ${joinWithOr(wanted.map(quote))} within ${formatMinutes(milliseconds)}: its status is ${quote(seen?.entry.status)}`,
			{ kind: 'service', hint: advice },
		);
	}
	const last =
		seen === undefined
			? 'its status could not be read'
			: `its last status was ${quote(seen.entry.status)}`;
	return new Problem(
		`${withoutStop(lastError.message)}. The wait of ${formatMinutes(milliseconds)} for the ${describeTargetCase(target, seen)} ended with this error; ${last}`,
		{ ...lastError, hint: lastError.hint === undefined ? advice : `${lastError.hint} ${advice}` },
	);
}

function fetchFailed(lastError: Problem, seen?: CaseView): Problem {
	if (lastError.status !== 404 || seen === undefined) return lastError;
	return new Problem('The case was deleted during the wait', {
		...lastError,
		hint: `Its last status was ${quote(seen.entry.status)}. There is nothing left to wait for.`,
	});
}

function describeTargetCase(target: CaseTarget | string, seen?: CaseView): string {
	if (typeof target !== 'string') return `case with ${describeTarget(target)}`;
	const name = seen?.entry.name;
	return typeof name === 'string' ? `case ${quote(name)} (${target})` : `case ${target}`;
}

const joinWithOr = (values: readonly string[]): string =>
	values.length === 1 ? values[0]! : `${values.slice(0, -1).join(', ')} or ${values.at(-1)!}`;

function formatMinutes(milliseconds: number): string {
	const count = Math.round(milliseconds / 600) / 100;
	return count === 1 ? '1 minute' : `${count} minutes`;
}
