// Runs a script of this repository with the Node.js that the repository asks for:
//
//   node scripts/bootstrap.mjs <script> [arguments …]
//
// It installs the development packages first when they are missing or belong to another lock file.
// This file runs before anything is installed, on whatever Node.js the reader has:
// plain JavaScript, nothing but built-in modules.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readFileSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const isWindows = process.platform === 'win32';
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const lockFile = path.join(root, 'package-lock.json');
const stampFile = path.join(modules, '.installed-from');
const logFile = path.join(root, '.sandbox', 'logs', 'npm-ci.log');
const node = path.join(modules, 'node', 'bin', isWindows ? 'node.exe' : 'node');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const oldestNode = 20;
/** Milliseconds that npm has to shut down when asked to. */
const farewell = 2000;

/** Ends with one sentence for the reader, without a stack trace. */
function giveUp(sentence) {
	console.error(`\n${sentence}`);
	process.exit(1);
}

/** What Linux reports about a process; '' on other systems, and if the process has ended. */
function told(pid, file) {
	try {
		return readFileSync(`/proc/${pid}/${file}`, 'utf8');
	} catch {
		return '';
	}
}

/** The parent of a process: the second field after the name, which may contain anything. */
const parentOf = (pid) =>
	told(pid, 'stat')
		.replace(/^.*\) \S+ /s, '')
		.split(' ')[0];

/**
 * Returns a function that reports whether the npm that started us has ended. A killed npm ends at
 * most its shell, which runs between it and us on some systems; neither notifies us. Without npm
 * nothing is watched, so this file can run in the background after its terminal closes.
 */
function watchNpm() {
	if (process.env.npm_lifecycle_event === undefined) return () => false;
	const { ppid } = process;
	const isShell = told(ppid, 'cmdline').includes('bootstrap.mjs');
	const npm = isShell ? parentOf(ppid) : '';
	return () => process.ppid !== ppid || (isShell && parentOf(ppid) !== npm);
}

const npmIsGone = watchNpm();

/**
 * Asks a child to end when we are asked to, or when npm has ended, so that it can shut down
 * properly.
 */
function endWithUs(child, end = (signal) => child.kill(signal)) {
	for (const signal of signals) process.on(signal, end);
	const watch = setInterval(() => {
		if (!npmIsGone()) return;
		clearInterval(watch);
		end('SIGTERM');
	}, 1000);
	return () => {
		clearInterval(watch);
		for (const signal of signals) process.off(signal, end);
	};
}

/** The exit code that a shell would report. */
function exitCode(code, signal) {
	return code ?? 128 + (constants.signals[signal] ?? 0);
}

/** Sends a signal to npm and everything it started. */
function signalGroup(child, signal) {
	try {
		if (isWindows || child.pid === undefined) child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// It has already ended.
	}
}

/**
 * Runs npm with its output in the log file and a line every 15 seconds.
 *
 * @param mayLack whether it may fail because of an unknown version; any other failure ends the
 * program
 * @returns false if it failed for that reason
 */
async function npmQuietly(args, what, mayLack = false) {
	const started = Date.now();
	const seconds = () => Math.round((Date.now() - started) / 1000);
	const log = openLog();
	writeSync(log, `npm ${args.join(' ')}\n`);
	// npm tells its children where it is; then neither a shell nor npm.cmd is needed.
	const npmCli = process.env.npm_execpath;
	const direct = npmCli !== undefined && path.basename(npmCli) === 'npm-cli.js';
	const child = spawn(direct ? process.execPath : 'npm', direct ? [npmCli, ...args] : args, {
		cwd: root,
		shell: !direct && isWindows,
		// Its own process group, so that what it started ends with it.
		detached: !isWindows,
		stdio: ['ignore', log, log],
	});
	let asked = false;
	const letGo = endWithUs(child, () => {
		if (asked) return;
		asked = true;
		console.log('\nEnding …');
		// npm continues for minutes before it reacts to a signal.
		signalGroup(child, 'SIGTERM');
		setTimeout(() => signalGroup(child, 'SIGKILL'), farewell).unref();
	});
	const ticker = setInterval(() => console.log(`  … ${what}, ${seconds()} s so far`), 15_000);
	const code = await new Promise((resolve) => {
		child.once('error', (error) => {
			writeSync(log, `${error.message}\n`);
			resolve(1);
		});
		child.once('close', (exit) => resolve(exit ?? 1));
	});
	clearInterval(ticker);
	letGo();
	closeSync(log);
	if (asked) {
		console.log('The development packages are not installed yet; the next run begins that anew.');
		process.exit(exitCode(null, 'SIGINT'));
	}
	if (code !== 0) {
		const lines = readFileSync(logFile, 'utf8').trim().split('\n');
		if (mayLack && lines.some((line) => /^npm error .*No matching version/.test(line)))
			return false;
		// npm names the cause in its first error line; a page of usage may follow.
		const errors = lines.filter((line) => /^npm error ./.test(line)).slice(0, 15);
		const telling = errors.length > 0 ? errors : lines.slice(-15);
		console.error(telling.map((line) => `  | ${line}`).join('\n'));
		giveUp(
			`"npm ${args.join(' ')}" failed: see above, and ${logFile} for the whole of it. ` +
				'Mend what it says (often the network connection, free disk space, or a folder that cannot ' +
				'be written), then run the same command again.',
		);
	}
	console.log(`  done in ${seconds()} s.`);
	return true;
}

/** Starts a new log file. */
function openLog() {
	try {
		mkdirSync(path.dirname(logFile), { recursive: true });
		return openSync(logFile, 'w');
	} catch (error) {
		return giveUp(`This folder must be writable, to install what is missing: ${error.message}`);
	}
}

/** The packages whose install scripts are needed. */
function withScripts() {
	const { allowScripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	return Object.keys(allowScripts).filter((name) => allowScripts[name]);
}

/** Whether npm's record of node_modules matches the lock file. */
function installedByHand() {
	try {
		const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
		const record = readFileSync(path.join(modules, '.package-lock.json'), 'utf8');
		const present = JSON.parse(record).packages;
		// Optional packages may be missing: they are for other platforms.
		return (
			Object.entries(wanted).every(([name, entry]) => {
				if (name === '') return true;
				const there = present[name];
				if (there === undefined) return entry.optional === true;
				return there.version === entry.version && there.integrity === entry.integrity;
			}) && Object.keys(present).every((name) => name in wanted)
		);
	} catch {
		return false;
	}
}

/** Makes node_modules match the lock file. */
async function ensurePackages() {
	const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
	const half = `${wanted}, install scripts to be run`;
	let present = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
	if (present !== wanted && present !== half && !installedByHand()) {
		console.log(
			existsSync(modules)
				? 'The lock file has changed: installing the development packages anew (1-2 minutes).'
				: 'Installing the development packages. This happens once and takes 1-2 minutes.',
		);
		// npm 10 would run the install scripts of all packages, regardless of allowScripts.
		const install = ['ci', '--ignore-scripts'];
		const what = 'installing the development packages';
		// The lock file defines each version, so npm need not revalidate its cache, unless the
		// cache is older than the version.
		if (!(await npmQuietly([...install, '--prefer-offline'], what, true))) {
			await npmQuietly(install, what);
		}
		present = half;
		writeFileSync(stampFile, half);
	}
	if (present === half) {
		console.log('Setting up their native parts.');
		await npmQuietly(['rebuild', '--prefer-offline', ...withScripts()], 'setting up native parts');
	}
	if (present !== wanted) {
		try {
			writeFileSync(stampFile, wanted);
		} catch {
			// The folder belongs to someone else and is complete: it is checked again next time.
		}
	}
	if (!existsSync(node)) {
		// An install with --ignore-scripts leaves the package without its binary.
		console.log('Setting up the Node.js of this repository.');
		await npmQuietly(['rebuild', 'node'], 'setting up Node.js');
		if (!existsSync(node)) {
			giveUp(
				`The npm package "node" has no program for this machine (${process.platform} ` +
					`${process.arch}): ${node} is missing. Remove node_modules and try again.`,
			);
		}
	}
}

/** Runs the script and exits with its result. */
function runScript(script, args) {
	// Windows calls the variable "Path"; two spellings in one environment would be ambiguous.
	const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
	const bin = path.join(modules, '.bin');
	const child = spawn(node, [path.resolve(root, script), ...args], {
		env: {
			...process.env,
			[pathKey]: [bin, process.env[pathKey]].filter(Boolean).join(path.delimiter),
		},
		// The channel tells the script when we end without notice (SIGKILL).
		stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
	});
	endWithUs(child);
	child.once('error', (error) => giveUp(`${node} does not start: ${error.message}`));
	child.once('exit', (code, signal) => process.exit(exitCode(code, signal)));
}

const [major] = process.versions.node.split('.').map(Number);
if (major < oldestNode) {
	giveUp(
		`This needs Node.js ${oldestNode} or newer, and you have ${process.version}: install one from https://nodejs.org.`,
	);
}
const [script, ...args] = process.argv.slice(2);
if (script === undefined) giveUp('Usage: node scripts/bootstrap.mjs <script> [arguments …]');
await ensurePackages();
runScript(script, args);
