import { decodeUri, isNothing } from './convert';
import { quote } from './foreignText';
import { inputProblem } from './problem';
import type { Problem } from './problem';

interface Identifier {
	/** Its name on the panel, and so in messages. */
	label: string;
	/** Whether it is a name that people give, so that any character may be in it, unlike a UUID. */
	isName: boolean;
	/** Words in front of its UUID in the path of a link, as in `/cases/<uuid>`. */
	folders: readonly string[];
}

/** The parameters that become a segment of a path, by their names. */
export const IDENTIFIERS = {
	caseId: { label: 'Case', isName: false, folders: ['cases', 'case', 'process_instances'] },
	definitionElementId: { label: 'Element Name or ID', isName: false, folders: [] },
	signalId: { label: 'Signal', isName: true, folders: [] },
	templateId: {
		label: 'Template',
		isName: false,
		folders: ['templates', 'template', 'process_templates'],
	},
} as const satisfies Record<string, Identifier>;

export type IdentifierName = keyof typeof IDENTIFIERS;

/** An ID that was checked by `parseId`: it can be sent, and goes out as one path segment. */
export type Id = string & { readonly isChecked: true };

/** Longest ID, in characters: a UUID has 36, a Signal ID is a name. */
const MAX_ID_LENGTH = 1000;

const ENTER_ID_ALONE =
	'Enter the ID alone. If it comes from an expression, check that the expression picks the ID, not a whole text.';

const CHOOSE_OR_CHECK =
	'Choose an entry from the list or enter an ID. If it comes from an expression, check that the expression returns a value for this item.';

const GIVE_UUID = 'Enter the UUID that the service uses, not a running number or an object.';

const GIVE_BARE_ID =
	'Enter only the ID, without a path, query or link. To use a link, choose By URL.';

const CONTROL = /\p{Cc}/u;
const ENDS_SEGMENT = /[/\\?#]/;
/** `.` and `..`, also as a part: a proxy may undo the escaping of what stands around them. */
const CLIMBS = /(^|[/\\])\s*\.\.?\s*($|[/\\?#])/;

/** Checks an identifier.
 *
 * It must never be able to re-aim a call: whatever could end its path segment or climb out of it
 * (`/`, `\`, `?`, `#`, control characters, `.` and `..`, plain or escaped) is refused. A Signal ID
 * is a name and may contain the first four.
 * @param value what the parameter holds for the item at hand, or the service sent
 * @returns the ID, not escaped; trimmed, unless it is a name
 * @throws Problem (`input`) that names the parameter */
export function parseId(value: unknown, parameter: IdentifierName): Id {
	const { label, isName } = IDENTIFIERS[parameter];
	const refuse = (fault: string, advice: string): Problem =>
		inputProblem(`The parameter "${label}" (${parameter}) ${fault}`, advice);
	if (typeof value === 'string' && value.length > MAX_ID_LENGTH) {
		const length = value.length.toLocaleString('en');
		throw refuse(`is too long for an ID: ${length} characters, at most 1,000`, ENTER_ID_ALONE);
	}
	if (isNothing(value)) throw refuse('is empty', CHOOSE_OR_CHECK);
	if (typeof value !== 'string') throw refuse(`must be text, but is ${quote(value)}`, GIVE_UUID);
	// A name may begin or end with blanks; a UUID that is pasted may bring some along.
	const id = isName ? value : value.trim();
	const plain = decodeFully(id);
	const endsSegment = ENDS_SEGMENT.test(plain) && !isName;
	if (endsSegment || CONTROL.test(plain) || CLIMBS.test(plain)) {
		throw refuse(`is not an ID: ${quote(id)}`, GIVE_BARE_ID);
	}
	if (/\p{Surrogate}/u.test(id)) {
		throw refuse(`holds invalid characters: ${quote(id)}`, 'Copy the ID again.');
	}
	return id as Id;
}

/** Without escapes, however often they were escaped, so that a doubly escaped `..` is seen too. In
 * linear time: an escape is decoded as soon as its last character is there. */
function decodeFully(text: string): string {
	if (!text.includes('%')) return text;
	const plain: string[] = [];
	for (const character of text) {
		plain.push(character);
		while (plain.at(-3) === '%' && /^[0-7][\da-f]$/i.test(plain.slice(-2).join(''))) {
			const [, high, low] = plain.splice(-3);
			plain.push(String.fromCharCode(Number.parseInt(`${high}${low}`, 16)));
		}
	}
	return plain.join('').replace(/(%[\da-f]{2})+/gi, (escapes) => decodeUri(escapes) ?? escapes);
}

/** Whether a text can be a UUID, also in capitals or without hyphens. */
export const isUuid = (text: string): boolean =>
	/^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i.test(text);

/** The ID of a case as the service listed it; undefined for one that cannot be sent. */
export function listedId(uuid: unknown): Id | undefined {
	try {
		return parseId(uuid, 'caseId');
	} catch {
		return undefined;
	}
}

/** Why nothing can be done with a case that is listed without a usable ID. */
export const withoutUsableId = (uuid: unknown): string => `without a usable ID: ${quote(uuid)}`;
