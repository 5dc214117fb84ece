import { once } from 'node:events';
import { createServer } from 'node:net';

import { messageOf, PlainError } from './say.mts';

/** Why a port is unavailable, other than being used by another program. */
function refusal(error: unknown, port: number, host: string): PlainError {
	const { code } = error as NodeJS.ErrnoException;
	switch (code) {
		case 'EADDRNOTAVAIL':
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return new PlainError(
				`This computer has no address ${host}. Set N8N_LISTEN_ADDRESS to one that it has, or leave ` +
					'it out to listen on 127.0.0.1.',
			);
		case 'EACCES':
			return new PlainError(
				`You may not listen on port ${port} at ${host}. Choose a port above 1023: npm start -- --port 5678`,
			);
		default:
			return new PlainError(`Nobody can listen on port ${port} at ${host}: ${messageOf(error)}`);
	}
}

/**
 * Opens a port briefly; undefined if another program uses it. 0 takes any free one.
 * @throws PlainError if it is unavailable for another reason
 */
async function tryPort(port: number, host: string): Promise<number | undefined> {
	const server = createServer();
	server.listen(port, host);
	try {
		await once(server, 'listening');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
		throw refusal(error, port, host);
	}
	const address = server.address();
	server.close();
	await once(server, 'close');
	return typeof address === 'object' && address !== null ? address.port : undefined;
}

/** Whether a port is free; throws a PlainError if it cannot be used at all. */
export async function isFree(port: number, host: string): Promise<boolean> {
	return (await tryPort(port, host)) !== undefined;
}

/** The preferred port if it is free, otherwise any other. */
export async function freePort(preferred: number, host: string): Promise<number> {
	const port = (await tryPort(preferred, host)) ?? (await tryPort(0, host));
	if (port === undefined) throw new PlainError(`No port is free at ${host}.`);
	return port;
}
