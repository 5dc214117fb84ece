import { IDENTIFIERS } from '../model/identifiers';
import type { IdentifierName } from '../model/identifiers';
import { isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import { inputProblem, quote } from '../model/problem';
import type { Problem } from '../model/problem';
import { toPathSegment } from '../transport/path';

const UUID = /(?<![\da-z])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-z])/i;

/**
 * What a resource locator holds: the ID, or the UUID within a link. A plain value is what it is.
 *
 * @param name the parameter's name, which says where in a link the UUID stands
 * @returns the bare value, not yet checked
 */
export function locatorValue(value: unknown, name: IdentifierName): unknown {
	if (!isObject(value)) return value;
	if (value.mode === 'url') return uuidOfLink(value.value, name);
	const isOther = value.mode === 'name' || value.mode === 'number';
	if (isOther && !IDENTIFIERS[name].isName) throw notAnId(value, name);
	// An object without a mode is no locator but the result of an expression, to be refused.
	return 'mode' in value ? value.value : value;
}

/** A name or a number is never taken for an ID: only a case can be looked for by them. */
const notAnId = ({ mode, value }: JsonObject, name: IdentifierName): Problem =>
	inputProblem(
		`The parameter "${IDENTIFIERS[name].label}" (${name}) cannot be given by its ${String(mode)} here: ${quote(value)}`,
		'Choose an entry from the list, or the mode By ID.',
	);

/**
 * The ID that a value, of a resource locator or plain, holds, checked to be one.
 *
 * @param name the parameter's name
 * @returns the ID, not escaped: for a body, an output or a query
 * @throws Problem (`input`) as `toPathSegment`
 */
export const locatorId = (value: unknown, name: IdentifierName): string =>
	decodeURIComponent(toPathSegment(locatorValue(value, name), name));

/**
 * The UUID that a link points at: it stands in the path, never behind `?` or `#`, where other things
 * are named. Of several the one behind the resource's own word, otherwise the last: the others name
 * what it belongs to.
 */
function uuidOfLink(link: unknown, name: IdentifierName): unknown {
	if (typeof link !== 'string' || link.trim() === '') return link;
	const segments = pathOf(link.trim())?.split('/') ?? [];
	const uuids = segments.map((segment) => UUID.exec(segment)?.[0]);
	const folders: readonly string[] = IDENTIFIERS[name].folders;
	const own = uuids.find(
		(uuid, index) => uuid !== undefined && folders.includes(segments[index - 1]!.toLowerCase()),
	);
	const found = own ?? uuids.filter((uuid) => uuid !== undefined).at(-1);
	if (found === undefined) {
		throw inputProblem(
			`The link ${quote(link)} holds no UUID in its path`,
			'Paste the address of the page that shows it, or choose the mode By ID. What stands behind ? or # is not looked at.',
		);
	}
	return found;
}

/** The path of a link; undefined for what is none, such as a script or a line of a log. */
function pathOf(link: string): string | undefined {
	if (/[\s\p{Cc}]/u.test(link)) return undefined;
	// Without its host it is still a link; with another scheme it is something else.
	const isWhole = /^[a-z][a-z\d+.-]*:/i.test(link) && !/^[^/]*:\d+\//.test(link);
	const isPath = !link.includes('/') || link.startsWith('/');
	const address = isWhole ? link : isPath ? `https://x/${link}` : `https://${link}`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	return url !== undefined && /^https?:$/.test(url.protocol) ? url.pathname : undefined;
}
