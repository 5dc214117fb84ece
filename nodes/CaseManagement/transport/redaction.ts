import { decodeUri } from '../model/convert';

// In text of others, token and organization are redacted; in data only the token, and only if it is
// too long to be a word of its own. Both are found as they are, in any case, behind the escapes of
// JSON, links and HTML, as base64 and as hexadecimal. Our own sentences are never redacted: they
// contain no secret, and an organization may be called `case`.

type Secrets = Record<'organization' | 'token', string>;

export interface Redactor {
	/** Text of the service or of the HTTP client, to be quoted in a message. */
	text: (text: string) => string;
	/** A value just parsed from JSON; its texts and keys are changed in place.
	 * @param source the JSON text: where it holds no secret, no text in the value does */
	json: (value: unknown, source: string) => unknown;
}

/** For what was not signed. */
export const NO_REDACTION: Redactor = { text: (text) => text, json: (value) => value };

/** Characters below which a value occurs in any sentence, such as `1`. */
const MIN_LENGTH_IN_TEXT = 4;

/** Characters below which a value may well be part of the data, which belongs to the user. */
const MIN_LENGTH_IN_DATA = 8;

const REDACTED = '***';

const redactors = new WeakMap<object, Redactor>();

/** The last one made: nearly all requests have the same secrets. */
let latest: (Secrets & { redactor: Redactor }) | undefined;

/** Notes the secrets of a request, so that they can be taken out of its response. The credential
 * calls this: nobody else sees them. */
export function registerSecrets(request: object, { token, organization }: Secrets): void {
	if (latest?.token !== token || latest.organization !== organization) {
		latest = { token, organization, redactor: makeRedactor(token, organization) };
	}
	redactors.set(request, latest.redactor);
}

export const findRedactor = (request: object): Redactor => redactors.get(request) ?? NO_REDACTION;

function makeRedactor(token: string, organization: string): Redactor {
	const forms = secretForms(token);
	// A form of a web page writes a blank as a plus.
	const plain = [...forms, organization];
	const asForm = plain.map((form) => form.replaceAll(' ', '+'));
	const inText = makePattern([...plain, ...asForm], MIN_LENGTH_IN_TEXT);
	const inData = makePattern(forms, MIN_LENGTH_IN_DATA);
	return {
		text: (text) => redact(text, inText),
		json: (value, source) =>
			redact(source, inData) === source ? value : redactJson(value, inData),
	};
}

function makePattern(forms: string[], minLength: number): RegExp {
	const wanted = [...new Set([...forms, ...forms.map(unescapeOnce)])]
		.filter(({ length }) => length >= minLength)
		.sort((one, other) => other.length - one.length)
		.map((form) => form.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&'));
	return new RegExp(wanted.length === 0 ? '(?!)' : wanted.join('|'), 'gi');
}

/** How often a text may be escaped: JSON in a link in a page in JSON. */
const MAX_ESCAPE_DEPTH = 4;

/** @returns the text itself if it holds no secret; unescaped if it held one behind escapes */
function redact(text: string, pattern: RegExp): string {
	let result = text.replace(pattern, REDACTED);
	let plain = result;
	for (let depth = 0; depth < MAX_ESCAPE_DEPTH; depth += 1) {
		const before = plain;
		plain = unescapeOnce(plain);
		if (plain === before) break;
		const redacted = plain.replace(pattern, REDACTED);
		if (redacted !== plain) {
			result = redacted;
			plain = redacted;
		}
	}
	return result;
}

/** JSON and JavaScript, a link (bytes beyond ASCII in one go), HTML, characters that are not seen. */
const ESCAPE =
	/\\u([\da-f]{4})|\\x([\da-f]{2})|\\([^])|((?:%[\da-f]{2})+)|&#(\d{1,7});|&#x([\da-f]{1,6});|&(amp|quot|apos|lt|gt|nbsp|plus|sol|equals|colon|period|comma|lowbar|hyphen);|\p{Cf}/giu;

const BASIC_ENTITIES = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', nbsp: ' ', plus: '+' };
const MARKS = { sol: '/', equals: '=', colon: ':', period: '.', comma: ',', lowbar: '_' };
const ENTITIES: Record<string, string> = { ...BASIC_ENTITIES, ...MARKS, hyphen: '-' };

function unescapeOnce(text: string): string {
	if (!/[\\%&]|\p{Cf}/u.test(text)) return text;
	return text.replace(ESCAPE, (_match, unicode, byte, char, link, decimal, hexadecimal, name) => {
		if (char !== undefined) return String(char);
		if (link !== undefined) return decodeLink(String(link));
		if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? '';
		const code = decimal ?? Number.parseInt(String(unicode ?? byte ?? hexadecimal ?? ''), 16);
		return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : '';
	});
}

/** Bytes that are not UTF-8 are taken for Latin-1. */
const decodeLink = (bytes: string): string =>
	decodeUri(bytes) ??
	bytes.replace(/%(..)/g, (_match, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));

/** Redacts all texts and keys of a value, without recursion: it may be nested as deep as it likes. */
function redactJson(value: unknown, pattern: RegExp): unknown {
	const root = { value };
	const left: Array<Record<string, unknown>> = [root];
	for (let holder = left.pop(); holder !== undefined; holder = left.pop()) {
		for (const key of Object.keys(holder)) {
			const part = holder[key];
			const name = redact(key, pattern);
			if (name !== key) delete holder[key];
			// Not assigned where nothing changes: `__proto__` is a key like any other here.
			if (typeof part === 'string') {
				const redacted = redact(part, pattern);
				if (redacted !== part || name !== key) holder[name] = redacted;
			} else if (name !== key) holder[name] = part;
			if (typeof part === 'object' && part !== null) left.push(part as Record<string, unknown>);
		}
	}
	return root.value;
}

/** The parts of a token that give it away: the whole, what follows its scheme, each value of
 * several, and of Basic the password, also as it was before it was encoded; each encoded as well. */
function secretForms(token: string): string[] {
	const [, scheme, behind] = /^([a-z][\w-]*)\s+(.*)$/i.exec(token) ?? [];
	const rest = behind ?? token;
	const values = rest.split(/[\s,;]+/).map(bareValue);
	const decoded = scheme?.toLowerCase() === 'basic' ? decodeBase64(rest) : undefined;
	const plain = [token, rest, ...values, ...(decoded ? [decoded, bareValue(decoded)] : [])];
	return plain.flatMap((form) => [form, ...encodings(form)]);
}

function encodings(form: string): string[] {
	if (form.length < MIN_LENGTH_IN_TEXT) return [];
	const bytes = [...new TextEncoder().encode(form)];
	const base64 = btoa(String.fromCharCode(...bytes));
	return [
		base64.replace(/=+$/, ''),
		bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''),
	];
}

/** Of `name=value`, `name="value"` and `name:value` the value; the end of base64 is no value. */
const bareValue = (text: string): string =>
	text.replace(/^[^=:]*[=:](?=[^=])/, '').replace(/^"|"$/g, '');

function decodeBase64(encoded: string): string | undefined {
	try {
		const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
		return new TextDecoder().decode(bytes);
	} catch {
		// It was no base64 after all.
		return undefined;
	}
}
