import { filters } from '../../fields/caseFilters';
import type { Memory } from '../../execution/memory';
import type { Problem } from '../../model/problem';
import type { Operation } from '../../operation/spec';
import type { CaseAction } from './bulk/actions';
import { executePlan } from './bulk/execute';
import { action, bulkOptions, dryRun, dryRunNotices, maxCases, scopeNotice } from './bulk/fields';
import { planCases } from './bulk/plan';
import type { BulkCase } from './bulk/plan';
import { readBulkRules } from './bulk/rules';
import type { BulkRules } from './bulk/rules';

interface Plan {
	action: CaseAction;
	cases: BulkCase[];
}

/** What the input items of one execution share; kept over n8n's Retry On Fail, so that nothing is
 * done twice. */
class BulkState {
	/** By input item. */
	readonly plans = new Map<number, Plan>();

	/** The input item that stands for all of the same rules, by these rules. */
	readonly leaders = new Map<string, number>();

	/** The input item that acts on a case, by its ID. */
	readonly actors = new Map<unknown, number>();

	/** The one that plans to, in a dry run: it must not keep another from doing it. */
	readonly planners = new Map<unknown, number>();

	static of(memory: Memory): BulkState {
		return memory.get('bulk action', () => new BulkState());
	}
}

/** Lists cases (listCases), then acts on each of them (deleteCase, pauseCase, resumeCase,
 * stopCase). All lists are read to their end before the first case is acted on: acting while the
 * pages are read moves other cases to pages that were read before.
 *
 * It runs once for all input items that ask for the same: it acts on the cases that match, not on
 * the input items, and further items would only repeat the list and its results. */
export const bulkAction: Operation<BulkRules> = {
	value: 'bulkAction',
	name: 'Bulk Action',
	action: 'Act on many cases',
	description: 'Delete, pause, resume or stop all cases that match the filters',
	operationId: 'listCases',
	fields: [scopeNotice, action, filters, dryRun, ...dryRunNotices, maxCases, bulkOptions],
	task: {
		operationId: 'listCases',
		// The state knows of each case whether it may be acted on again.
		effect: 'idempotent',
		prepare: readBulkRules,
		requestsInFlight: ({ requestsAtOnce }) => requestsAtOnce,
		async plan(rules, { acrossTries, itemIndex, send }) {
			const { plans, leaders } = BulkState.of(acrossTries);
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
		async run(rules, { acrossTries, itemIndex, send }) {
			const { plans, actors, planners } = BulkState.of(acrossTries);
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
		describeFailure(problem, { acrossTries, failsAlone, itemIndex }) {
			const { plans } = BulkState.of(acrossTries);
			const own = plans.get(itemIndex);
			return addProgress(problem, failsAlone ? (own ? [own] : []) : [...plans.values()]);
		},
	},
};

/** Adds to an error what was completed before it, in all plans that it ends. */
function addProgress(problem: Problem, plans: Plan[]): Problem {
	const cases = plans.flatMap((plan) => plan.cases.map((one) => ({ ...one, action: plan.action })));
	const attempted = cases.filter(
		({ result }) => result?.outcome === 'done' || result?.outcome === 'failed',
	);
	const done = attempted.filter(({ result }) => result?.outcome === 'done');
	const inDoubt = attempted.filter((one) => one.inDoubt === true && !done.includes(one)).length;
	const failed = attempted.length - done.length - inDoubt;
	if (attempted.length === 0) {
		return problem.kind === 'input' ? problem : problem.withNote('No case was changed.');
	}
	const counts = [
		`${done.length} of ${cases.length} cases were done${listIds(done)}`,
		failed === 0 ? '' : `, ${failed} failed`,
		inDoubt === 0 ? '' : `, ${inDoubt} may have been changed`,
	].join('');
	return problem.withNote(`${counts}.`, {
		cases: attempted.map(({ uuid, action, result }) => ({ uuid, action, ...result })),
	});
}

/** As many IDs as a person reads. The details have all of them. */
const MAX_LISTED_IDS = 20;

function listIds(cases: BulkCase[]): string {
	if (cases.length === 0) return '';
	const more = cases.length - MAX_LISTED_IDS;
	const ids = cases.slice(0, MAX_LISTED_IDS).map(({ uuid }) => String(uuid));
	return ` (${ids.join(', ')}${more > 0 ? `, and ${more} more` : ''})`;
}
