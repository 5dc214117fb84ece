import { IDENTIFIERS } from '../model/identifiers';
import type { IdentifierName } from '../model/identifiers';
import { inputProblem, quote } from '../model/problem';
import { endpoint } from './endpoints';
import type { OperationId } from './endpoints';

/** Decodes until nothing changes, so that a doubly escaped `..` is seen too. */
const fullyDecoded = (text: string): string => {
	let current = text;
	for (;;) {
		let next: string;
		try {
			next = decodeURIComponent(current);
		} catch {
			return current;
		}
		if (next === current) return current;
		current = next;
	}
};

const CONTROL = /\p{Cc}/u;
const ENDS_SEGMENT = /[/\\?#]/;
/** `.` and `..`, also as a part: a proxy may undo the escaping of what stands around them. */
const CLIMBS = /(^|[/\\])\s*\.\.?\s*($|[/\\?#])/;

/** Characters that are not seen: format characters such as a zero-width space. */
const UNSEEN = /\p{Cf}/gu;

/** What an expression leaves behind that has found nothing, also when it is part of a text. */
const LEFTOVERS = new Set(['', 'null', 'undefined', 'NaN', '[object Object]']);

/** Whether a value is empty, or what an expression leaves behind that has found nothing. */
export const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && LEFTOVERS.has(value.replace(UNSEEN, '').trim()));

/**
 * Turns an identifier into one escaped path segment.
 *
 * An identifier must never be able to re-aim a call: whatever could end the segment or climb out
 * of it (`/`, `\`, `?`, `#`, control characters, `.` and `..`, plain or escaped) is refused. A
 * Signal ID is a name and may hold the first four; they go out escaped.
 *
 * @param value what the parameter holds for the item at hand
 * @param parameter the parameter's name, for the message
 * @returns the identifier, each character escaped once; what is no name is trimmed
 * @throws Problem (`input`) that names the parameter
 */
export function toPathSegment(value: unknown, parameter: IdentifierName): string {
	const { label, isName } = IDENTIFIERS[parameter];
	const named = `"${label}" (${parameter})`;
	if (isNothing(value)) {
		throw inputProblem(
			`The parameter ${named} is empty`,
			'Choose an entry from the list or give an ID. If it comes from an expression, check that the expression finds a value for this item.',
		);
	}
	if (typeof value !== 'string') {
		throw inputProblem(
			`The parameter ${named} must be text, but is ${quote(value)}`,
			'Give the UUID that the service uses, not a running number or an object.',
		);
	}
	// A name may begin or end with blanks; a UUID that is pasted may bring some along.
	const id = isName ? value : value.trim();
	const plain = fullyDecoded(id);
	const endsSegment = ENDS_SEGMENT.test(plain) && !isName;
	if (endsSegment || CONTROL.test(plain) || CLIMBS.test(plain)) {
		throw inputProblem(
			`The parameter ${named} is not an ID: ${quote(id)}`,
			'Give the bare ID, without a path, a query or a link around it. For a link choose the mode By URL.',
		);
	}
	try {
		return encodeURIComponent(id);
	} catch {
		throw inputProblem(
			`The parameter ${named} holds broken characters: ${quote(id)}`,
			'Copy the ID again.',
		);
	}
}

/**
 * The ID of a case as the service has listed it. Unlike a parameter it is no locator: what is no text
 * is no ID.
 *
 * @returns the ID, not escaped; undefined for one that cannot be sent
 */
export function listedId(uuid: unknown): string | undefined {
	try {
		return decodeURIComponent(toPathSegment(uuid, 'caseId'));
	} catch {
		return undefined;
	}
}

/** Why nothing can be done with a case that is listed without an ID that can be sent. */
export const withoutUsableId = (uuid: unknown): string =>
	`without an ID that can be sent: ${quote(uuid)}`;

/**
 * The path of an endpoint with its identifiers filled in.
 *
 * @param valueOf gives the parameter of a name for the item at hand; not needed for a path without
 * @throws Problem (`input`) for the first identifier that cannot be a segment
 */
export const fillPath = (
	operationId: OperationId,
	valueOf: (parameter: IdentifierName) => unknown = () => undefined,
): string =>
	endpoint(operationId).url.replace(/:([A-Za-z]+)/g, (_match, parameter: IdentifierName) =>
		toPathSegment(valueOf(parameter), parameter),
	);
