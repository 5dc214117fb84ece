/**
 * Prism, a validator made by others, with openapi.yaml: a proxy in front of a service that lets
 * through only what keeps to the contract, and a mock that has nothing but the contract. Run by
 * prism.test.mts in a process of its own, since Jest cannot load all of Prism.
 *
 * Takes the URL of the service, prints the URLs of both in one line of JSON, and ends when standard
 * input is closed.
 */
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { IHttpConfig } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';

const operations = await getHttpOperationsFromSpec('sandbox/openapi.yaml');
const strict = {
	validateRequest: true,
	validateResponse: true,
	checkSecurity: true,
	// What breaks the contract is refused, not only noted.
	errors: true,
	upstreamProxy: undefined,
	mock: { dynamic: false },
};

/** Listens on any free port of this computer and gives the URL. */
async function listen(config: IHttpConfig): Promise<string> {
	const logger = createLogger('prism', { level: 'silent' });
	const server = createServer(operations, { cors: false, components: { logger }, config });
	return await server.listen(0, '127.0.0.1');
}

const proxy = await listen({ ...strict, isProxy: true, upstream: new URL(process.argv[2]!) });
const mock = await listen({ ...strict, isProxy: false });
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
process.stdin.once('error', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ proxy, mock })}\n`);
