import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { credentialProblem } from '../model/problem';

/** A header value may not hold control characters, and HTTP libraries refuse what is beyond Latin-1. */
const NOT_IN_A_HEADER = /[^\x20-\x7e\xa0-\xff]/;

const CORRECT_IT = 'Nothing was sent. Open the credential of this node and correct it.';

const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * The base URL without trailing slashes; a path prefix is kept.
 *
 * @param credentials decrypted fields of the credential
 * @returns e.g. `https://cases.example.com/api`
 * @throws Problem (`input`) if it is empty, has no http(s) scheme, holds a user, a query or a fragment
 */
export function readBaseUrl(credentials: ICredentialDataDecryptedObject): string {
	const text = asText(credentials.baseUrl);
	if (text === '') {
		throw credentialProblem(
			'The Base URL of the credential is empty. Enter the address of the service.',
			CORRECT_IT,
		);
	}
	if (!/^https?:\/\//i.test(text)) {
		throw credentialProblem(
			'The Base URL of the credential must begin with https:// or http://, e.g. https://cases.example.com',
			CORRECT_IT,
		);
	}
	// An address would lose it silently.
	if (/[\s\p{Cc}]/u.test(text)) {
		throw credentialProblem(
			'The Base URL of the credential holds a blank or a line break. Enter the address without it.',
			CORRECT_IT,
		);
	}
	if (!URL.canParse(text)) {
		throw credentialProblem(
			'The Base URL of the credential is not an address. It should look like https://cases.example.com',
			CORRECT_IT,
		);
	}
	const url = new URL(text);
	if (url.username !== '' || url.password !== '') {
		throw credentialProblem(
			'The Base URL of the credential must not hold a user name or password. Remove the part before the @ and use the Authorization Token instead.',
			CORRECT_IT,
		);
	}
	if (text.includes('?') || text.includes('#')) {
		throw credentialProblem(
			'The Base URL of the credential must not hold a query (?) or a fragment (#). Enter only the address in front of the endpoints.',
			CORRECT_IT,
		);
	}
	return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/**
 * The value of the Authorization header (securitySchemes: its format is not shown, so it
 * is sent as entered). What pasting brings along is dropped: line breaks, surrounding white space,
 * and the header's own name in front.
 *
 * @throws Problem (`input`) if nothing is left, or if it holds characters that no header can carry
 */
export function readToken(credentials: ICredentialDataDecryptedObject): string {
	const token = asText(credentials.token)
		.replace(/[\r\n]+/g, '')
		.replace(/^authorization\s*:\s*/i, '');
	return headerValue(token, 'Authorization Token');
}

/**
 * The value of the X-Organization header (securitySchemes).
 *
 * @throws Problem (`input`) if it is empty, or if it holds characters that no header can carry
 */
export function readOrganization(credentials: ICredentialDataDecryptedObject): string {
	// A purely numeric organization may have been stored as a number.
	const value = credentials.organization;
	const text = asText(typeof value === 'number' ? String(value) : value);
	return headerValue(text.replace(/^x-organization\s*:\s*/i, ''), 'Organization');
}

function headerValue(value: string, field: string): string {
	if (value === '') {
		throw credentialProblem(
			`The ${field} of the credential is empty. Open the credential and enter it.`,
			CORRECT_IT,
		);
	}
	if (NOT_IN_A_HEADER.test(value)) {
		throw credentialProblem(
			`The ${field} of the credential holds characters that cannot be sent in a header. Copy it again, without quotes from a text editor.`,
			CORRECT_IT,
		);
	}
	return value;
}
