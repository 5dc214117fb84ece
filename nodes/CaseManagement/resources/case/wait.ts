import type { INodeProperties } from 'n8n-workflow';

import { casePicker } from '../../fields/pickers';
import { statusOptions } from '../../fields/statusOptions';
import { simplifyCaseView } from '../../model/case';
import type { CaseView } from '../../model/case';
import { Problem, inputProblem, quote } from '../../model/problem';
import { findCase } from '../../operation/caseLookup';
import { multiRequestOperation } from '../../operation/multiRequestOperation';
import { readSoughtCase } from '../../parameters/caseTarget';
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
	fields: [casePicker('The case to wait for'), statuses, timeout, interval, onTimeout],
	writes: false,
	prepare(parameters) {
		const sought = readSoughtCase(parameters, false);
		return {
			sought,
			caseId: sought === undefined ? parameters.id('caseId') : '',
			rules: readRules(parameters),
			continues: parameters.choice(onTimeout, ['continue', 'error']) === 'continue',
		};
	},
	plan: async (prepared, tools) =>
		prepared.sought === undefined
			? prepared
			: { ...prepared, caseId: await findCase(prepared.sought, tools) },
	async run({ caseId, rules, continues }, { send, delay }) {
		const end = await waitForStatus<CaseView>(rules, {
			// The wait itself is what tries again; more attempts in between would outlast the time.
			fetchCase: async (maxTimeoutMs) => {
				const view = await fetchCase(send, caseId, { retry: false, maxTimeoutMs });
				// What is no status would never be reached, unless the service itself reports it.
				toStatuses(rules.statuses, statuses.displayName, view.entry.status);
				return view;
			},
			statusOf: ({ entry }) => entry.status,
			now: Date.now,
			random: Math.random,
			pause: delay,
		});
		const { outcome, seen, lastError } = end;
		if (outcome === 'failed' && lastError !== undefined) throw fetchFailed(lastError, seen);
		if (seen === undefined || (outcome === 'timedOut' && !continues)) {
			throw timedOut(caseId, rules, end);
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
	caseId: string,
	{ statuses: wanted, timeout: milliseconds }: WaitRules,
	{ seen, lastError }: WaitEnd<CaseView>,
): Problem {
	const advice =
		'Set a longer Timeout, or set On Timeout to Continue and branch on timed_out. For waits of hours use the Case Management Trigger, which starts a workflow when the status changes.';
	if (lastError === undefined) {
		return new Problem(
			`The ${describeCase(caseId, seen)} did not get the status ${listOr(wanted)} within ${minutes(milliseconds)}: its status is ${quote(seen?.entry.status)}`,
			{ kind: 'service', hint: advice },
		);
	}
	const last =
		seen === undefined ? 'it was never read' : `its last status was ${quote(seen.entry.status)}`;
	// What the service said comes first, as in any other error.
	return new Problem(
		`${lastError.message.replace(/[.\s]+$/, '')}. The wait of ${minutes(milliseconds)} for the ${describeCase(caseId, seen)} ended with this; ${last}`,
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

/** As a person knows the case, with its ID. */
const describeCase = (caseId: string, seen?: CaseView): string =>
	typeof seen?.entry.name === 'string' ? `case "${seen.entry.name}" (${caseId})` : `case ${caseId}`;

const listOr = (values: readonly string[]): string =>
	values.length === 1 ? values[0]! : `${values.slice(0, -1).join(', ')} or ${values.at(-1)!}`;

function minutes(milliseconds: number): string {
	const count = Math.round(milliseconds / 600) / 100;
	return count === 1 ? '1 minute' : `${count} minutes`;
}
