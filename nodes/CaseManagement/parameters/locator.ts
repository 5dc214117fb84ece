import type { IdentifierName } from '../model/identifiers';
import { isObject } from '../model/json';
import { inputProblem, quote } from '../model/problem';
import { toPathSegment } from '../transport/path';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * What the value of a resource locator points at: the ID, or the UUID within a link. A plain value
 * is what it is.
 *
 * @returns the bare value, not yet checked
 */
export function locatorValue(value: unknown): unknown {
	if (!isObject(value)) return value;
	if (value.mode === 'url') return uuidInLink(value.value);
	// An object without a mode is no locator but the result of an expression, to be refused.
	return 'mode' in value ? value.value : value;
}

/**
 * The ID that a value, of a resource locator or plain, points at, checked to be one.
 *
 * @param name the parameter's name, for the message
 * @returns the ID, trimmed, not escaped: for a body, an output or a query
 * @throws Problem (`input`) as `pathSegment`
 */
export function locatorId(value: unknown, name: IdentifierName): string {
	return decodeURIComponent(toPathSegment(locatorValue(value), name));
}

/** The last UUID in a link: what stands before it names the organization or the template. */
function uuidInLink(link: unknown): unknown {
	if (typeof link !== 'string' || link.trim() === '') return link;
	const found = link.match(UUID)?.at(-1);
	if (found === undefined) {
		throw inputProblem(
			`The link ${quote(link)} holds no UUID`,
			'Paste the address of the page that shows it, or choose the mode By ID.',
		);
	}
	return found;
}
