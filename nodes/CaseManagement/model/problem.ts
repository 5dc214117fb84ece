/**
 * What kind of thing went wrong. It decides how the error is shown and whether trying again could
 * help.
 *
 * - `input`: a value of the user; nothing was sent
 * - `service`: the service answered with an error status
 * - `invalidResponse`: the service answered, but not as the contract says
 * - `connection`: no whole response came
 * - `cancelled`: the run was ended, by the user or after another item's failure
 */
export type ProblemKind = 'input' | 'service' | 'invalidResponse' | 'connection' | 'cancelled';

/**
 * What has gone wrong, for a workflow that branches on it; workflows store these words.
 *
 * - `caseNotFound`, `severalCases`: no open case has the name or number that was given, or several
 * - `credential`: the credential cannot be used as it is
 * - `invalidInput`: another value of the user cannot be used
 * - `lookupFailed`: the list in which a case was to be looked for could not be read, or does not tell
 * - `nameTaken`: a case was not started since another has its name
 */
export type ProblemReason =
	| 'caseNotFound'
	| 'credential'
	| 'invalidInput'
	| 'lookupFailed'
	| 'nameTaken'
	| 'severalCases';

/** What is known of a problem beside its message. */
export interface ProblemFacts {
	kind: ProblemKind;
	reason?: ProblemReason;
	/** What the user can do about it, in one or two sentences. */
	hint?: string;
	/** HTTP status, where the service gave one. */
	status?: number;
	/** Code of a connection error, e.g. `ECONNREFUSED`. */
	code?: string;
	/** The service's Retry-After header, as it came. */
	retryAfter?: string;
	/** Whether the request may have taken effect all the same. */
	outcomeUnknown?: boolean;
	/** Whether a further attempt looks for that effect first, so that it does no harm. */
	looksFirst?: boolean;
	/** Facts too long for a sentence; they come out beside the error. */
	details?: Record<string, object>;
}

/**
 * An error that already says in plain words what is wrong. Everything below the node throws this;
 * `transport/errors.ts` turns it into what n8n shows.
 */
export class Problem extends Error {
	readonly kind: ProblemKind;

	readonly reason: ProblemReason | undefined;

	readonly hint: string | undefined;

	readonly status: number | undefined;

	readonly code: string | undefined;

	readonly retryAfter: string | undefined;

	readonly outcomeUnknown: boolean;

	readonly looksFirst: boolean;

	readonly details: Record<string, object> | undefined;

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

	/** The same problem with another reason. */
	withReason(reason: ProblemReason): Problem {
		return new Problem(this.message, { ...this, reason });
	}

	/** The same problem with a further sentence in its advice, and the facts behind it. */
	withNote(note: string | undefined, details = this.details): Problem {
		if (note === undefined) return this;
		const hint = this.hint === undefined ? note : `${this.hint} ${note}`;
		return new Problem(this.message, { ...this, hint, details });
	}
}

/** A value of the user that cannot be used: what is wrong, and what to do. */
export function inputProblem(
	message: string,
	hint?: string,
	reason: ProblemReason = 'invalidInput',
): Problem {
	return new Problem(message, { kind: 'input', hint, reason });
}

/** A credential that cannot be used: what is wrong, and what to do. */
export const credentialProblem = (message: string, hint: string): Problem =>
	inputProblem(message, hint, 'credential');

/** White space, and what would forge lines and colors in a log: escapes, marks of direction. */
const UNPRINTED = /[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * A value as it may stand in a message: short, on one line, never `[object Object]`.
 *
 * @param value anything a parameter can hold
 */
export function quote(value: unknown): string {
	if (value === undefined) return 'nothing';
	const text = typeof value === 'string' ? `"${value}"` : (toJson(value) ?? String(value));
	const oneLine = text.replace(UNPRINTED, ' ');
	return oneLine.length > 80 ? `${oneLine.slice(0, 77)}...` : oneLine;
}

/**
 * A value as JSON text.
 *
 * @returns undefined for what has no JSON: a function, a BigInt, an object that holds itself
 */
export function toJson(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}
