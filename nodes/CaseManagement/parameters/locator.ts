import { isNothing } from '../model/convert';
import { quote } from '../model/foreignText';
import { IDENTIFIERS, parseId } from '../model/identifiers';
import type { Id, IdentifierName } from '../model/identifiers';
import { isObject } from '../model/json';
import { inputProblem } from '../model/problem';

const UUID = /(?<![\da-z])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-z])/i;

/** What a resource locator holds: the ID, or the UUID within a link. A plain value stays as it is. */
export function locatorValue(locator: unknown, name: IdentifierName): unknown {
	if (!isObject(locator)) return locator;
	const { mode, value } = locator;
	if (mode === 'url') return uuidOfLink(value, name);
	// A name or a number is never taken for an ID: only a case can be looked up by them.
	if ((mode === 'name' || mode === 'number') && !IDENTIFIERS[name].isName) {
		throw inputProblem(
			`The parameter "${IDENTIFIERS[name].label}" (${name}) cannot be specified by ${mode} here: ${quote(value)}`,
			'Choose an entry from the list, or switch to By ID.',
		);
	}
	// An object without a mode is not a locator but the result of an expression, to be refused.
	return 'mode' in locator ? value : locator;
}

/** The ID that a value, of a resource locator or plain, holds.
 * @throws Problem (`input`) as `parseId` */
export const locatorId = (value: unknown, name: IdentifierName): Id =>
	parseId(locatorValue(value, name), name);

/** The UUID that a link points at. It stands in the path, never behind `?` or `#`, where other
 * things are named. Of several the one behind the resource's own word, otherwise the last: the
 * others name what it belongs to. */
function uuidOfLink(link: unknown, name: IdentifierName): unknown {
	if (typeof link !== 'string' || isNothing(link)) return link;
	const segments = pathOfLink(link.trim())?.split('/') ?? [];
	const uuids = segments.map((segment) => UUID.exec(segment)?.[0]);
	const folders: readonly string[] = IDENTIFIERS[name].folders;
	const isBehindOwnWord = (uuid: string | undefined, index: number) =>
		uuid !== undefined && folders.includes(segments[index - 1]!.toLowerCase());
	const found = uuids.find(isBehindOwnWord) ?? uuids.filter((uuid) => uuid !== undefined).at(-1);
	if (found !== undefined) return found;
	throw inputProblem(
		`The link ${quote(link)} has no UUID in its path`,
		'Paste the address of the page that shows it, or choose By ID. Anything after ? or # is ignored.',
	);
}

/** The path of a link; undefined for what is not one, such as a script or a line of a log. */
function pathOfLink(link: string): string | undefined {
	if (/[\s\p{Cc}]/u.test(link)) return undefined;
	// Without its host it is still a link; with another scheme it is something else.
	const isWhole = /^[a-z][a-z\d+.-]*:/i.test(link) && !/^[^/]*:\d+\//.test(link);
	const isPath = !link.includes('/') || link.startsWith('/');
	const address = isWhole ? link : isPath ? `https://x/${link}` : `https://${link}`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	return url !== undefined && /^https?:$/.test(url.protocol) ? url.pathname : undefined;
}
