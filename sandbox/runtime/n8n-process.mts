import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nRuntime } from './n8n-install.mts';
import { installPackage } from './n8n-package.mts';
import { type DataFolder, makeFolder } from './paths.mts';
import { freePort } from './ports.mts';
import { PlainError, say, tail, withProgress } from './say.mts';

const patience = 120_000;
const farewell = 15_000;

/** The address of n8n. */
export interface N8nAddress {
	host: string;
	port: number;
}

/** Additions to the process of n8n for a measurement or a test. */
export interface Extras {
	/** Options of Node.js. */
	nodeOptions?: string[];
	env?: NodeJS.ProcessEnv;
	/** The role of n8n: everything (default), or one part in queue mode. */
	command?: 'start' | 'worker' | 'webhook';
	/** Whether the package is installed from the beginning. Default: true. */
	hasPackage?: boolean;
}

/** A running n8n. */
export interface RunningN8n {
	url: string;
	/** Resolves when the process has ended. */
	ended: Promise<void>;
	/** Ends the process, by force if it does not shut down. */
	stop(force?: AbortSignal): Promise<void>;
	/** Kills it immediately like a crash, without cleanup. */
	kill(): Promise<void>;
}

/**
 * The environment of n8n, created from scratch: settings of the reader's own n8n (a database, a
 * queue, a proxy) must not leak into the sandbox, nor the sandbox into them.
 */
async function environment(
	{ major }: N8nRuntime,
	data: DataFolder,
	address: N8nAddress,
): Promise<NodeJS.ProcessEnv> {
	const kept =
		/^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE)$/i;
	const env: NodeJS.ProcessEnv = {};
	for (const [name, value] of Object.entries(process.env)) {
		if (kept.test(name)) env[name] = value;
	}
	return {
		...env,
		N8N_USER_FOLDER: data.n8nUser,
		N8N_LISTEN_ADDRESS: address.host,
		N8N_PORT: String(address.port),
		N8N_EDITOR_BASE_URL: `http://localhost:${address.port}`,
		N8N_RUNNERS_BROKER_PORT: String(await freePort(0, '127.0.0.1')),
		GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
		// The sandbox speaks plain HTTP on this machine; a secure cookie would not come back.
		N8N_SECURE_COOKIE: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_PYTHON_ENABLED: 'false',
		NO_COLOR: '1',
		// None of the following is needed here. Almost all of it calls external hosts, and n8n
		// would open its assistant's page (instance-ai) before the workflows.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		// n8n 1.x lacks these modules and exits if they are configured.
		...(major === '2' && { N8N_DISABLED_MODULES: 'mcp-registry,instance-ai' }),
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	};
}

/** Waits until n8n responds, exits, or has had enough time. */
async function ready(
	url: string,
	command: string,
	child: ChildProcess,
	log: string,
	signal: AbortSignal,
) {
	const deadline = performance.now() + patience;
	const gone = () => child.exitCode !== null || child.signalCode !== null;
	while (!signal.aborted) {
		if (gone() || performance.now() > deadline) {
			say(tail(log));
			const what = gone()
				? 'n8n ended while starting'
				: `n8n did not answer in ${patience / 1000} s`;
			throw new PlainError(
				`${what}; the last lines of its log are above, all of them in ${log}. Mend what they say, ` +
					'or remove the data folder (.sandbox) to begin anew, and run npm start again.',
			);
		}
		try {
			const health = await fetch(`${url}/healthz/readiness`, { signal });
			// The parts of queue mode have no settings endpoint, and report when they are ready.
			if (health.ok && command !== 'start') return;
			const settings = health.ok ? await fetch(`${url}/rest/settings`, { signal }) : health;
			// Before its routes exist, n8n answers with a page that says it is starting.
			if (settings.ok && settings.headers.get('content-type')?.includes('json')) return;
		} catch {
			// Not listening yet.
		}
		await sleep(200);
	}
	signal.throwIfAborted();
}

/** Sends a signal to n8n and everything it started (its task runner). */
function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		if (process.platform === 'win32') child.kill(name);
		else process.kill(-child.pid, name);
	} catch {
		// It has already ended.
	}
}

/** Starts n8n with the package and waits until it can be used. */
export async function startN8n(
	runtime: N8nRuntime,
	data: DataFolder,
	address: N8nAddress,
	signal: AbortSignal,
	{ nodeOptions = [], env = {}, command = 'start', hasPackage = true }: Extras = {},
): Promise<RunningN8n> {
	if (hasPackage) await installPackage(runtime, data, signal);
	makeFolder(path.dirname(data.n8nLog));
	const log = openSync(data.n8nLog, 'w');
	const guard = path.join(import.meta.dirname, 'end-with-parent.cjs');
	const args = ['--require', guard, ...nodeOptions, runtime.script, command];
	const child = spawn(process.execPath, args, {
		cwd: data.root,
		env: { ...(await environment(runtime, data, address)), ...env },
		// Its own process group: Ctrl-C in the terminal reaches only us, and we shut n8n down
		// properly.
		detached: process.platform !== 'win32',
		stdio: ['ignore', log, log, 'ipc'],
	});
	closeSync(log);
	const ended = new Promise<void>((resolve) => {
		child.once('exit', () => resolve());
		child.once('error', () => resolve());
	});

	const kill = async () => {
		signalGroup(child, 'SIGKILL');
		await ended;
	};
	const stop = async (force?: AbortSignal) => {
		if (child.exitCode === null && child.signalCode === null) {
			child.kill('SIGTERM');
			const limit = AbortSignal.any([AbortSignal.timeout(farewell), ...(force ? [force] : [])]);
			const tooLong = new Promise<void>((resolve) => {
				limit.addEventListener('abort', () => resolve(), { once: true });
				if (limit.aborted) resolve();
			});
			await Promise.race([ended, tooLong]);
		}
		// Kills the rest of the group; nothing is left after a proper shutdown.
		await kill();
		// The editor's files, unpacked at each start. Inside the repository they would be linted.
		rmSync(path.join(data.n8nUser, '.cache'), { recursive: true, force: true });
	};

	const url = `http://${address.host}:${address.port}`;
	try {
		await withProgress(
			'n8n is starting',
			async () => await ready(url, command, child, data.n8nLog, signal),
		);
	} catch (error) {
		await stop();
		throw error;
	}
	return { url, ended, stop, kill };
}
