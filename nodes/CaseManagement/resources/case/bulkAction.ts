import type { CaseAction } from '../../model/caseAction';
import { inputProblem } from '../../model/problem';
import type { Problem } from '../../model/problem';
import { missingFieldError, responseObject } from '../../transport/response';
import type { JsonObject } from '../../model/json';
import { listRequest } from '../../transport/caseRequests';
import type { CompositeOperation, Tools } from '../../operation/multiRequest';
import { compositeOption, customOperation } from '../../operation/customOperation';
import { toCasePage, collectPages } from '../../transport/pages';
import type { ExecutionStore } from '../../operation/executionStore';
import type { ServiceRequest } from '../../transport/send';
import { describeProgress } from './bulk/report';
import { planCases } from './bulk/plan';
import type { BulkCase } from './bulk/plan';
import { bulkRules, requestsAtOnce } from './bulk/rules';
import type { BulkRules } from './bulk/rules';
import { executePlan } from './bulk/execute';

/** What an input item is going to do, and what has become of it. */
interface Plan {
	rules: BulkRules;
	cases: BulkCase[];
}

/** What the input items of one execution share. */
interface Shared {
	/** By input item; kept over n8n's Retry On Fail, so that what is done is not done again. */
	plans: Map<number, Plan>;
	/** The input item that acts on a case, by its ID. */
	actors: Map<unknown, number>;
	/** The one that plans to, in a dry run: it must not keep another from doing it. */
	planners: Map<unknown, number>;
}

const sharedBy = (keep: ExecutionStore): Shared =>
	keep('bulk action', () => ({ plans: new Map(), actors: new Map(), planners: new Map() }));

/**
 * The list of cases (interface.md, section 4.1), and then one call for each of them. All lists are
 * read to their end before the first case is acted on: what is acted on while the pages are read
 * moves others to pages that were read before.
 */
const spec: CompositeOperation = {
	topic: 'case.bulkAction',
	name: 'Bulk Action',
	action: 'Delete pause resume or stop many cases',
	description: 'Delete, pause, resume or stop all cases that match the filters',
	request: listRequest,
	writes: true,
	atOnce: requestsAtOnce,
	prepare(parameters) {
		requestsAtOnce(parameters);
		bulkRules(parameters, Date.now());
		return {};
	},
	async steps(call, parameters, tools) {
		const { plans, actors, planners } = sharedBy(tools.keep);
		const { itemIndex } = tools;
		const made = async () => {
			const known = plans.get(itemIndex);
			if (known !== undefined) return known;
			const rules = bulkRules(parameters, Date.now());
			const plan = { rules, cases: planCases(await entriesOf(call, rules, tools.ask), rules) };
			plans.set(itemIndex, plan);
			return plan;
		};
		const { rules, cases } = await tools.checked(made());
		const owners = rules.dryRun ? planners : actors;
		await executePlan(cases, rules, tools.ask, requestsAtOnce(parameters), (uuid) => {
			const owner = owners.get(uuid) ?? itemIndex;
			owners.set(uuid, owner);
			return owner === itemIndex ? undefined : owner;
		});
		return cases.map(({ simplified, result }) => ({
			...simplified,
			action: rules.action,
			...result,
		}));
	},
	ended(problem, { keep, alone, itemIndex }) {
		const { plans } = sharedBy(keep);
		const ended = alone ? [plans.get(itemIndex)] : [...plans.values()];
		return describeProgress(problem, ended.flatMap(withAction));
	},
};

export const bulkAction = compositeOption(spec);
export const actOnCases = customOperation(spec);

const withAction = (plan?: Plan): Array<BulkCase & { action: CaseAction }> =>
	plan?.cases.map((one) => ({ ...one, action: plan.rules.action })) ?? [];

/**
 * All cases that match, each once: a list that shifts while it is read has some on two pages.
 *
 * @throws Problem (`input`) if there are more than the user expects
 */
async function entriesOf(list: ServiceRequest, rules: BulkRules, ask: Tools['ask']) {
	const { filter, arrayFormat, maxCases } = rules;
	const call: ServiceRequest = { ...list, topic: 'case.getAll', arrayFormat };
	const seen = new Set<unknown>();
	const isNew = ({ uuid }: JsonObject) =>
		typeof uuid !== 'string' || seen.size < seen.add(uuid).size;
	let total: unknown;
	const entries = await collectPages(
		async (cursor) =>
			await ask({ ...call, query: { ...filter, cursor } }, (raw) => {
				const answer = responseObject(raw, call);
				total = answer.total;
				const page = toCasePage(answer, missingFieldError(raw, call));
				return { ...page, entries: page.entries.filter(isNew) };
			}),
		maxCases + 1,
	);
	if (entries.length > maxCases) throw tooMany(maxCases, total);
	return entries;
}

/** @param total how many there are, as the service says; it may count what the filters leave out */
function tooMany(maxCases: number, total: unknown): Problem {
	const most = maxCases.toLocaleString('en');
	const isCount = typeof total === 'number' && total > maxCases;
	const count = isCount ? ` (the service counts ${total.toLocaleString('en')})` : '';
	return inputProblem(
		`More than ${most} cases match${count}, which is the limit set by Max Cases`,
		'No case was touched. Narrow the filters, or raise Max Cases if you mean them all.',
	);
}
