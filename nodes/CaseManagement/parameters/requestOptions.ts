import type { IHttpRequestOptions } from 'n8n-workflow';

import { decodeUri } from '../model/convert';
import { isObject } from '../model/json';
import { inputProblem } from '../model/problem';
import { OPERATION_TIMEOUT_MS } from '../transport/time';
import type { ItemParameters } from './parameters';

/** What n8n's declarative routing would put into each request: time-out, proxy and SSL flag of the
 * panel's Request Options. */
export function readRequestOptions(parameters: ItemParameters): Partial<IHttpRequestOptions> {
	const given = parameters.value('requestOptions');
	const { timeout, proxy, allowUnauthorizedCerts } = isObject(given) ? given : {};
	return {
		timeout: (timeout as number | undefined) || OPERATION_TIMEOUT_MS,
		proxy: parseProxy(proxy),
		skipSslCertificateValidation: allowUnauthorizedCerts === true,
	};
}

function parseProxy(address: unknown): IHttpRequestOptions['proxy'] {
	if (address === undefined || address === null || address === '') return undefined;
	const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
	if (url === undefined || url.hostname === '') {
		throw inputProblem(
			// It is not shown: a password may stand anywhere in what is not a URL.
			'The Proxy in the Request Options is not a valid URL',
			'Write it as http://user:password@host:port.',
		);
	}
	const standardPort = url.protocol === 'https:' ? 443 : 80;
	return {
		host: url.hostname,
		port: url.port === '' ? standardPort : Number(url.port),
		protocol: url.protocol.replace(/:$/, ''),
		...(url.username !== '' && {
			auth: {
				username: decodeUri(url.username) ?? url.username,
				password: decodeUri(url.password) ?? url.password,
			},
		}),
	};
}
