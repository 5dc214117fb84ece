/** What kind of thing went wrong. It decides how the error is shown and whether a retry could help.
 *
 * - `input`: a value of the user; nothing was sent
 * - `service`: the service answered with an error status
 * - `invalidResponse`: the service answered, but not as the contract says
 * - `connection`: no complete response arrived
 * - `cancelled`: the run was ended, by the user or after another item's failure */
export type ProblemKind = 'input' | 'service' | 'invalidResponse' | 'connection' | 'cancelled';

/** What went wrong, for a workflow that branches on it. Workflows store these words. */
export type ProblemReason =
	/** No open case has the given name or number. */
	| 'caseNotFound'
	| 'credential'
	| 'invalidInput'
	/** The list could not be read, or leaves open which case is meant. */
	| 'lookupFailed'
	/** No case was started because another one has its name. */
	| 'nameTaken'
	/** Several open cases have the given name or number. */
	| 'severalCases';

export interface ProblemFacts {
	kind: ProblemKind;
	reason?: ProblemReason;
	/** What the user can do about it, in one or two sentences. */
	hint?: string;
	/** HTTP status of the response. */
	status?: number;
	/** Code of a connection error, e.g. `ECONNREFUSED`. */
	code?: string;
	retryAfter?: string;
	/** Whether the request may have taken effect all the same. */
	outcomeUnknown?: boolean;
	/** Whether a further attempt looks for that effect first, so that it does no harm. */
	looksFirst?: boolean;
	/** Facts too long for a sentence. They come out beside the error. */
	details?: Record<string, object>;
}

/** An error that says in plain words what is wrong. Everything below the node throws this;
 * `transport/errors.ts` turns it into what n8n shows. */
export class Problem extends Error implements ProblemFacts {
	readonly kind: ProblemKind;

	readonly reason;

	readonly hint;

	readonly status;

	readonly code;

	readonly retryAfter;

	readonly outcomeUnknown: boolean;

	readonly looksFirst: boolean;

	readonly details;

	constructor(message: string, facts: ProblemFacts) {
		super(message);
		this.name = 'Problem';
		this.kind = facts.kind;
		this.reason = facts.reason;
		this.hint = facts.hint;
		this.status = facts.status;
		this.code = facts.code;
		this.retryAfter = facts.retryAfter;
		this.outcomeUnknown = facts.outcomeUnknown ?? false;
		this.looksFirst = facts.looksFirst ?? false;
		this.details = facts.details;
	}

	/** The same problem with other facts. */
	with(facts: Partial<ProblemFacts>): Problem {
		return new Problem(this.message, { ...this, ...facts });
	}

	/** The same problem with one more sentence in its hint, and the facts behind it. */
	withNote(note: string | undefined, details = this.details): Problem {
		if (note === undefined) return this;
		return this.with({ hint: this.hint === undefined ? note : `${this.hint} ${note}`, details });
	}
}

export const inputProblem = (
	message: string,
	hint?: string,
	reason: ProblemReason = 'invalidInput',
): Problem => new Problem(message, { kind: 'input', hint, reason });

export const credentialProblem = (message: string, hint: string): Problem =>
	inputProblem(message, hint, 'credential');
