import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';

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

/** Runs a command with its output appended to a log file; gives its exit code. */
export async function runLogged(options: LoggedCommand): Promise<number> {
	mkdirSync(path.dirname(options.logFile), { recursive: true });
	const log = openSync(options.logFile, 'a');
	writeSync(log, `\n> ${options.command} ${options.args.join(' ')}\n`);
	try {
		return await new Promise<number>((resolve) => {
			const child = spawn(options.command, options.args, {
				cwd: options.cwd,
				env: options.env ?? process.env,
				shell: options.shell ?? false,
				signal: options.signal,
				killSignal: 'SIGTERM',
				stdio: ['ignore', log, log],
			});
			child.once('error', (error) => writeSync(log, `${messageOf(error)}\n`));
			// 'close' also comes after 'error', also when the command could not be started.
			child.once('close', (code) => resolve(code ?? 1));
		});
	} finally {
		closeSync(log);
	}
}
