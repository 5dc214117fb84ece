import { cleanText } from '../model/foreignText';
import { credentialProblem, Problem } from '../model/problem';
import { writeEndpoint } from './endpoints';
import type { OperationId } from './endpoints';
import { NO_REDACTION } from './redaction';
import type { Redactor } from './redaction';

interface CauseFacts {
	/** Whether it is certain that nothing of the request was sent. */
	nothingSent: boolean;
	/** Which requests are sent again: another attempt within seconds may succeed, and does no harm. */
	retries: 'any' | 'none' | 'reads';
	/** Whether the advice helps for a write too, whose outcome is unknown. */
	advisesWrites?: boolean;
}

const REFUSED: CauseFacts = { nothingSent: true, retries: 'any' };
const NOT_FOUND: CauseFacts = { nothingSent: true, retries: 'reads' };
const NOT_SENT: CauseFacts = { nothingSent: true, retries: 'none' };
const SENT: CauseFacts = { nothingSent: false, retries: 'reads' };
const SENT_FINAL: CauseFacts = { nothingSent: false, retries: 'none' };
const NOT_HTTP = { ...SENT_FINAL, advisesWrites: true };

const CERTIFICATE_CODE =
	/CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/;

const CORRECT_CERTIFICATE =
	'Nothing was sent. Correct the certificate, or turn on Ignore SSL Issues in the credential if you trust the connection.';

const CHECK_SCHEME =
	'Check whether the Base URL in the credential should start with https:// or http://.';

const CHECK_ADDRESS =
	'Nothing was sent. Check the Base URL in the credential and make sure that the service is running.';

const ASK_LESS =
	'Trying again will not help. Request less data at once, or report the problem to the operators of the service.';

const TRY_LATER = 'Try again later. If the problem persists, check the Base URL in the credential.';

const BROKEN = 'The connection to the service was lost before the response was complete';
const CORRECT_SCHEME = `Nothing was sent. ${CHECK_SCHEME}`;

const BAD_CERTIFICATE = 'The certificate of the service is not valid';
const WRONG_SCHEME = 'The service does not support the scheme of the Base URL';
const WRONG_LENGTH = 'The length of the response does not match its headers';
const UNREACHABLE = 'The service could not be reached';

/** By the code of the HTTP client; the first row that matches counts. */
const CAUSES: Array<[codes: RegExp, sentence: string, advice: string, facts: CauseFacts]> = [
	[CERTIFICATE_CODE, BAD_CERTIFICATE, CORRECT_CERTIFICATE, NOT_SENT],
	[/^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER)$/, WRONG_SCHEME, CORRECT_SCHEME, NOT_SENT],
	[/^ECONNREFUSED$/, 'The service refused the connection', CHECK_ADDRESS, REFUSED],
	[/^ENOTFOUND$/, 'The host in the Base URL could not be found', CHECK_ADDRESS, NOT_SENT],
	[/^EAI_AGAIN$/, 'The DNS lookup of the host in the Base URL failed', CHECK_ADDRESS, NOT_FOUND],
	[/^(ECONNRESET|ERR_BAD_RESPONSE|EPIPE)$/, BROKEN, TRY_LATER, SENT],
	[/^(ECONNABORTED|ETIMEDOUT)$/, 'The service did not answer in time', TRY_LATER, SENT],
	[/^(EHOSTUNREACH|ENETUNREACH)$/, 'The host in the Base URL cannot be reached', TRY_LATER, SENT],
	[/^ERR_STRING_TOO_LONG$/, 'The response from the service is too large', ASK_LESS, SENT_FINAL],
	[/^HPE_HEADER_OVERFLOW$/, 'The response headers are too large', ASK_LESS, SENT_FINAL],
	[/^HPE_(UNEXPECTED|INVALID)_CONTENT_LENGTH$/, WRONG_LENGTH, ASK_LESS, SENT_FINAL],
	[/^HPE_/, 'The response from the service is not valid HTTP', CHECK_SCHEME, NOT_HTTP],
	[/^Z_/, 'The response from the service cannot be decompressed', ASK_LESS, SENT_FINAL],
	[/SSL/, UNREACHABLE, TRY_LATER, SENT_FINAL],
	[/^/, UNREACHABLE, TRY_LATER, SENT],
];

export function connectionCause(code: string) {
	const [, sentence, advice, facts] = CAUSES.find(([codes]) => codes.test(code))!;
	return { sentence, advice, ...facts };
}

type Link = Partial<Record<'cause' | 'code' | 'httpCode' | 'message', unknown>>;

/** The error and what it wraps, outermost first. n8n 2.x wraps what its HTTP client throws. */
function* causesOf(error: unknown): Generator<Link, void> {
	let link = error;
	for (let depth = 0; depth < 8 && typeof link === 'object' && link !== null; depth += 1) {
		yield link;
		link = (link as Link).cause;
	}
}

/** Where n8n 1.x keeps no code: what the HTTP client says of a response that has begun. */
const CODES_BY_WORDS: Array<[words: RegExp, code: string]> = [
	[/\baborted$/, 'ERR_BAD_RESPONSE'],
	[/^(incorrect (header|data|length) check|invalid .*|unexpected end of file)$/, 'Z_DATA_ERROR'],
	[/^Cannot create a string longer/, 'ERR_STRING_TOO_LONG'],
];

/** The code of an error. n8n 1.x wraps nothing: of what its HTTP client threw it keeps the code in
 * `httpCode` as long as no response had begun, and the words. */
const codeOf = ({ code, httpCode, message }: Link): string | undefined =>
	[code, httpCode]
		.filter((value) => typeof value === 'string')
		.find((text) => /^[A-Z]/.test(text)) ??
	CODES_BY_WORDS.find(([words]) => words.test(String(message)))?.[1];

/** Says in plain words why no response arrived.
 * @param error what n8n's HTTP helper threw although error statuses are no errors to it
 * @returns a Problem of kind `input` if nothing was sent (a credential that cannot be used, a host
 * that it does not allow), of kind `cancelled` if the run was cancelled, otherwise of kind
 * `connection` with the code */
export function toConnectionProblem(
	error: unknown,
	operationId: OperationId,
	redactor: Redactor = NO_REDACTION,
): Problem {
	const chain = [...causesOf(error)];
	// A credential that cannot be used says so itself, before anything is sent.
	const own = chain.find((link): link is Problem => link instanceof Problem);
	if (own) return own;
	const words = chain.map(({ message }) => message).find((text) => typeof text === 'string') ?? '';
	const message = words === '' ? 'The request failed' : cleanText(words, { redact: redactor.text });
	const code = chain.map(codeOf).find((value) => value !== undefined);
	const outcome = writeEndpoint(operationId)?.unknownOutcome;
	const unclear = { hint: outcome, outcomeUnknown: outcome !== undefined };
	if (code === 'ERR_CANCELED') {
		return new Problem('The execution was stopped', { kind: 'cancelled', ...unclear });
	}
	if (/domain/i.test(words) && /not allowed/i.test(words)) {
		return credentialProblem(
			message,
			'Nothing was sent. Add the host to Allowed Domains in the credential, or correct its Base URL.',
		);
	}
	if (/restricted IP|blocked because it resolves/i.test(words)) {
		return credentialProblem(
			"n8n's protection against requests to internal addresses blocks the service",
			'Nothing was sent. Ask your n8n administrator to allow the host of the Base URL (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES).',
		);
	}
	if (code === undefined) return new Problem(message, { kind: 'connection', ...unclear });
	const { sentence, advice, nothingSent, advisesWrites } = connectionCause(code);
	if (nothingSent) return new Problem(sentence, { kind: 'connection', code, hint: advice });
	const hint = outcome === undefined ? advice : advisesWrites ? `${outcome} ${advice}` : outcome;
	// Without its code: n8n words a message anew that contains the code of a connection error.
	return new Problem(sentence, { kind: 'connection', code, ...unclear, hint });
}
