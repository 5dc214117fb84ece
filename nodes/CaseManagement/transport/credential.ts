import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { credentialProblem } from '../model/problem';

export const CREDENTIAL = 'caseManagementApi';

/** Whatever n8n hands to a node that may send requests. */
export type RequestContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

/** Control characters, and what is beyond Latin-1, which HTTP libraries refuse. */
const NOT_IN_A_HEADER = /[^\x20-\x7e\xa0-\xff]/;

const CORRECT_IT = 'Nothing was sent. Open the credential of this node and correct it.';

const asTrimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What makes a base URL unusable, in the order in which it is checked. */
const URL_FAULTS: Array<[isFaulty: (text: string) => boolean, fault: string]> = [
	[(text) => text === '', 'is empty. Enter the address of the service.'],
	[
		(text) => !/^https?:\/\//i.test(text),
		'must begin with https:// or http://, e.g. https://cases.example.com',
	],
	// A URL would lose it silently.
	[
		(text) => /[\s\p{Cc}]/u.test(text),
		'contains a space or a line break. Enter the address without it.',
	],
	[
		(text) => !URL.canParse(text),
		'is not a valid URL. It should look like https://cases.example.com',
	],
	[
		(text) => new URL(text).username !== '' || new URL(text).password !== '',
		'must not contain a user name or password. Remove the part before the @ and use the Authorization Token instead.',
	],
	[
		(text) => /[?#]/.test(text),
		'must not contain a query (?) or a fragment (#). Enter only the part of the address before the endpoint paths.',
	],
];

/** The base URL without trailing slashes; a path prefix is kept.
 * @returns e.g. `https://cases.example.com/api`
 * @throws Problem (`input`) as URL_FAULTS */
export function readBaseUrl(credentials: ICredentialDataDecryptedObject): string {
	const text = asTrimmedText(credentials.baseUrl);
	const [, fault] = URL_FAULTS.find(([isFaulty]) => isFaulty(text)) ?? [];
	if (fault !== undefined) {
		throw credentialProblem(`The Base URL in the credential ${fault}`, CORRECT_IT);
	}
	const { origin, pathname } = new URL(text);
	return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** The value of the Authorization header (securitySchemes: its format is not shown, so it is sent
 * as entered). What pasting brings along is dropped: line breaks, surrounding white space, and the
 * header's own name in front.
 * @throws Problem (`input`) as `checkHeader` */
export function readToken({ token }: ICredentialDataDecryptedObject): string {
	const value = asTrimmedText(token)
		.replace(/[\r\n]+/g, '')
		.replace(/^authorization\s*:\s*/i, '');
	return checkHeader(value, 'Authorization Token');
}

/** The value of the X-Organization header (securitySchemes); as `readToken`. */
export function readOrganization({ organization }: ICredentialDataDecryptedObject): string {
	// A purely numeric organization may have been stored as a number.
	const text = typeof organization === 'number' ? `${organization}` : asTrimmedText(organization);
	return checkHeader(text.replace(/^x-organization\s*:\s*/i, ''), 'Organization');
}

function checkHeader(value: string, field: string): string {
	if (value === '') {
		throw credentialProblem(
			`The ${field} in the credential is empty. Open the credential and enter it.`,
			CORRECT_IT,
		);
	}
	if (NOT_IN_A_HEADER.test(value)) {
		throw credentialProblem(
			`The ${field} in the credential contains characters that cannot be sent in a header. Copy it again, without curly quotes from a text editor.`,
			CORRECT_IT,
		);
	}
	return value;
}

export interface UsableCredential {
	data: ICredentialDataDecryptedObject;
	/** Hosts that it is limited to, as n8n wants them; undefined if it is not limited. */
	allowedDomains: string | undefined;
}

export type ReadCredential = () => Promise<UsableCredential>;

/** Milliseconds for which the credential is not read again. */
const FRESH_MS = 60_000;

/** Makes the function that reads the credential of a node, at most once a minute: n8n decrypts it
 * at each reading, a third of what a request cost, and outside of an execution makes an isolated
 * VM for it. A long run still notices that the credential was changed.
 * @returns throws a Problem (`input`) for a credential that allows no host, or that cannot be read */
export function makeCredentialReader(context: RequestContext): ReadCredential {
	let last: { at: number; credential: Promise<UsableCredential> } | undefined;
	return async () => {
		const at = Date.now();
		// A clock that was put back makes no credential young.
		if (last === undefined || Math.abs(at - last.at) >= FRESH_MS) {
			const credential = readUsable(context);
			last = { at, credential };
			// Not kept if it failed: n8n's database may have been away for a moment.
			credential.catch(() => {
				if (last?.credential === credential) last = undefined;
			});
		}
		return await last.credential;
	};
}

async function readUsable(context: RequestContext): Promise<UsableCredential> {
	const data = await context.getCredentials(CREDENTIAL).catch((error: Error) => {
		const advice = 'Nothing was sent. Select an existing credential in the node.';
		throw credentialProblem(error.message, advice);
	});
	const { allowedHttpRequestDomains: mode, allowedDomains } = data;
	const domains = mode === 'domains' ? asTrimmedText(allowedDomains) : undefined;
	if (domains !== '') return { data, allowedDomains: domains };
	throw credentialProblem(
		'The credential does not allow any domains',
		'Nothing was sent. Add the host of the Base URL to Allowed Domains in the credential, or choose All.',
	);
}
