import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { inputProblem } from '../model/problem';
import { isObject } from '../model/json';
import type { RequestOptions } from '../operation/operation';
import type { Once } from '../operation/itemRunner';
import { CREDENTIAL } from '../transport/send';

/** Milliseconds, as n8n has it for declarative nodes. */
const DEFAULT_TIMEOUT = 300_000;

/**
 * What n8n's declarative way would put into each request: time-out, proxy and SSL flag from the
 * panel's Request Options, and the domains that the credential allows.
 *
 * @param context n8n's context of the item
 * @throws Problem (`input`) for a proxy that is no address, and for a credential that allows nothing
 */
export async function requestOptionsOf(
	context: IExecuteSingleFunctions,
	once: Once,
): Promise<RequestOptions> {
	const given: unknown = context.getNodeParameter('requestOptions', {});
	const { timeout, proxy, allowUnauthorizedCerts } = isObject(given) ? given : {};
	return {
		timeout: (timeout as number | undefined) || DEFAULT_TIMEOUT,
		proxy: proxyOf(proxy),
		skipSslCertificateValidation: allowUnauthorizedCerts === true,
		allowedDomains: await once('allowed domains', async () => await allowedDomains(context)),
	} as RequestOptions;
}

function proxyOf(address: unknown): IHttpRequestOptions['proxy'] {
	if (address === undefined || address === null || address === '') return undefined;
	const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
	if (url === undefined || url.hostname === '') {
		throw inputProblem(
			// It is not shown: a password may stand anywhere in what is no address.
			'The Proxy of the Request Options is no address',
			'Write it as http://user:password@host:port.',
		);
	}
	const standardPort = url.protocol === 'https:' ? 443 : 80;
	return {
		host: url.hostname,
		port: url.port === '' ? standardPort : Number(url.port),
		protocol: url.protocol.replace(/:$/, ''),
		...(url.username !== '' && {
			auth: { username: unescaped(url.username), password: unescaped(url.password) },
		}),
	};
}

/** A part of an address as it was before it was escaped; a lone % is a character like others. */
function unescaped(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** The list of hosts that the credential is limited to, if it is. */
async function allowedDomains(context: IExecuteSingleFunctions): Promise<string | undefined> {
	const credential = await credentialOf(context);
	if (credential.allowedHttpRequestDomains !== 'domains') return undefined;
	const domains = credential.allowedDomains;
	if (typeof domains === 'string' && domains.trim() !== '') return domains.trim();
	throw inputProblem(
		'The credential allows no domain',
		'Nothing was sent. Enter the host of the Base URL under Allowed Domains in the credential, or choose All.',
	);
}

async function credentialOf(context: IExecuteSingleFunctions) {
	try {
		return await context.getCredentials(CREDENTIAL);
	} catch (error) {
		throw inputProblem(
			(error as Error).message,
			'Nothing was sent. Choose a credential that exists in the node.',
		);
	}
}
