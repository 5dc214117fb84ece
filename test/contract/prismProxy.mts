/**
 * The independent validator Prism with openapi.yaml: a proxy that lets only valid exchanges through
 * to a service, and a mock built only from the contract. Run by prism.test.mts in a separate
 * process, since Jest cannot load all of Prism.
 *
 * Takes the URL of the service, prints the URLs of both as one line of JSON, and ends when standard
 * input closes.
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
	// Violations of the contract are refused, not only noted.
	errors: true,
	upstreamProxy: undefined,
	mock: { dynamic: false },
};

/** Listens on any free port of this computer and returns the URL. */
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
