import { createHash } from 'node:crypto';
import {
	accessSync,
	constants,
	copyFileSync,
	existsSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statfsSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { runLogged } from './command.mts';
import { withLock } from './lock.mts';
import { npmCommand } from './npm.mts';
import { cacheFolder, makeFolder, runtimeRecipe } from './paths.mts';
import type { N8nMajor } from './paths.mts';
import { messageOf, PlainError, say, since, tail, withProgress } from './say.mts';

const recipeFiles = ['package.json', 'package-lock.json', '.npmrc'];
const marker = '.finished';
const neededBytes = 4 * 1024 ** 3;
// Of all packages with an install script, n8n needs only these: its database, and in n8n 2 its
// expressions.
const nativePackages = { 1: ['sqlite3'], 2: ['sqlite3', 'isolated-vm'] };

/** An n8n that can be started. */
export interface N8nRuntime {
	major: N8nMajor;
	folder: string;
	/** The script to run with Node.js. */
	script: string;
}

/** The place of the runtime for this lock file: another lock file means another folder. */
function runtimeFolder(major: N8nMajor): string {
	const hash = createHash('sha256');
	for (const file of recipeFiles) hash.update(readFileSync(path.join(runtimeRecipe(major), file)));
	// The native packages are built for one platform and one major version of Node.js.
	hash.update(`${process.platform} ${process.arch} ${process.versions.modules}`);
	return path.join(cacheFolder(), `n8n-${hash.digest('hex').slice(0, 16)}`);
}

/** Our Node.js first: native packages must be built for it, not for the reader's own. */
function buildEnvironment(): NodeJS.ProcessEnv {
	const env: NodeJS.ProcessEnv = {};
	for (const [name, value] of Object.entries(process.env)) {
		// npm tells its children about this repository, but the installation concerns another
		// folder with its own settings.
		if (/^npm_(package|lifecycle|config_(local_prefix|legacy_peer_deps))/i.test(name)) continue;
		env[name] = value;
	}
	const pathKey = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
	env[pathKey] = [path.dirname(process.execPath), env[pathKey]].join(path.delimiter);
	return env;
}

/** The C headers of the Node.js that npm was installed with, if any. */
function systemHeaders(): string | undefined {
	const npmsNode = process.env.npm_node_execpath;
	const candidates = [npmsNode && path.resolve(npmsNode, '..', '..'), '/usr', '/usr/local'];
	return candidates.find(
		(prefix) => prefix && existsSync(path.join(prefix, 'include', 'node', 'node_api.h')),
	);
}

/** Builds or fetches the native parts and checks that they load. */
async function addNativeParts(
	packages: string[],
	folder: string,
	logFile: string,
	signal: AbortSignal,
) {
	const env = buildEnvironment();
	const run = async (command: string, args: string[], extra: NodeJS.ProcessEnv = {}) =>
		await runLogged({ command, args, cwd: folder, env: { ...env, ...extra }, logFile, signal });
	const rebuild = npmCommand(['rebuild', ...packages]);
	let code = await run(rebuild.command, rebuild.args);
	const headers = systemHeaders();
	if (code !== 0 && !signal.aborted && headers !== undefined) {
		// Without a prebuilt file sqlite3 is compiled, and node-gyp tries to download headers for
		// it. sqlite3 uses only Node-API, so the headers of any Node.js on the machine work as
		// well.
		code = await run(rebuild.command, rebuild.args, { npm_config_nodedir: headers });
	}
	const requires = packages.map((name) => `require('${name}')`).join(';');
	if (code === 0) code = await run(process.execPath, ['-e', requires]);
	return code === 0;
}

/** Installs into an empty folder and writes the marker last. */
async function install(major: N8nMajor, folder: string, logFile: string, signal: AbortSignal) {
	makeFolder(folder);
	const disk = statfsSync(folder);
	if (disk.bavail * disk.bsize < neededBytes) {
		throw new PlainError(
			`n8n needs about 4 GB of free disk space under ${cacheFolder()}; make room there, or set ` +
				'XDG_CACHE_HOME to a folder on a larger disk, and try again.',
		);
	}
	for (const file of recipeFiles) {
		copyFileSync(path.join(runtimeRecipe(major), file), path.join(folder, file));
	}
	rmSync(logFile, { force: true });
	const failed = (what: string, hint: string) => {
		const lines = tail(logFile);
		if (lines) say(lines);
		return new PlainError(`${what} failed: see above, and ${logFile} for the whole of it. ${hint}`);
	};

	// Without install scripts: most serve nodes that the sandbox does not use.
	const ci = npmCommand(['ci', '--ignore-scripts']);
	const code = await withProgress('downloading and unpacking n8n', async () => {
		const env = buildEnvironment();
		return await runLogged({ ...ci, cwd: folder, env, logFile, signal });
	});
	if (signal.aborted) return;
	if (code !== 0) {
		const hint =
			'Mend what it says (often the network connection, free disk space, or a folder that cannot be ' +
			'written), then run npm start again.';
		throw failed('Installing n8n', hint);
	}
	const loads = await withProgress('setting up the native parts of n8n', async () => {
		return await addNativeParts(nativePackages[major], folder, logFile, signal);
	});
	if (signal.aborted) return;
	if (!loads) {
		const hint =
			'If it says that a compiler is missing, install Python 3, make and a C++ compiler ' +
			'(on Debian: build-essential python3), then run npm start again.';
		throw failed(`Setting up ${nativePackages[major].join(' and ')} for n8n`, hint);
	}
	writeFileSync(path.join(folder, marker), `${new Date().toISOString()}\n`);
}

/**
 * Installs next to the final place and moves the complete result there: a partial installation is
 * never mistaken for a complete one, even if an npm whose parent was killed still writes into its
 * own folder.
 */
async function installInto(major: N8nMajor, folder: string, signal: AbortSignal) {
	const { dir, base } = path.parse(folder);
	for (const entry of readdirSync(dir)) {
		if (!entry.startsWith(`${base}.part-`)) continue;
		rmSync(path.join(dir, entry), { recursive: true, force: true });
	}
	const part = `${folder}.part-${process.pid}`;
	try {
		await install(major, part, `${folder}.log`, signal);
		if (signal.aborted) return;
		rmSync(folder, { recursive: true, force: true });
		renameSync(part, folder);
	} finally {
		rmSync(part, { recursive: true, force: true });
	}
}

/** Creates the folder, or says what to do if it is not writable. */
function requireWritable(folder: string): void {
	try {
		makeFolder(folder);
		accessSync(folder, constants.W_OK);
	} catch (error) {
		throw new PlainError(
			`n8n is installed into ${folder}, which cannot be written: ${messageOf(error)}. Set ` +
				'XDG_CACHE_HOME to a folder of yours and run npm start again.',
		);
	}
}

/** Returns an n8n runtime, after installing it if the cache has none. */
export async function ensureN8n(signal: AbortSignal, major: N8nMajor = '2'): Promise<N8nRuntime> {
	const folder = runtimeFolder(major);
	const runtime = { major, folder, script: path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
	const installed = () => existsSync(path.join(folder, marker));
	if (installed()) return runtime;

	requireWritable(cacheFolder());
	const onWait = () => say('Another process is installing n8n just now; waiting for it.');
	await withLock(`${folder}.lock`, signal, onWait, async () => {
		if (installed()) return;
		say('Installing n8n. This happens once for all copies of this repository, takes 2-6 minutes');
		say(`and about 3 GB in ${folder}`);
		const started = performance.now();
		await installInto(major, folder, signal);
		if (installed()) say(`n8n is installed (${since(started)}).`);
	});
	if (signal.aborted) say('n8n is not installed yet; the next npm start begins that anew.');
	signal.throwIfAborted();
	return runtime;
}
