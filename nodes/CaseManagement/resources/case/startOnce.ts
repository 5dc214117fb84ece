import { comparableName } from '../../model/names';
import { Problem, quote } from '../../model/problem';
import type { OperationTools } from '../../operation/spec';
import { toProblem } from '../../transport/errors';
import { caseNamed, isOlder } from './namedCase';
import type { NamedCase } from './namedCase';
import type { NameRule } from './nameRule';

/** What is known of one name over all attempts of one execution. */
interface KnownName {
	/** The case that has it, given or started by an item that looks; a list may not show it yet. */
	settled?: NamedCase;
	/** One that was started without a look; an older one may be in the list. */
	another?: NamedCase;
	/** The input item whose start has ended without a clear response. */
	inDoubt?: number;
	/** The first input item that wants it for itself. */
	claim?: number;
}

/** What one attempt knows of a name beside it. */
interface CurrentName {
	/** Ends when the starts that are under way have ended; never rejects. */
	underWay: Promise<unknown>;
	/** The start that has ended without a clear response. */
	failed?: { problem: Problem; itemIndex: number };
}

/** The names of one execution. */
interface Names {
	/** When the first attempt began, in milliseconds since the epoch. */
	since: number;
	known: Map<string, KnownName>;
}

const namesIn = ({ store }: OperationTools): Names =>
	store('names of new cases', () => ({ since: Date.now(), known: new Map() }));

const knownName = (rule: NameRule, tools: OperationTools): KnownName =>
	entryOf(namesIn(tools).known, rule, () => ({}));

const currentName = (rule: NameRule, { attempt }: OperationTools): CurrentName =>
	entryOf(
		attempt('names under way', () => new Map<string, CurrentName>()),
		rule,
		() => ({ underWay: Promise.resolve() }),
	);

function entryOf<T>(map: Map<string, T>, { templateId, name }: NameRule, create: () => T): T {
	const key = JSON.stringify([templateId.toLowerCase(), comparableName(name)]);
	const entry = map.get(key) ?? create();
	map.set(key, entry);
	return entry;
}

/**
 * Looks for the name before any item starts a case, so that nothing is started if a list cannot be
 * read or a name must not be taken.
 *
 * @throws Problem (`input`) if the name is taken and must not be; as `caseNamed`
 */
export async function checkName(rule: NameRule, tools: OperationTools): Promise<void> {
	if (rule.mode === 'create') return;
	if (rule.mode === 'error') {
		const known = knownName(rule, tools);
		known.claim ??= tools.itemIndex;
		if (known.claim !== tools.itemIndex) throw sharedName(rule, known.claim);
	}
	const there = await caseOf(rule, tools);
	if (there !== undefined && rule.mode === 'error') throw taken(rule, there);
}

async function caseOf(rule: NameRule, tools: OperationTools): Promise<NamedCase | undefined> {
	const { settled, another, inDoubt } = knownName(rule, tools);
	const { since } = namesIn(tools);
	return (
		settled ?? (await caseNamed(rule, tools, inDoubt === undefined ? undefined : since)) ?? another
	);
}

/**
 * Starts a case, or gives the one that has its name. Of several items of one name one starts the
 * case; the others wait for it. An item that does not look waits for none, but others for it.
 *
 * @param start sends the request
 * @returns the result of the start; with `created`, if it looks
 */
export async function startOnce(
	rule: NameRule,
	tools: OperationTools,
	start: () => Promise<object[]>,
): Promise<object[]> {
	const current = currentName(rule, tools);
	const { underWay } = current;
	const own =
		rule.mode === 'create'
			? startNoted(rule, tools, start)
			: underWay.then(async () => await startOrGive(rule, tools, start));
	current.underWay = Promise.allSettled([underWay, own]);
	return await own;
}

async function startOrGive(
	rule: NameRule,
	tools: OperationTools,
	start: () => Promise<object[]>,
): Promise<object[]> {
	const { failed } = currentName(rule, tools);
	// In stop mode the request itself is not sent any more, and that failure is the one to show.
	if (failed !== undefined && tools.failsAlone) throw notSentAfter(failed);
	const there = await caseOf(rule, tools);
	if (there === undefined) {
		return (await startNoted(rule, tools, start)).map((result) => ({ ...result, created: true }));
	}
	if (rule.mode === 'error') throw taken(rule, there);
	const known = knownName(rule, tools);
	known.settled = there;
	return [given(there, known.inDoubt === tools.itemIndex, namesIn(tools).since)];
}

/** Starts a case, and notes for others of its name what has come of it. */
async function startNoted(
	rule: NameRule,
	tools: OperationTools,
	start: () => Promise<object[]>,
): Promise<object[]> {
	const known = knownName(rule, tools);
	const { itemIndex } = tools;
	try {
		const results = await start();
		const { process_instance_uuid: uuid } = results[0] as { process_instance_uuid: string };
		const started = { uuid, words: `input item ${itemIndex} has started it` };
		if (rule.mode === 'create') known.another ??= started;
		else known.settled = started;
		return results;
	} catch (error) {
		const problem = toProblem(error);
		if (!problem.outcomeUnknown) throw problem;
		const reported = rule.mode === 'return' ? lookedForNext(problem) : problem;
		known.inDoubt ??= itemIndex;
		currentName(rule, tools).failed = { problem: reported, itemIndex };
		throw reported;
	}
}

/**
 * The result for a case that was not started now.
 *
 * @param mayBeOwn whether a start of the item itself has ended without a clear response
 * @param since when the first start was sent, in milliseconds since the epoch
 */
function given(there: NamedCase, mayBeOwn: boolean, since: number): object {
	const { uuid } = there;
	const isOwn = mayBeOwn && !isOlder(there, since);
	return { message: wordsFor(mayBeOwn, isOwn), process_instance_uuid: uuid, uuid, created: isOwn };
}

function wordsFor(mayBeOwn: boolean, isOwn: boolean): string {
	if (!mayBeOwn) return 'A case of this name is there already; nothing was started.';
	return isOwn
		? 'The response to the start was lost. A case of this name was found afterwards, most likely the one that was started.'
		: 'A case of this name is there that was started before. What has become of the start, whose response was lost, is not known.';
}

const taken = ({ name }: NameRule, { uuid, words }: NamedCase): Problem =>
	new Problem(`The template has a case with the name ${quote(name)} already: ${words}`, {
		kind: 'input',
		reason: 'nameTaken',
		details: { case: { uuid } },
		hint: `It is the case ${uuid}. Nothing was started for this item. Enter another name, or set If the Name Is Taken to Return the Case to go on with the one that is there.`,
	});

const sharedName = ({ name }: NameRule, itemIndex: number): Problem =>
	new Problem(`Input item ${itemIndex} has the same name: ${quote(name)}`, {
		kind: 'input',
		reason: 'nameTaken',
		hint: 'Nothing was started for this item. Give each item a name of its own, or set If the Name Is Taken to Return the Case: then both get the same case.',
	});

/** The same problem, with what a further attempt does. */
const lookedForNext = (problem: Problem): Problem =>
	new Problem(problem.message, {
		...problem,
		looksFirst: true,
		hint: `${problem.hint ?? ''} Running it again does that by itself: If the Name Is Taken is set to Return the Case.`.trim(),
	});

/** An item that was not sent is not in doubt, unlike the one that it has waited for. */
const notSentAfter = ({ problem, itemIndex }: { problem: Problem; itemIndex: number }): Problem =>
	new Problem(problem.message, {
		...problem,
		outcomeUnknown: false,
		looksFirst: false,
		hint: `Nothing was sent for this item: input item ${itemIndex} has the same name, and its request ended like this. ${problem.hint ?? ''}`.trim(),
	});
