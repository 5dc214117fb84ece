import { filters } from '../../fields/caseFilters';
import type { CaseAction } from '../../model/caseAction';
import type { ExecutionStore } from '../../operation/executionStore';
import { multiRequestOperation } from '../../operation/multiRequestOperation';
import { executePlan } from './bulk/execute';
import { action, dryRun, dryRunNotices, maxCases, options, scopeNotice } from './bulk/fields';
import { planCases } from './bulk/plan';
import type { BulkCase } from './bulk/plan';
import { describeProgress } from './bulk/report';
import { readBulkRules } from './bulk/rules';

/** What an input item is going to do, and what has become of it. */
interface Plan {
	action: CaseAction;
	cases: BulkCase[];
}

/** What the input items of one execution share. */
interface Shared {
	/** By input item; kept over n8n's Retry On Fail, so that what is done is not done again. */
	plans: Map<number, Plan>;
	/** The input item that stands for all of the same rules, by these rules. */
	leaders: Map<string, number>;
	/** The input item that acts on a case, by its ID. */
	actors: Map<unknown, number>;
	/** The one that plans to, in a dry run: it must not keep another from doing it. */
	planners: Map<unknown, number>;
}

const sharedIn = (store: ExecutionStore): Shared =>
	store('bulk action', () => ({
		plans: new Map(),
		leaders: new Map(),
		actors: new Map(),
		planners: new Map(),
	}));

/**
 * Lists cases (listCases), then acts on each of them (deleteCase, pauseCase, resumeCase, stopCase).
 * All lists are read to their end before the first case is acted on: what is acted on while the
 * pages are read moves others to pages that were read before.
 *
 * It runs once for all input items that ask for the same: it acts on the cases that match, not on
 * the input items, and further items would only repeat the list and its results.
 */
export const bulkAction = multiRequestOperation({
	value: 'bulkAction',
	name: 'Bulk Action',
	action: 'Act on many cases',
	description: 'Delete, pause, resume or stop all cases that match the filters',
	operationId: 'listCases',
	fields: [scopeNotice, action, filters, dryRun, ...dryRunNotices, maxCases, options],
	writes: true,
	prepare: readBulkRules,
	requestsInFlight: ({ requestsAtOnce }) => requestsAtOnce,
	async plan(rules, { store, itemIndex, send }) {
		const { plans, leaders } = sharedIn(store);
		const key = JSON.stringify(rules);
		const leader = leaders.get(key) ?? itemIndex;
		leaders.set(key, leader);
		if (leader !== itemIndex) {
			plans.set(itemIndex, { action: rules.action, cases: [] });
		} else if (!plans.has(itemIndex)) {
			plans.set(itemIndex, { action: rules.action, cases: await planCases(send, rules) });
		}
		return rules;
	},
	async run(rules, { store, itemIndex, send }) {
		const { plans, actors, planners } = sharedIn(store);
		const { cases } = plans.get(itemIndex)!;
		const owners = rules.dryRun ? planners : actors;
		await executePlan(cases, rules, send, (uuid) => {
			const owner = owners.get(uuid) ?? itemIndex;
			owners.set(uuid, owner);
			return owner === itemIndex ? undefined : owner;
		});
		return cases.map(({ simplified, result }) => ({
			action: rules.action,
			...result,
			...simplified,
		}));
	},
	describeFailure(problem, { store, failsAlone, itemIndex }) {
		const { plans } = sharedIn(store);
		const ended = failsAlone ? [plans.get(itemIndex)] : [...plans.values()];
		return describeProgress(problem, ended.flatMap(casesWithAction));
	},
});

const casesWithAction = (plan?: Plan): Array<BulkCase & { action: CaseAction }> =>
	plan?.cases.map((one) => ({ ...one, action: plan.action })) ?? [];
