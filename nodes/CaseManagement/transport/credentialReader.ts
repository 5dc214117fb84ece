import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { credentialProblem } from '../model/problem';
import { CREDENTIAL } from './send';
import type { ReadCredential, RequestContext, UsableCredential } from './send';

/** Milliseconds for which what was read of the credential is taken for what it is. */
const FRESH_MS = 60_000;

/**
 * Reads the credential of a node, at most once a minute: n8n decrypts it at each reading, which was a
 * third of what a request cost, and outside of an execution makes an isolated VM for it. A long run
 * still notices that the credential was changed.
 *
 * @returns the function that gives it; it throws a Problem (`input`) for a credential that allows no
 * host, or that cannot be read
 */
export function credentialReader(context: RequestContext): ReadCredential {
	let last: { at: number; credential: Promise<UsableCredential> } | undefined;
	return async () => {
		const at = Date.now();
		// A clock that was put back makes no credential young.
		if (last === undefined || Math.abs(at - last.at) >= FRESH_MS) {
			const credential = read(context);
			last = { at, credential };
			// What could not be read is read again: n8n's database may have been away for a moment.
			credential.catch(() => {
				if (last?.credential === credential) last = undefined;
			});
		}
		return await last.credential;
	};
}

async function read(context: RequestContext): Promise<UsableCredential> {
	const data = await dataOf(context);
	return { data, allowedDomains: domainsOf(data) };
}

async function dataOf(context: RequestContext): Promise<ICredentialDataDecryptedObject> {
	try {
		return await context.getCredentials(CREDENTIAL);
	} catch (error) {
		throw credentialProblem(
			(error as Error).message,
			'Nothing was sent. Choose a credential that exists in the node.',
		);
	}
}

/** The hosts that the credential is limited to, as n8n's HTTP helper wants them with each request. */
function domainsOf(credential: ICredentialDataDecryptedObject): string | undefined {
	if (credential.allowedHttpRequestDomains !== 'domains') return undefined;
	const domains = credential.allowedDomains;
	if (typeof domains === 'string' && domains.trim() !== '') return domains.trim();
	throw credentialProblem(
		'The credential allows no domain',
		'Nothing was sent. Enter the host of the Base URL under Allowed Domains in the credential, or choose All.',
	);
}
