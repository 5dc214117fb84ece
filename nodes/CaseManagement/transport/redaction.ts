import { replaceEscaped } from './escapes';

/**
 * The one rule: in words that are not ours, the token and the organization are masked, however they
 * are escaped; in data only the token is, and only what is long enough to be no word of its own.
 *
 * Our own sentences are never masked: they hold no secret, and an organization may be called `case`.
 */

/** What must not be seen. */
interface Secrets {
	token: string;
	organization: string;
}

/** Takes the secrets of one request out of what came for it. */
export interface Redactor {
	/** Text of the service or of the HTTP client, to be quoted in a message. */
	text: (text: string) => string;
	/** A value just parsed from JSON; its texts are changed in place. */
	json: (value: unknown) => unknown;
}

/** For what was not signed: there is nothing to take out. */
export const NO_REDACTION: Redactor = { text: (text) => text, json: (value) => value };

/** Characters below which a value occurs in any sentence, such as `1`. */
const SHORTEST_IN_WORDS = 4;

/** Characters below which a value may well be part of the data, which belongs to the user. */
const SHORTEST_IN_DATA = 8;

const REDACTED = '***';

/** The masks of requests, as long as the request lives. */
const redactors = new WeakMap<object, Redactor>();

/**
 * Notes the secrets of a request, so that they can be taken out of its answer. The credential calls
 * this, since it is the only one that sees them.
 *
 * @param request the request options as the transport made them
 */
export function registerSecrets(request: object, { token, organization }: Secrets): void {
	const forms = formsOf(token);
	const inWords = longEnough([...forms, organization], SHORTEST_IN_WORDS);
	const inData = longEnough(forms, SHORTEST_IN_DATA);
	redactors.set(request, {
		text: (text) => replaceEscaped(text, inWords, REDACTED),
		json: (value) => redactJson(value, inData),
	});
}

const longEnough = (forms: string[], shortest: number): string[] =>
	[...new Set(forms)].filter((form) => form.length >= shortest);

/** The mask for the answer to a request. */
export const redactorFor = (request: object): Redactor => redactors.get(request) ?? NO_REDACTION;

/** Masks all texts in a value, without recursion: an answer may be nested as deep as it likes. */
function redactJson(value: unknown, secrets: string[]): unknown {
	if (secrets.length === 0) return value;
	const root = { value };
	const left: Array<Record<string, unknown>> = [root];
	for (let holder = left.pop(); holder !== undefined; holder = left.pop()) {
		for (const key of Object.keys(holder)) {
			const part = holder[key];
			if (typeof part === 'string') {
				holder[key] = replaceEscaped(part, secrets, REDACTED);
			} else if (typeof part === 'object' && part !== null) {
				left.push(part as Record<string, unknown>);
			}
		}
	}
	return root.value;
}

/**
 * The parts of a token that give it away: the whole, what follows its scheme, each value of several,
 * and of Basic the password, also as it was before it was encoded.
 */
function formsOf(token: string): string[] {
	const [, scheme, behind] = /^([a-z][\w-]*)\s+(.*)$/i.exec(token) ?? [];
	const rest = behind ?? token;
	const values = rest.split(/[\s,;]+/).map(valueOf);
	const decoded = scheme?.toLowerCase() === 'basic' ? decodedBasic(rest) : undefined;
	return [token, rest, ...values, ...(decoded === undefined ? [] : [decoded, valueOf(decoded)])];
}

/** Of `name=value`, `name="value"` and `name:value` the value; the end of base64 is no value. */
const valueOf = (text: string): string =>
	text.replace(/^[^=:]*[=:](?=[^=])/, '').replace(/^"|"$/g, '');

function decodedBasic(encoded: string): string | undefined {
	try {
		const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
		return new TextDecoder().decode(bytes);
	} catch {
		// It was no base64 after all.
		return undefined;
	}
}
