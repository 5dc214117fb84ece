import { once } from 'node:events';
import { createServer } from 'node:net';

/** Takes a port for a moment; undefined when somebody else has it. 0 takes any free one. */
async function tryPort(port: number, host: string): Promise<number | undefined> {
	const server = createServer();
	server.listen(port, host);
	try {
		await once(server, 'listening');
	} catch {
		return undefined;
	}
	const address = server.address();
	server.close();
	await once(server, 'close');
	return typeof address === 'object' && address !== null ? address.port : undefined;
}

/** Whether a port can be listened on. */
export async function isFree(port: number, host: string): Promise<boolean> {
	return (await tryPort(port, host)) !== undefined;
}

/** The preferred port when it is free, otherwise any other. */
export async function freePort(preferred: number, host: string): Promise<number> {
	const port = (await tryPort(preferred, host)) ?? (await tryPort(0, host));
	if (port === undefined) throw new Error(`No port can be listened on at ${host}.`);
	return port;
}
