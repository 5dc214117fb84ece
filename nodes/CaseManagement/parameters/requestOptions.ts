import type { IHttpRequestOptions } from 'n8n-workflow';

import { isObject } from '../model/json';
import { inputProblem } from '../model/problem';
import { OPERATION_TIMEOUT_MS } from '../transport/timeouts';
import type { ItemParameters } from './parameters';

/**
 * What n8n's declarative routing would put into each request: time-out, proxy and SSL flag of the
 * panel's Request Options.
 *
 * @throws Problem (`input`) for a proxy that is no address
 */
export function readRequestOptions(parameters: ItemParameters): Partial<IHttpRequestOptions> {
	const given = parameters.value('requestOptions');
	const { timeout, proxy, allowUnauthorizedCerts } = isObject(given) ? given : {};
	return {
		timeout: (timeout as number | undefined) || OPERATION_TIMEOUT_MS,
		proxy: proxyOf(proxy),
		skipSslCertificateValidation: allowUnauthorizedCerts === true,
	};
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
			auth: { username: decodeOr(url.username), password: decodeOr(url.password) },
		}),
	};
}

/** A part of an address as it was before it was escaped; a lone % is a character like others. */
function decodeOr(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
