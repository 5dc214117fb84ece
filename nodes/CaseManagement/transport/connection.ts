import { Problem } from '../model/problem';

/** Plain words for what can go wrong before a whole answer is there. */
const SENTENCES: Record<string, string> = {
	ECONNREFUSED: 'The service refused the connection',
	ECONNRESET: 'The connection to the service broke before its answer was complete',
	ERR_BAD_RESPONSE: 'The connection to the service broke before its answer was complete',
	EPIPE: 'The connection to the service broke before its answer was complete',
	ECONNABORTED: 'The service did not answer in time',
	ETIMEDOUT: 'The service did not answer in time',
	ENOTFOUND: 'The host of the Base URL is not known',
	EAI_AGAIN: 'The host of the Base URL could not be looked up',
	EHOSTUNREACH: 'The host of the Base URL cannot be reached',
	ENETUNREACH: 'The host of the Base URL cannot be reached',
};

/** Codes after which it is certain that the service has seen nothing of the call. */
const NEVER_ARRIVED = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

const isCertificateCode = (code: string): boolean => /CERT|SSL|TLS|SELF_SIGNED|ERR_TLS/.test(code);

interface Link {
	code?: unknown;
	name?: unknown;
	message?: unknown;
	cause?: unknown;
}

/** The error and what it wraps, outermost first. n8n wraps what its HTTP client throws. */
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

/**
 * Says in plain words why no answer came.
 *
 * @param error what n8n's HTTP helper threw although error statuses are no errors to it
 * @param write whether the call changes something, so that its outcome is now unknown
 * @returns a Problem of kind `input` if nothing was sent (a credential that cannot be used), of
 * kind `stopped` if the run was cancelled, otherwise of kind `connection` with the code
 */
export function explainConnection(error: unknown, write: boolean): Problem {
	const chain = chainOf(error);
	// A credential that cannot be used says so itself, before anything is sent.
	const own = chain.find((link): link is Problem => link instanceof Problem);
	if (own) return own;
	const code = chain
		.map((link) => link.code)
		.find((value) => typeof value === 'string' && value !== '');
	if (code === 'ERR_CANCELED') {
		return new Problem('The execution was stopped', {
			kind: 'stopped',
			hint: write ? unknownOutcome : undefined,
		});
	}
	if (typeof code !== 'string') {
		const message = chain.map((link) => link.message).find((text) => typeof text === 'string');
		return new Problem(
			typeof message === 'string' && message !== '' ? message : 'The call failed',
			{
				kind: 'connection',
				hint: write ? unknownOutcome : undefined,
			},
		);
	}
	const sentence = isCertificateCode(code)
		? 'The certificate of the service is not valid'
		: (SENTENCES[code] ?? 'The service could not be reached');
	return new Problem(`${sentence} (${code})`, {
		kind: 'connection',
		code,
		hint: hintFor(code, write),
	});
}

const unknownOutcome =
	'It is not known whether the service has carried out the call: look at the service before you try again.';

function hintFor(code: string, write: boolean): string {
	if (isCertificateCode(code)) {
		return 'Nothing was sent. Correct the certificate, or tick Ignore SSL Issues in the credential if you trust the connection.';
	}
	if (NEVER_ARRIVED.has(code)) {
		return 'Nothing was sent. Check the Base URL in the credential, and whether the service is running.';
	}
	return write
		? unknownOutcome
		: 'Try again later. If it stays like this, check the Base URL in the credential.';
}
