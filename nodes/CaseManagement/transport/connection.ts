import { Problem } from '../model/problem';
import { writeEndpoint } from './endpoints';
import type { OperationId } from './endpoints';
import { quoteForeign } from './foreignText';
import { NO_REDACTION } from './redaction';
import type { Redactor } from './redaction';

/** Plain words for what can go wrong before a whole response is there. */
const SENTENCES: Record<string, string> = {
	ECONNREFUSED: 'The service refused the connection',
	ECONNRESET: 'The connection to the service broke before its answer was complete',
	ERR_BAD_RESPONSE: 'The connection to the service broke before its answer was complete',
	EPIPE: 'The connection to the service broke before its answer was complete',
	ECONNABORTED: 'The service did not answer in time',
	ETIMEDOUT: 'The service did not answer in time',
	ENOTFOUND: 'The host of the Base URL is not known',
	EAI_AGAIN: 'The host of the Base URL could not be looked up',
	ERR_STRING_TOO_LONG: 'The answer of the service is too large',
	HPE_HEADER_OVERFLOW: 'The headers of the answer are too large',
	HPE_UNEXPECTED_CONTENT_LENGTH: 'The answer is not as long as its headers say',
	HPE_INVALID_CONTENT_LENGTH: 'The answer is not as long as its headers say',
	EHOSTUNREACH: 'The host of the Base URL cannot be reached',
	ENETUNREACH: 'The host of the Base URL cannot be reached',
};

/** Codes after which it is certain that the service has seen nothing of the request. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** The other side does not speak TLS, so that nothing of the request was sent. */
const isSchemeCode = (code: string): boolean =>
	code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER';

/** The response is no HTTP; the request itself has been sent. */
const isNoHttpCode = (code: string): boolean =>
	code.startsWith('HPE_') && SENTENCES[code] === undefined;

/** The response came, but cannot be read; another attempt would bring the same. */
export const isUnreadableCode = (code: string): boolean =>
	/^(Z_|HPE_|ERR_STRING_TOO_LONG)/.test(code);

/** The certificate of the service does not hold, so that nothing of the request was sent. */
export const isCertificateCode = (code: string): boolean =>
	/CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/.test(code);

interface Link {
	code?: unknown;
	name?: unknown;
	message?: unknown;
	cause?: unknown;
	httpCode?: unknown;
}

/** The error and what it wraps, outermost first. n8n 2.x wraps what its HTTP client throws. */
function chainOf(error: unknown): Link[] {
	const chain: Link[] = [];
	let current: unknown = error;
	while (
		typeof current === 'object' &&
		current !== null &&
		!chain.includes(current) &&
		chain.length < 8
	) {
		chain.push(current);
		current = (current as Link).cause;
	}
	return chain;
}

/** Where n8n 1.x keeps no code: what the HTTP client says of a response that has begun. */
const CODES_BY_WORDS: Array<[words: RegExp, code: string]> = [
	[/\baborted$/, 'ERR_BAD_RESPONSE'],
	[/^(incorrect (header|data|length) check|invalid .*|unexpected end of file)$/, 'Z_DATA_ERROR'],
	[/^Cannot create a string longer/, 'ERR_STRING_TOO_LONG'],
];

/**
 * The code of an error, if it has one. n8n 1.x wraps nothing: of what its HTTP client threw it keeps
 * the code in `httpCode` as long as no response had begun, and the words.
 */
function codeOf({ code, httpCode, message }: Link): string | undefined {
	for (const value of [code, httpCode]) {
		if (typeof value === 'string' && /^[A-Z]/.test(value)) return value;
	}
	return CODES_BY_WORDS.find(([words]) => words.test(String(message)))?.[1];
}

/**
 * Says in plain words why no response came.
 *
 * @param error what n8n's HTTP helper threw although error statuses are no errors to it
 * @param operationId decides whether the outcome is now unknown, and what to say about it
 * @param redactor takes the secrets out of the HTTP client's own words
 * @returns a Problem of kind `input` if nothing was sent (a credential that cannot be used, a host
 * that it does not allow), of kind `cancelled` if the run was cancelled, otherwise of kind
 * `connection` with the code
 */
export function toConnectionProblem(
	error: unknown,
	operationId: OperationId,
	redactor: Redactor = NO_REDACTION,
): Problem {
	const chain = chainOf(error);
	// A credential that cannot be used says so itself, before anything is sent.
	const own = chain.find((link): link is Problem => link instanceof Problem);
	if (own) return own;
	const found = chain.map(({ message }) => message).find((text) => typeof text === 'string');
	const words = typeof found === 'string' ? found : '';
	const message = words === '' ? 'The request failed' : quoteForeign(words, redactor);
	const code = chain.map(codeOf).find((value) => value !== undefined);
	const outcome = writeEndpoint(operationId)?.unknownOutcome;
	const isWrite = outcome !== undefined;
	if (code === 'ERR_CANCELED') {
		return new Problem('The execution was stopped', {
			kind: 'cancelled',
			hint: outcome,
			outcomeUnknown: isWrite,
		});
	}
	if (/domain.*not allowed|not allowed.*domain/i.test(words)) {
		return new Problem(message, {
			kind: 'input',
			reason: 'credential',
			hint: 'Nothing was sent. Add the host to Allowed Domains in the credential, or correct its Base URL.',
		});
	}
	if (/restricted IP|blocked because it resolves/i.test(words)) {
		return new Problem("n8n's protection against requests to inner addresses blocks the service", {
			kind: 'input',
			reason: 'credential',
			hint: 'Nothing was sent. Ask the administrator of n8n to allow the host of the Base URL (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES).',
		});
	}
	if (code === undefined) {
		return new Problem(message, {
			kind: 'connection',
			hint: outcome,
			outcomeUnknown: isWrite,
		});
	}
	// Without its code: n8n words a message anew that holds the code of a connection error.
	return new Problem(sentenceFor(code), {
		kind: 'connection',
		code,
		hint:
			hintFor(code) ??
			(isNoHttpCode(code)
				? `${outcome ? `${outcome} ` : ''}${CHECK_SCHEME}`
				: (outcome ?? (isUnreadableCode(code) ? TELL_OPERATORS : TRY_LATER))),
		outcomeUnknown: isWrite && hintFor(code) === undefined,
	});
}

const CHECK_SCHEME =
	'Check whether the Base URL in the credential should begin with https:// or with http://.';

const TELL_OPERATORS =
	'Trying again does not help. Ask for less at once, or tell the operators of the service.';

const TRY_LATER = 'Try again later. If it stays like this, check the Base URL in the credential.';

function sentenceFor(code: string): string {
	if (isCertificateCode(code)) return 'The certificate of the service is not valid';
	if (isSchemeCode(code)) return 'The service does not speak the scheme of the Base URL';
	if (isNoHttpCode(code)) return 'The answer of the service is no HTTP';
	if (code.startsWith('Z_')) return 'The answer of the service cannot be unpacked';
	return SENTENCES[code] ?? 'The service could not be reached';
}

/** What to do where it is certain that nothing was sent. */
function hintFor(code: string): string | undefined {
	if (isCertificateCode(code)) {
		return 'Nothing was sent. Correct the certificate, or tick Ignore SSL Issues in the credential if you trust the connection.';
	}
	if (isSchemeCode(code)) {
		return `Nothing was sent. ${CHECK_SCHEME}`;
	}
	if (NEVER_ARRIVED.has(code)) {
		return 'Nothing was sent. Check the Base URL in the credential, and whether the service is running.';
	}
	return undefined;
}
