/**
 * A small client for the tests of the sandbox: one request, status and parsed body.
 */
import type { SandboxHandle } from '../../../sandbox/service/client.mts';

export interface Reply {
	status: number;
	/** Parsed JSON; loosely typed, since tests check its content. */
	body: Record<string, never> & Record<string, unknown>;
}

export interface CallOptions {
	body?: unknown;
	/** Authorization value; null sends none. */
	token?: string | null;
	organization?: string | null;
}

/** Creates a function that sends one request to the sandbox. */
export function caller(sandbox: SandboxHandle) {
	return async (method: string, path: string, options: CallOptions = {}): Promise<Reply> => {
		const { body, token = sandbox.token, organization = sandbox.organization } = options;
		const headers: Record<string, string> = {};
		if (token !== null) headers.authorization = token;
		if (organization !== null) headers['x-organization'] = organization;
		if (body !== undefined) headers['content-type'] = 'application/json';
		const response = await fetch(sandbox.url + path, {
			method,
			headers,
			redirect: 'manual',
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return { status: response.status, body: (await response.json()) as Reply['body'] };
	};
}
