import type { INodeExecutionData } from 'n8n-workflow';

import type { Problem } from '../model/problem';
import type { OperationId } from '../transport/endpoints';
import { unknownOutcome } from '../transport/errorHints';

/*
 * What the package remembers. A try is one run of the node; n8n's Retry On Fail makes several. A tool
 * of an agent gets new items for each call, so that nothing outlives the call.
 *
 * | What                                            | Where                | By               | Until                 |
 * | ----------------------------------------------- | -------------------- | ---------------- | --------------------- |
 * | results of written items, doubts about them     | outcomes, below      | input item       | n8n drops the item    |
 * | cases found by name or number, names of started | `acrossTries`        | item, name       | n8n drops the data of |
 * | cases, plans of a bulk action                   |                      |                  | the execution         |
 * | lists of cases, forms, members of an element    | `thisTry`            | what was asked   | the try ends          |
 * | the credential                                  | makeCredentialReader | node             | a minute, or the try  |
 * | secrets to take out of a response               | registerSecrets      | request          | the request ends      |
 * | the newest search of a list                     | methods/listSearch   | credential, panel | the process ends     |
 * | the state of the last poll, and polls that run  | polling/trigger      | trigger          | the process ends      |
 */

/** Values by name, each created on first use. A promise is shared by all who ask for it. */
export class Memory {
	private readonly values = new Map<string, unknown>();

	/** @param keepsFailures whether a promise that failed has failed for all who ask later */
	constructor(private readonly keepsFailures = true) {}

	get<T>(name: string, create: () => T): T {
		if (!this.values.has(name)) {
			const value = create();
			this.values.set(name, value);
			if (!this.keepsFailures && value instanceof Promise) {
				value.catch(() => this.values.delete(name));
			}
		}
		return this.values.get(name) as T;
	}
}

const memories = new WeakMap<object, Memory>();

/** The memory of one node execution. n8n hands over the same execution data again on Retry On Fail. */
export function memoryAcrossTries(executionData: object): Memory {
	const memory = memories.get(executionData) ?? new Memory();
	memories.set(executionData, memory);
	return memory;
}

/** What running an operation twice on an item would do: nothing, the same, or it once more. */
export type Effect = 'none' | 'idempotent' | 'once';

/** What an earlier try left of an item. */
interface Outcome {
	results?: INodeExecutionData[];
	/** The failure after which it must not be sent again. */
	final?: Problem;
	/** Whether it may have taken effect although it failed. */
	inDoubt?: boolean;
}

/** Outcomes of writes, by input item. Retry On Fail runs the node again on the same items. An item
 * that succeeded is not sent again. A non-idempotent write whose outcome is unknown is not sent
 * again either, unless a further try first looks for what the earlier one may have done. Once an
 * outcome is unknown it stays unknown, whatever a later try returns. */
const outcomes = new WeakMap<object, Outcome>();

/** What an earlier try left of an item; nothing at the first try. */
export const earlierOutcome = (item: object): Outcome => outcomes.get(item) ?? {};

/** Remembers that an item is completed. A read is done again, for what holds then. */
export function rememberResults(item: object, effect: Effect, results: INodeExecutionData[]): void {
	if (effect !== 'none') outcomes.set(item, { results });
}

/** Remembers what a failure leaves in doubt, and adds to it the doubt of earlier tries.
 * @returns the problem to report */
export function rememberFailure(
	item: object,
	effect: Effect,
	operationId: OperationId | undefined,
	problem: Problem,
): Problem {
	const wasInDoubt = earlierOutcome(item).inDoubt === true;
	const reported = wasInDoubt ? addDoubt(problem, operationId) : problem;
	if (effect !== 'none' && reported.outcomeUnknown) {
		// What may be run again once stays so: a later failure, of a read say, leaves the same doubt.
		const isFinal = effect === 'once' && !problem.looksFirst && !wasInDoubt;
		outcomes.set(item, isFinal ? { final: reported } : { inDoubt: true });
	}
	return reported;
}

/** Statuses with which the service answers if an earlier try took effect. */
const ALREADY_DONE = new Set([404, 409]);

/** The failure of a later try, which does not tell what an earlier one did. */
function addDoubt(problem: Problem, operationId: OperationId | undefined): Problem {
	if (problem.outcomeUnknown) return problem;
	const doubt = `${operationId === undefined ? '' : unknownOutcome(operationId)} An earlier attempt to process this item ended without a clear response.`;
	const own = ALREADY_DONE.has(problem.status ?? 0) ? '' : problem.hint;
	const hint = own ? `${doubt} ${own}` : `${doubt} This may be the result of that attempt.`;
	return problem.with({ hint, outcomeUnknown: true });
}
