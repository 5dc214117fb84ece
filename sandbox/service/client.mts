/**
 * For tests: starts the sandbox as a child process and calls its control API.
 *
 * No top-level await or import.meta here: tests load this file as CommonJS.
 */
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type {
	CasePatch,
	ClockOrder,
	FaultOrder,
	Fixtures,
	ListedFault,
	LoggedRequest,
	NewCases,
	RawCase,
	ReadyLine,
	ResetOptions,
	Stats,
} from './controlTypes.mts';
import type { Settings } from './types.mts';
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

export type * from './controlTypes.mts';
export type * from './types.mts';

export interface SandboxOptions {
	/** 0 (default): any free port. */
	port?: number;
	/** Initial number of cases. Default 60. */
	cases?: number;
	/** Cases per page. Default 100. */
	pageSize?: number;
	/** Root of the repository. Default: the working directory. */
	root?: string;
	/** The Node.js to run it with. Default: this one, or the repository's own if this is too old. */
	node?: string;
}

export interface SandboxHandle {
	/** Base URL, without a trailing slash. */
	readonly url: string;
	/** The main user's Authorization value. */
	readonly token: string;
	/** The main user's X-Organization value. */
	readonly organization: string;
	readonly pid: number;
	/**
	 * Resets everything: state, settings, clock, faults, log and stats. Returns the new fixtures.
	 */
	reset(options?: ResetOptions): Promise<Fixtures>;
	fixtures(): Promise<Fixtures>;
	/** The requests to the service since the last reset or clearRequests, oldest first. */
	requests(): Promise<LoggedRequest[]>;
	clearRequests(): Promise<void>;
	stats(): Promise<Stats>;
	clearStats(): Promise<void>;
	/** The ordered faults, with the number of matches and hits of each. */
	faults(): Promise<ListedFault[]>;
	/** Adds faults after the existing ones. */
	addFaults(...orders: FaultOrder[]): Promise<ListedFault[]>;
	clearFaults(): Promise<void>;
	/** Returns the sandbox's time as an ISO instant. */
	clock(order?: ClockOrder): Promise<string>;
	settings(settings: Partial<Settings>): Promise<Settings>;
	/** Creates cases directly and returns their UUIDs. */
	addCases(cases?: NewCases): Promise<string[]>;
	/** The stored case, or null if it does not exist. */
	rawCase(uuid: string): Promise<RawCase | null>;
	patchCase(uuid: string, patch: CasePatch): Promise<RawCase>;
	/** Removes a case without the service noticing. */
	removeCase(uuid: string): Promise<void>;
	/** Ends the child process. */
	stop(): Promise<void>;
}

/** Whether this Node.js runs .mts files directly. */
function stripsTypes(version: string): boolean {
	const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
	return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/**
 * The Node.js that can run the sandbox: this one, or the repository's own if this is too old.
 * @param root the root of the repository
 */
export function sandboxNode(root: string): string {
	const own = join(root, 'node_modules', 'node', 'bin', 'node');
	return stripsTypes(process.version) ? process.execPath : own;
}

/**
 * For control requests: a connection for each would take more time than the request. Idle
 * connections do not keep this process alive, and end with the sandbox.
 */
const agent = new Agent({ keepAlive: true });

/** One control request; null for 404. */
function ask(base: string, method: string, path: string, body?: unknown): Promise<unknown> {
	// Not fetch: a test may have replaced it.
	return new Promise((resolve, reject) => {
		const url = `${base}/__sandbox__/${path}`;
		const req = request(url, { method, agent }, (res) => {
			let text = '';
			res.setEncoding('utf8');
			res.on('data', (chunk: string) => (text += chunk));
			res.on('error', reject);
			res.on('end', () => {
				if (res.statusCode === 200) resolve(JSON.parse(text));
				else if (res.statusCode === 404) resolve(null);
				else {
					const { message } = JSON.parse(text) as { message: string };
					reject(new Error(`Sandbox, ${method} ${path}: ${message}`));
				}
			});
		});
		req.on('error', reject);
		req.end(body === undefined ? undefined : JSON.stringify(body));
	});
}

/** Waits for the ready line; any other output of the child becomes the error. */
function whenReady(child: ChildProcess): Promise<ReadyLine> {
	return new Promise((resolve, reject) => {
		let out = '';
		let problems = '';
		child.stderr?.on('data', (chunk: Buffer) => (problems += chunk.toString()));
		child.stdout?.on('data', (chunk: Buffer) => {
			out += chunk.toString();
			const line = /^(.*)\n/.exec(out)?.[1];
			if (line) resolve(JSON.parse(line) as ReadyLine);
		});
		child.once('error', reject);
		child.once('exit', (code) =>
			reject(new Error(`The sandbox ended with code ${code}. ${problems}`.trim())),
		);
	});
}

/**
 * Starts a sandbox service of its own.
 * @returns a handle; call `stop()` when done (otherwise it ends with this process)
 * @throws Error with the sandbox's message if it cannot start
 */
export async function startSandboxService(options: SandboxOptions = {}): Promise<SandboxHandle> {
	const { port = 0, cases, pageSize, root = process.cwd() } = options;
	const node = options.node ?? sandboxNode(root);
	const args = [join(root, 'sandbox', 'service', 'main.mts'), '--ready-json', '--with-parent'];
	args.push('--port', String(port));
	if (cases !== undefined) args.push('--cases', String(cases));
	if (pageSize !== undefined) args.push('--page-size', String(pageSize));
	const child = spawn(node, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
	const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const { url, token, organization } = await whenReady(child);
	// A forgotten sandbox must not keep the test's process alive.
	child.unref();
	for (const pipe of [child.stdin, child.stdout, child.stderr]) {
		(pipe as Socket | null)?.unref();
	}
	const call = <T,>(method: string, path: string, body?: unknown): Promise<T> =>
		ask(url, method, path, body) as Promise<T>;
	const quietly = async (method: string, path: string): Promise<void> => {
		await ask(url, method, path);
	};

	return {
		url,
		token,
		organization,
		pid: child.pid ?? 0,
		reset: (given = {}) => call('POST', 'reset', given),
		fixtures: () => call('GET', 'fixtures'),
		requests: () => call('GET', 'requests'),
		clearRequests: () => quietly('DELETE', 'requests'),
		stats: () => call('GET', 'stats'),
		clearStats: () => quietly('DELETE', 'stats'),
		faults: () => call('GET', 'faults'),
		addFaults: (...orders) => call('POST', 'faults', orders),
		clearFaults: () => quietly('DELETE', 'faults'),
		clock: async (order) => {
			const path = 'clock';
			const { now } = order
				? await call<{ now: string }>('POST', path, order)
				: await call<{ now: string }>('GET', path);
			return now;
		},
		settings: (given) => call('POST', 'settings', given),
		addCases: async (given = {}) => (await call<{ uuids: string[] }>('POST', 'cases', given)).uuids,
		rawCase: (uuid) => call('GET', `cases/${uuid}`),
		patchCase: async (uuid, patch) => {
			const patched = await call<RawCase | null>('PATCH', `cases/${uuid}`, patch);
			if (!patched) throw new Error(`The sandbox has no case ${uuid}.`);
			return patched;
		},
		removeCase: (uuid) => quietly('DELETE', `cases/${uuid}`),
		stop: async () => {
			child.ref();
			child.kill('SIGKILL');
			await exited;
		},
	};
}
