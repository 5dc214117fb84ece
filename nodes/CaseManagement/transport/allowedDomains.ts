import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { credentialProblem } from '../model/problem';
import { CREDENTIAL } from './send';
import type { RequestContext } from './send';

/**
 * The hosts that the credential is limited to, as n8n's HTTP helper wants them with each request.
 *
 * @returns undefined if it is not limited
 * @throws Problem (`input`) for a credential that allows none, or that cannot be read
 */
export async function allowedDomains(context: RequestContext): Promise<string | undefined> {
	return domainsOf(await credentialOf(context));
}

/** As `allowedDomains`, of a credential that has been read. */
export function domainsOf(credential: ICredentialDataDecryptedObject): string | undefined {
	if (credential.allowedHttpRequestDomains !== 'domains') return undefined;
	const domains = credential.allowedDomains;
	if (typeof domains === 'string' && domains.trim() !== '') return domains.trim();
	throw credentialProblem(
		'The credential allows no domain',
		'Nothing was sent. Enter the host of the Base URL under Allowed Domains in the credential, or choose All.',
	);
}

async function credentialOf(context: RequestContext) {
	try {
		return await context.getCredentials(CREDENTIAL);
	} catch (error) {
		throw credentialProblem(
			(error as Error).message,
			'Nothing was sent. Choose a credential that exists in the node.',
		);
	}
}
