import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

import { runLogged } from './command.mts';
import { npmCommand } from './npm.mts';
import { repository } from './paths.mts';
import { PlainError, say, since, tail } from './say.mts';

const sources = [
	'nodes',
	'credentials',
	'icons',
	'gulpfile.js',
	'index.js',
	'package.json',
	'tsconfig.json',
];

/** The time of the latest change to a file, or to anything in a folder. */
function newest(name: string): number {
	if (!existsSync(name)) return 0;
	const stat = statSync(name);
	if (!stat.isDirectory()) return stat.mtimeMs;
	// The folder itself counts too, which reveals a removed file.
	return Math.max(
		stat.mtimeMs,
		...readdirSync(name).map((entry) => newest(path.join(name, entry))),
	);
}

/** The files that n8n loads, as package.json names them. */
function builtFiles(): string[] {
	const { n8n } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'));
	return [...n8n.credentials, ...n8n.nodes].map((file: string) => path.join(repository, file));
}

/** Whether the package is built, and not older than its sources. */
function isBuilt(): boolean {
	const files = builtFiles();
	if (!files.every((file) => existsSync(file))) return false;
	const oldest = Math.min(...files.map((file) => statSync(file).mtimeMs));
	return oldest >= Math.max(...sources.map((name) => newest(path.join(repository, name))));
}

/** Builds the package when dist is missing or older than its sources. */
export async function ensureBuilt(logs: string, signal: AbortSignal): Promise<void> {
	if (isBuilt()) return;
	say('Building the package.');
	const started = performance.now();
	const logFile = path.join(logs, 'build.log');
	rmSync(logFile, { force: true });
	const build = npmCommand(['run', 'build']);
	const code = await runLogged({ ...build, cwd: repository, logFile, signal });
	const missing = builtFiles().filter((file) => !existsSync(file));
	if (code !== 0 || missing.length > 0) {
		// A partial build would look complete at the next start.
		rmSync(path.join(repository, 'dist'), { recursive: true, force: true });
		signal.throwIfAborted();
		say(tail(logFile, 25));
		throw new PlainError(
			code !== 0
				? `"npm run build" failed; see above or ${logFile}. Mend that and run npm start again.`
				: `The build did not make ${missing.join(', ')}, which package.json names under "n8n".`,
		);
	}
	say(`  done in ${since(started)}.`);
}
