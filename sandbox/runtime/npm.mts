import path from 'node:path';

/** How to start npm on this machine: what `spawn` needs. */
export interface NpmCommand {
	command: string;
	args: string[];
	shell: boolean;
}

/**
 * npm as a command for `spawn`. npm tells its children its path (npm_execpath). Started from there
 * it needs no shell, and runs on our Node.js instead of the one it was installed with.
 */
export function npmCommand(args: string[]): NpmCommand {
	const cli = process.env.npm_execpath;
	if (cli !== undefined && path.basename(cli) === 'npm-cli.js') {
		return { command: process.execPath, args: [cli, ...args], shell: false };
	}
	return { command: 'npm', args, shell: process.platform === 'win32' };
}
