import type { INodeProperties } from 'n8n-workflow';

import { casePicker } from '../../fields/pickers';
import { statusOptions } from '../../fields/statusOptions';
import { simplifyCaseView } from '../../model/case';
import type { CaseView } from '../../model/case';
import { Problem, inputProblem, quote } from '../../model/problem';
import { aboutCase, soughtInWords } from '../../operation/caseLookup';
import type { FoundCase } from '../../operation/caseLookup';
import { findCaseInTime } from '../../operation/caseLookupInTime';
import { multiRequestOperation } from '../../operation/multiRequestOperation';
import { readSoughtCase } from '../../parameters/caseTarget';
import type { SoughtCase } from '../../parameters/caseTarget';
import type { ItemParameters } from '../../parameters/parameters';
import { asStatus, toStatuses, toTexts } from '../../parameters/values';
import { fetchCase } from '../../transport/fetchCase';
import { waitForStatus } from './waitLoop';
import type { WaitEnd, WaitRules } from './waitLoop';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

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
		'How long to wait at most. The execution runs all the while; for waits of hours, start a workflow with the Case Management Trigger instead.',
};

const interval: INodeProperties = {
	displayName: 'Interval (Seconds)',
	name: 'interval',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 10,
	description:
		'How long to pause before looking at the case again, at least 1. The pause grows with the wait, up to a minute.',
};

const onTimeout: INodeProperties = {
	displayName: 'On Timeout',
	name: 'onTimeout',
	type: 'options',
	default: 'error',
	description: 'What to do when the time is over and the case has none of the statuses',
	options: [
		{
			name: 'Continue',
			value: 'continue',
			description: 'Return the case as it is, with timed_out set to true',
		},
		{ name: 'Error', value: 'error', description: 'Fail with the last status of the case' },
	],
};

/** Reads a case (getCase) again and again until it has one of the statuses. */
export const wait = multiRequestOperation({
	value: 'wait',
	name: 'Wait for Status',
	action: 'Wait for the status of a case',
	description: 'Look at a case again and again until it has one of the statuses',
	operationId: 'getCase',
	fields: [
		casePicker(
			'The case to wait for. By Name and By Number find it if it is not completed yet when the wait begins.',
		),
		statuses,
		timeout,
		interval,
		onTimeout,
	],
	writes: false,
	prepare(parameters) {
		return {
			target: readSoughtCase(parameters, false) ?? parameters.id('caseId'),
			rules: readRules(parameters),
			continues: parameters.choice(onTimeout, ['continue', 'error']) === 'continue',
		};
	},
	async run({ target, rules, continues }, tools) {
		let found: FoundCase | undefined;
		const end = await waitForStatus<CaseView>(rules, {
			// The wait itself is what tries again; more attempts in between would outlast the time.
			fetchCase: async (milliseconds) => {
				const until = Date.now() + milliseconds;
				if (typeof target !== 'string') found ??= await findCaseInTime(target, tools, milliseconds);
				const view = await fetchCase(tools.send, found?.uuid ?? target, {
					retry: false,
					maxTimeoutMs: Math.max(until - Date.now(), 1),
				});
				// What is no status would never be reached, unless the service itself reports it.
				toStatuses(rules.statuses, statuses.displayName, view.entry.status);
				return view;
			},
			statusOf: ({ entry }) => entry.status,
			now: Date.now,
			random: Math.random,
			pause: tools.delay,
		});
		const { outcome, seen, lastError } = end;
		if (outcome === 'failed' && lastError !== undefined) {
			throw aboutCase(fetchFailed(lastError, seen), found);
		}
		if (seen === undefined || (outcome === 'timedOut' && !continues)) {
			throw aboutCase(timedOut(found?.uuid ?? target, rules, end), found);
		}
		return [{ ...simplifyCaseView(seen), timed_out: outcome === 'timedOut' }];
	},
});

function readRules(parameters: ItemParameters): WaitRules {
	const given = toTexts(parameters.value(statuses.name), statuses.displayName);
	const wanted = given.map(asStatus);
	if (wanted.length === 0) {
		throw inputProblem(
			`"${statuses.displayName}" is empty`,
			'Choose at least one status to wait for.',
		);
	}
	return {
		statuses: wanted,
		interval: parameters.number(interval, { from: 1 }) * SECOND,
		timeout: parameters.number(timeout, { above: 0 }) * MINUTE,
	};
}

function timedOut(
	target: SoughtCase | string,
	{ statuses: wanted, timeout: milliseconds }: WaitRules,
	{ seen, lastError }: WaitEnd<CaseView>,
): Problem {
	const advice =
		'Set a longer Timeout, or set On Timeout to Continue and branch on timed_out. For waits of hours use the Case Management Trigger, which starts a workflow when the status changes.';
	if (lastError === undefined) {
		return new Problem(
			`The ${describeCase(target, seen)} did not get the status ${listOr(wanted.map(quote))} within ${minutes(milliseconds)}: its status is ${quote(seen?.entry.status)}`,
			{ kind: 'service', hint: advice },
		);
	}
	const last =
		seen === undefined ? 'it was never read' : `its last status was ${quote(seen.entry.status)}`;
	// What the service said comes first, as in any other error.
	return new Problem(
		`${lastError.message.replace(/[.\s]+$/, '')}. The wait of ${minutes(milliseconds)} for the ${describeCase(target, seen)} ended with this; ${last}`,
		{ ...lastError, hint: lastError.hint === undefined ? advice : `${lastError.hint} ${advice}` },
	);
}

function fetchFailed(lastError: Problem, seen?: CaseView): Problem {
	if (lastError.status !== 404 || seen === undefined) return lastError;
	return new Problem('The case was deleted while waiting', {
		...lastError,
		hint: `Its last status was ${quote(seen.entry.status)}. Nothing is left to wait for.`,
	});
}

/** As a person knows the case, with its ID as far as it is known. */
function describeCase(target: SoughtCase | string, seen?: CaseView): string {
	if (typeof target !== 'string') return `case with ${soughtInWords(target)}`;
	return typeof seen?.entry.name === 'string'
		? `case "${seen.entry.name}" (${target})`
		: `case ${target}`;
}

const listOr = (values: readonly string[]): string =>
	values.length === 1 ? values[0]! : `${values.slice(0, -1).join(', ')} or ${values.at(-1)!}`;

function minutes(milliseconds: number): string {
	const count = Math.round(milliseconds / 600) / 100;
	return count === 1 ? '1 minute' : `${count} minutes`;
}
