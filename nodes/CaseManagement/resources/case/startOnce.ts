import type { ListedCase } from '../../model/caseIndex';
import { TERMINAL_STATUS } from '../../model/caseStatus';
import { toInstant } from '../../model/dates';
import { comparableName } from '../../model/names';
import { Problem, inputProblem, quote } from '../../model/problem';
import { openCases, readCases } from '../../operation/listedCases';
import type { OperationTools } from '../../operation/spec';
import { locatorId } from '../../parameters/locator';
import { toProblem } from '../../transport/errors';
import type { NameRule } from './nameRule';

const DAY = 24 * 3_600_000;

/** A case that has the name, as far as the answer tells it. */
interface NamedCase {
	uuid: string;
	/** E.g. `#62, running, started 2026-01-01T10:00:00.000Z`. */
	words: string;
}

/** What is known of names over all attempts of one execution; by `keyOf`. */
interface Names {
	/** Cases that this execution has started; a list may not show them yet. */
	started: Map<string, NamedCase>;
	/** The input item whose start has ended without a clear response. */
	inDoubt: Map<string, number>;
	/** The first input item that wants a name which must not be taken. */
	claims: Map<string, number>;
}

/** What one attempt knows beside it. */
interface Attempt {
	/** Ends when the start of that name that is under way has ended; never rejects. */
	underWay: Map<string, Promise<void>>;
	/** The start of that name that has ended without a clear response. */
	failed: Map<string, { problem: Problem; itemIndex: number }>;
}

const namesIn = ({ store }: OperationTools): Names =>
	store('names of new cases', () => ({
		started: new Map(),
		inDoubt: new Map(),
		claims: new Map(),
	}));

const attemptIn = async ({ loadOnce }: OperationTools): Promise<Attempt> =>
	await loadOnce('names under way', async () => ({ underWay: new Map(), failed: new Map() }));

const keyOf = ({ templateId, name }: NameRule): string =>
	JSON.stringify([templateId.toLowerCase(), comparableName(name)]);

/**
 * Looks for the name before any item starts a case, so that nothing is started if a list cannot be
 * read or a name must not be taken.
 *
 * @throws Problem (`input`) if the name is taken and must not be
 */
export async function checkName(rule: NameRule, tools: OperationTools): Promise<void> {
	const { claims, started } = namesIn(tools);
	const key = keyOf(rule);
	if (rule.mode === 'error') {
		const first = claims.get(key) ?? tools.itemIndex;
		claims.set(key, first);
		if (first !== tools.itemIndex) throw taken(rule, `input item ${first} has it too`);
	}
	const there = started.get(key) ?? (await caseNamed(rule, tools));
	if (there !== undefined && rule.mode === 'error') throw taken(rule, there.words);
}

/**
 * Starts a case, or gives the one that has its name. Of several items of one name one starts the
 * case; the others wait for it.
 *
 * @param start sends the request
 * @returns the result of the start, with `created`
 */
export async function startOnce(
	rule: NameRule,
	tools: OperationTools,
	start: () => Promise<object[]>,
): Promise<object[]> {
	const { underWay } = await attemptIn(tools);
	const key = keyOf(rule);
	const before = underWay.get(key) ?? Promise.resolve();
	const own = before.then(async () => await startOrGive(rule, tools, start));
	underWay.set(
		key,
		own.then(
			() => undefined,
			() => undefined,
		),
	);
	return await own;
}

async function startOrGive(
	rule: NameRule,
	tools: OperationTools,
	start: () => Promise<object[]>,
): Promise<object[]> {
	const key = keyOf(rule);
	const { started, inDoubt } = namesIn(tools);
	const { failed } = await attemptIn(tools);
	const other = failed.get(key);
	if (other !== undefined) throw notSentAfter(other.itemIndex, other.problem);
	const there = started.get(key) ?? (await caseNamed(rule, tools));
	if (there !== undefined) {
		if (rule.mode === 'error') throw taken(rule, there.words);
		const isOwn = inDoubt.get(key) === tools.itemIndex;
		started.set(key, there);
		return [existing(there, isOwn)];
	}
	try {
		const [result] = await start();
		const { process_instance_uuid: uuid } = result as { process_instance_uuid: string };
		inDoubt.delete(key);
		started.set(key, { uuid, words: `input item ${tools.itemIndex} has started it` });
		return [{ ...result, created: true }];
	} catch (error) {
		const problem = toProblem(error);
		if (!problem.outcomeUnknown) throw problem;
		const reported = rule.mode === 'return' ? lookedForNext(problem) : problem;
		if (!inDoubt.has(key)) inDoubt.set(key, tools.itemIndex);
		failed.set(key, { problem: reported, itemIndex: tools.itemIndex });
		throw reported;
	}
}

/**
 * The case that has the name: an open one before a completed one, and of several the one that was
 * started first, so that every caller gets the same.
 */
async function caseNamed(
	{ templateId, name, lookBackDays }: NameRule,
	tools: OperationTools,
): Promise<NamedCase | undefined> {
	const open = await openCases(tools, templateId, WHEN_TOO_MANY);
	const [found] = byStart(open.named(name));
	if (found !== undefined || lookBackDays === 0) return found && toNamedCase(found);
	const completed = await tools.loadOnce(
		`cases of ${templateId.toLowerCase()} completed and created in ${lookBackDays} days`,
		async () =>
			await readCases(
				tools.send,
				{
					status: [TERMINAL_STATUS],
					process_type: [templateId],
					created_after: new Date(Date.now() - lookBackDays * DAY).toISOString(),
				},
				WHEN_TOO_MANY,
			),
	);
	const [older] = byStart(completed.named(name));
	return older && toNamedCase(older);
}

const WHEN_TOO_MANY =
	'Nothing was started. Set a smaller Look Back, or set If the Name Is Taken to Create Another and look for the case in another way.';

const byStart = (cases: readonly ListedCase[]): ListedCase[] =>
	[...cases].sort((a, b) => (toInstant(a.created) ?? 0) - (toInstant(b.created) ?? 0));

/** @throws Problem (`input`) for an ID that could not be sent anywhere */
const toNamedCase = ({ uuid, number, status, created }: ListedCase): NamedCase => ({
	uuid: locatorId(uuid, 'caseId'),
	words: quote(`#${String(number)}, ${String(status)}, started ${String(created)}`).slice(1, -1),
});

const existing = ({ uuid }: NamedCase, isOwn: boolean): object => ({
	message: isOwn
		? 'The case was started; its response was lost, and the case was found by its name.'
		: 'A case of this name is there already; nothing was started.',
	process_instance_uuid: uuid,
	uuid,
	created: isOwn,
});

const taken = ({ name }: NameRule, words: string): Problem =>
	inputProblem(
		`The template has a case with the name ${quote(name)} already: ${words}`,
		'Nothing was started for this item. Enter another name, or set If the Name Is Taken to Return the Case to go on with the one that is there.',
	);

/** The same problem, with what a further attempt does. */
const lookedForNext = (problem: Problem): Problem =>
	new Problem(problem.message, {
		...problem,
		looksFirst: true,
		hint: `${problem.hint ?? ''} Running it again does that by itself: If the Name Is Taken is set to Return the Case.`.trim(),
	});

const notSentAfter = (itemIndex: number, problem: Problem): Problem =>
	problem.withNote(
		`Nothing was sent for this item: input item ${itemIndex} has the same name, and its request ended like this.`,
	);
