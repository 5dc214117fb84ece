import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import {
	readBaseUrl,
	readOrganization,
	readToken,
} from '../nodes/CaseManagement/transport/credential';
import { registerSecrets } from '../nodes/CaseManagement/transport/redaction';
import { EDITOR_TIMEOUT_MS } from '../nodes/CaseManagement/transport/time';

/** Stands apart from the other fields because n8n's linter takes every name with "certs" in it for
 * a secret to be masked. A masked switch could no longer be read by the person who set it. */
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description: 'Whether to connect even if the certificate of the service is not valid',
};

type Refusal = [status: number, message: string];

const REDIRECTED =
	'The service redirects to another address. Redirects are not followed. Enter the final address as the Base URL.';

const REFUSALS = [
	[
		401,
		'The service rejected the Authorization Token. Enter the complete value, including its scheme if it has one.',
	],
	[403, 'The service rejected the Organization, or the user is not allowed to see its templates.'],
	[404, 'The service was not found at this address. Check the Base URL.'],
	[429, 'The service limits the number of requests. Try again in a while.'],
	...[500, 502, 503, 504].map((status): Refusal => {
		return [status, `The service reported an internal error (HTTP ${status}). Try again later.`];
	}),
	...[301, 302, 303, 307, 308].map((status): Refusal => [status, REDIRECTED]),
].map(([value, message]) => ({ type: 'responseCode', properties: { value, message } }));

/** n8n compares for equality, so this reads: fails if there is no process_templates, or null. */
const NO_SERVICE = [undefined, null].map((value) => ({
	type: 'responseSuccessBody',
	properties: {
		key: 'process_templates',
		value,
		message:
			'The response does not come from a case management service: "process_templates" is missing. Check the Base URL.',
	},
}));

const TEST_PATH = '/process_templates/basic/launchables';

/** Ends the request of the test. n8n gives it 300 seconds, and would show a bare code where its own
 * time-out or an AbortSignal ends it: both bring an event, this brings the sentence to be shown. */
class TestDeadline {
	readonly aborted = false;

	addEventListener(_type: string, end: (reason: Error) => void): void {
		const sentence = `The service did not answer within ${EDITOR_TIMEOUT_MS / 1000} seconds. Check the Base URL, and make sure that no firewall blocks n8n.`;
		AbortSignal.timeout(EDITOR_TIMEOUT_MS).addEventListener('abort', () =>
			end(new Error(sentence)),
		);
	}

	removeEventListener(): void {}
}

/** How to reach the case management service and as whom (securitySchemes).
 *
 * `authenticate` is the one place that knows the address and signs a request. Run, lists, forms,
 * trigger and the credential's own test all pass through it, so they cannot disagree. */
export class CaseManagementApi implements ICredentialType {
	name = 'caseManagementApi';

	displayName = 'Case Management API';

	icon: Icon = {
		light: 'file:../nodes/CaseManagement/caseManagement.svg',
		dark: 'file:../nodes/CaseManagement/caseManagement.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-case-management/n8n-nodes-case-management#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://cases.example.com/api',
			description:
				'Address of the service, starting with https:// or http://. It can include a path that comes before the endpoint paths.',
		},
		{
			displayName: 'Authorization Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. Bearer 1a2b3c',
			description:
				'The full value of the Authorization header, including the scheme if your service needs one. It is sent unchanged.',
		},
		{
			displayName: 'Organization',
			name: 'organization',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. acme',
			description: 'The value of the X-Organization header',
		},
		ignoreSslIssues,
	];

	/** Addresses and signs one request.
	 * @param requestOptions a request whose `url` is a path below the base URL
	 * @returns a copy with `baseURL`, the two headers and, if asked for, unchecked certificates
	 * @throws Problem (`input`) naming the field that cannot be used, before anything is sent */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const token = readToken(credentials);
		const organization = readOrganization(credentials);
		registerSecrets(requestOptions, { token, organization });
		return {
			...requestOptions,
			baseURL: readBaseUrl(credentials),
			headers: {
				...requestOptions.headers,
				Authorization: token,
				'X-Organization': organization,
			},
			// Both headers would go along to wherever the redirect leads.
			disableFollowRedirect: true,
			// Requests of the package itself have a time of their own.
			...(requestOptions.url === TEST_PATH &&
				requestOptions.abortSignal === undefined && {
					abortSignal: new TestDeadline() as unknown as AbortSignal,
				}),
			...(credentials.allowUnauthorizedCerts === true && { skipSslCertificateValidation: true }),
		};
	};

	/** Every user may ask for what he can launch; a page that merely answers 200 has no such list. */
	test: ICredentialTestRequest = {
		request: { method: 'GET', url: TEST_PATH },
		// n8n looks at the rules of both kinds, though its type allows only one.
		rules: [...REFUSALS, ...NO_SERVICE] as ICredentialTestRequest['rules'],
	};
}
