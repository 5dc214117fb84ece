import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';

import { makeFolder } from './paths.mts';
import { messageOf } from './say.mts';

/** A command whose output goes to a log file. */
export interface LoggedCommand {
	command: string;
	args: string[];
	shell?: boolean;
	cwd: string;
	env?: NodeJS.ProcessEnv;
	logFile: string;
	/** Ends the command. */
	signal?: AbortSignal;
}

/** Milliseconds that a command has to shut down when asked to. */
const farewell = 2000;
const isWindows = process.platform === 'win32';

/**
 * Ends a command and everything it started: npm continues for minutes before it reacts to a signal.
 */
function endGroup(child: ChildProcess): () => void {
	const send = (name: NodeJS.Signals) => {
		try {
			if (isWindows || child.pid === undefined) child.kill(name);
			else process.kill(-child.pid, name);
		} catch {
			// It has already ended.
		}
	};
	send('SIGTERM');
	const timer = setTimeout(() => send('SIGKILL'), farewell);
	return () => clearTimeout(timer);
}

/** Runs a command, appends its output to a log file, and returns its exit code. */
export async function runLogged(options: LoggedCommand): Promise<number> {
	const { signal } = options;
	if (signal?.aborted) return 1;
	makeFolder(path.dirname(options.logFile));
	const log = openSync(options.logFile, 'a');
	writeSync(log, `\n> ${options.command} ${options.args.join(' ')}\n`);
	let letGo = () => {};
	try {
		return await new Promise<number>((resolve) => {
			const child = spawn(options.command, options.args, {
				cwd: options.cwd,
				env: options.env ?? process.env,
				shell: options.shell ?? false,
				// Its own process group, so that what it started ends with it.
				detached: !isWindows,
				stdio: ['ignore', log, log],
			});
			const end = () => (letGo = endGroup(child));
			signal?.addEventListener('abort', end, { once: true });
			child.once('error', (error) => writeSync(log, `${messageOf(error)}\n`));
			// 'close' also follows 'error', even if the command could not be started.
			child.once('close', (code) => {
				signal?.removeEventListener('abort', end);
				resolve(code ?? 1);
			});
		});
	} finally {
		letGo();
		closeSync(log);
	}
}
