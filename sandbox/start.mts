// npm start: the sandbox service and a real n8n with this package in it, and a demo of both.

import { accessSync, constants } from 'node:fs';
import path from 'node:path';

import { ensureBuilt } from './runtime/build.mts';
import { reportDemo } from './runtime/demo-report.mts';
import { runDemo } from './runtime/demo-run.mts';
import { type Interrupt, watchInterrupt } from './runtime/interrupt.mts';
import { ensureN8n } from './runtime/n8n-install.mts';
import { startN8n } from './runtime/n8n-process.mts';
import { credentialName, logIn, owner, setUp } from './runtime/n8n-setup.mts';
import { type Options, readOptions, usage } from './runtime/options.mts';
import { type DataFolder, dataFolder, makeFolder, repository } from './runtime/paths.mts';
import { freePort, isFree } from './runtime/ports.mts';
import { claim, forgetRunning, noteRunning } from './runtime/running.mts';
import { messageOf, PlainError, say, since } from './runtime/say.mts';
import { demoFacts } from './runtime/service-facts.mts';
import { type SandboxHandle, startSandboxService } from './service/client.mts';

const servicePort = 5680;

/** n8n's port, which must be free, since the person is told where to find n8n. */
async function choosePort({ port, host }: Options): Promise<number> {
	if (port === 0) return await freePort(0, host);
	if (await isFree(port, host)) return port;
	throw new PlainError(
		`Port ${port} is in use by another program. End that program, or choose another port for n8n: ` +
			`npm start -- --port ${port + 1}`,
	);
}

/** Creates the data folder first, so that an unusable one is reported before anything starts. */
function makeFolders({ root }: DataFolder): void {
	try {
		makeFolder(path.join(root, 'logs'));
		accessSync(root, constants.W_OK);
	} catch (error) {
		throw new PlainError(
			`The data folder ${root} cannot be used: ${messageOf(error)}. Choose another one: ` +
				'npm start -- --data FOLDER',
		);
	}
}

/**
 * Uses the same port for the service if possible, so that a manually created credential stays
 * valid.
 */
async function startService(): Promise<SandboxHandle> {
	const preferred = await freePort(servicePort, '127.0.0.1');
	try {
		return await startSandboxService({ port: preferred, root: repository });
	} catch {
		// Another program may have just taken the port.
	}
	try {
		return await startSandboxService({ port: 0, root: repository });
	} catch (error) {
		throw new PlainError(`The sandbox service does not start. ${messageOf(error)}`);
	}
}

/** Runs all steps and returns the exit code. Whatever was started is ended in reverse order. */
async function main(options: Options, { stop, force }: Interrupt): Promise<number> {
	const began = performance.now();
	const data = dataFolder(options.data);
	const ends: Array<() => Promise<void> | void> = [];
	// With only unreferenced children to wait for, Node.js would exit.
	const stayAwake = setInterval(() => {}, 60_000);
	try {
		await claim(data);
		const port = await choosePort(options);
		makeFolders(data);
		noteRunning(data, `http://localhost:${port}`);
		ends.push(() => forgetRunning(data));

		const runtime = await ensureN8n(stop, options.n8n);
		await ensureBuilt(path.join(data.root, 'logs'), stop);

		const service = await startService();
		ends.push(async () => await service.stop());
		say(`The sandbox service runs at ${service.url}`);
		stop.throwIfAborted();

		say('Starting n8n (about 15 seconds).');
		const started = performance.now();
		noteRunning(data, `http://localhost:${port}`);
		const n8n = await startN8n(runtime, data, { host: options.host, port }, stop);
		ends.push(async () => await n8n.stop(force));
		say(`n8n runs (${since(started)}).`);

		const api = await logIn(n8n.url);
		const demo = await setUp(api, data, service, await demoFacts(service));
		const good = await reportDemo(await runDemo(api, demo, runtime, stop), service);
		if (!good) say(`\nThe demo did not do what it should. n8n's log: ${data.n8nLog}`);
		if (options.once) {
			say(`\n${good ? 'All as expected' : 'Failed'}, ${since(began)} in all.`);
			return good ? 0 : 1;
		}

		const link = (id: string) => `http://localhost:${port}/workflow/${id}`;
		const examples = demo.examples.map(({ id, name }) => `  ${link(id)}  ${name}`);
		say(`
n8n is open at   http://localhost:${port}
  login          ${owner.email}
  password       ${owner.password}
  demo workflow  ${link(demo.workflowId)}

Examples:
${examples.join('\n')}

The sandbox service, in n8n's credential "${credentialName}":
  base URL       ${service.url}
  token          ${service.token}
  organization   ${service.organization}

Open the demo, click "Execute workflow" and look at what each node gave. Then add a Case Management
node to a workflow of your own. Workflows are kept for the next start; the cases of the sandbox
service are not.
Ctrl-C ends n8n and the sandbox service.`);
		const asked = new Promise<void>((resolve) => {
			stop.addEventListener('abort', () => resolve(), { once: true });
			if (stop.aborted) resolve();
		});
		await Promise.race([asked, n8n.ended]);
		if (stop.aborted) return 0;
		throw new PlainError(`n8n ended by itself; ${data.n8nLog} says why.`);
	} catch (error) {
		// Ctrl-C is not a failure, but an interrupted demo did not succeed.
		if (stop.aborted) return options.once ? 130 : 0;
		throw error;
	} finally {
		for (const end of ends.reverse()) await end();
		clearInterval(stayAwake);
	}
}

try {
	const options = readOptions(process.argv.slice(2), process.env);
	if (options.help) say(usage);
	else process.exitCode = await main(options, watchInterrupt());
} catch (error) {
	console.error(`\n${error instanceof PlainError ? messageOf(error) : (error as Error).stack}`);
	process.exitCode = 1;
}
// Remaining handles (such as an idle connection) must not delay the exit.
process.exit();
