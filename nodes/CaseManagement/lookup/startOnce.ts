import type { ItemTools } from '../execution/task';
import { quote } from '../model/foreignText';
import type { Id } from '../model/identifiers';
import { comparableName } from '../model/names';
import { Problem } from '../model/problem';
import { toProblem } from '../transport/errors';
import { findExistingCase, isOlder } from './existingCase';
import type { ExistingCase, NameRule } from './existingCase';

/** What one execution knows of a name, over all tries. */
interface KnownName {
	/** The case that has it, found or started by an item that looks; a list may not show it yet. */
	settled?: ExistingCase;
	/** One that was started without looking; an older one may be in the list. */
	another?: ExistingCase;
	/** The input item whose start has ended without a clear response. */
	inDoubt?: number;
	claim?: number;
}

interface CurrentStarts {
	/** Ends when those under way have ended; never rejects. */
	underWay: Promise<unknown>;
	/** The one that has ended without a clear response. */
	failed?: { problem: Problem; itemIndex: number };
}

type Start = () => Promise<object[]>;

/** The name of one item's new case, among those that the execution has claimed and started. */
export class NewCaseName {
	private readonly known: KnownName;

	private readonly current: CurrentStarts;

	/** When the first try began, in milliseconds since the epoch. */
	private readonly since: number;

	constructor(
		private readonly rule: NameRule,
		private readonly tools: ItemTools,
	) {
		const { templateId, name } = rule;
		const key = `name ${JSON.stringify([templateId.toLowerCase(), comparableName(name)])}`;
		this.known = tools.acrossTries.get(key, () => ({}));
		this.current = tools.thisTry.get(key, () => ({ underWay: Promise.resolve() }));
		this.since = tools.acrossTries.get('first name', Date.now);
	}

	/** Looks the name up before any item starts a case, so that nothing is started if a list cannot
	 * be read or a name must not be taken.
	 * @throws Problem (`input`) if the name is taken and must not be; as `findExistingCase` */
	async check(): Promise<void> {
		const { rule, known, tools } = this;
		if (rule.mode === 'create') return;
		if (rule.mode === 'error') {
			known.claim ??= tools.itemIndex;
			if (known.claim !== tools.itemIndex) throw nameShared(rule, known.claim);
		}
		const existing = await this.find();
		if (existing !== undefined && rule.mode === 'error') throw nameTaken(rule, existing);
	}

	/** Starts a case, or returns the one that has its name. Of several items of one name one starts
	 * the case; the others wait for it. An item that does not look waits for none, but others for it.
	 * @returns the result of the start; with `created`, if it looks */
	async startOnce(start: Start): Promise<object[]> {
		const { current, rule } = this;
		const { underWay } = current;
		const own =
			rule.mode === 'create'
				? this.startAndNote(start)
				: underWay.then(async () => await this.startOrReturn(start));
		current.underWay = Promise.allSettled([underWay, own]);
		return await own;
	}

	private async find(): Promise<ExistingCase | undefined> {
		const { settled, another, inDoubt } = this.known;
		const since = inDoubt === undefined ? undefined : this.since;
		return settled ?? (await findExistingCase(this.rule, this.tools, since)) ?? another;
	}

	private async startOrReturn(start: Start): Promise<object[]> {
		const { current, known, rule, tools } = this;
		// In stop mode the request itself is not sent any more, and that failure is the one to show.
		if (current.failed !== undefined && tools.failsAlone) throw notSentAfter(current.failed);
		const existing = await this.find();
		if (existing === undefined) {
			const results = await this.startAndNote(start);
			return results.map((result) => ({ ...result, created: true }));
		}
		if (rule.mode === 'error') throw nameTaken(rule, existing);
		known.settled = existing;
		return [toResult(existing, known.inDoubt === tools.itemIndex, this.since)];
	}

	/** Starts a case, and notes for others of its name what has come of it. */
	private async startAndNote(start: Start): Promise<object[]> {
		const { current, known, rule } = this;
		const { itemIndex } = this.tools;
		try {
			const results = await start();
			const { process_instance_uuid: id } = results[0] as { process_instance_uuid: Id };
			const started = { id, description: `input item ${itemIndex} started it` };
			if (rule.mode === 'create') known.another ??= started;
			else known.settled = started;
			return results;
		} catch (error) {
			const problem = toProblem(error);
			if (!problem.outcomeUnknown) throw problem;
			const reported = rule.mode === 'return' ? addNextLookup(problem) : problem;
			known.inDoubt ??= itemIndex;
			current.failed = { problem: reported, itemIndex };
			throw reported;
		}
	}
}

/** The result for a case that was not started now.
 * @param mayBeOwn whether a start of the item itself has ended without a clear response
 * @param since when the first start was sent, in milliseconds since the epoch */
function toResult(existing: ExistingCase, mayBeOwn: boolean, since: number): object {
	const { id } = existing;
	const created = mayBeOwn && !isOlder(existing, since);
	const message = created
		? 'The response to the start request was lost. A case with this name was found afterwards; it is most likely the one that was started.'
		: mayBeOwn
			? 'A case with this name exists, but it was started earlier. The response to the start request was lost, so its outcome is unknown.'
			: 'A case with this name already exists; nothing was started.';
	return { message, process_instance_uuid: id, uuid: id, created };
}

const nameTaken = ({ name }: NameRule, { id, description }: ExistingCase): Problem =>
	new Problem(`The template has a case with the name ${quote(name)} already: ${description}`, {
		kind: 'input',
		reason: 'nameTaken',
		details: { case: { uuid: id } },
		hint: `Its ID is ${id}. Nothing was started for this item. Enter another name, or set If the Name Is Taken to Return the Case to continue with the existing case.`,
	});

const nameShared = ({ name }: NameRule, itemIndex: number): Problem =>
	new Problem(`Input item ${itemIndex} has the same name: ${quote(name)}`, {
		kind: 'input',
		reason: 'nameTaken',
		hint: 'Nothing was started for this item. Give each item its own name, or set If the Name Is Taken to Return the Case. Then both items get the same case.',
	});

const addNextLookup = (problem: Problem): Problem =>
	problem
		.withNote(
			'If you run the node again, it makes this check itself, because If the Name Is Taken is set to Return the Case.',
		)
		.with({ looksFirst: true });

/** An item that was not sent is not in doubt, unlike the one that it has waited for. */
const notSentAfter = ({ problem, itemIndex }: { problem: Problem; itemIndex: number }): Problem =>
	problem.with({
		outcomeUnknown: false,
		looksFirst: false,
		hint: `Nothing was sent for this item: input item ${itemIndex} has the same name, and its request failed with this error. ${problem.hint ?? ''}`.trim(),
	});
