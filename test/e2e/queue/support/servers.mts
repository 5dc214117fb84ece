/**
 * A Redis and a PostgreSQL just for the tests: on free loopback ports, with their own data, ended
 * by process ID. Other servers on the machine are neither used nor changed.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
	chownSync,
	closeSync,
	existsSync,
	mkdtempSync,
	openSync,
	readdirSync,
	rmSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeFolder } from '../../../../sandbox/runtime/paths.mts';
import { freePort } from '../../../../sandbox/runtime/ports.mts';
import { tail } from '../../../../sandbox/runtime/say.mts';
import { eventually } from '../../../support/eventually.mts';

const HOST = '127.0.0.1';

/** How long a server may take to shut down, in milliseconds. */
const FAREWELL = 10_000;

export interface Server {
	port: number;
	stop(): Promise<void>;
}

export interface Database extends Server {
	/** Lines of a query result, with a bar between columns. */
	query(sql: string): string[];
}

/** Where the programs are. */
interface Programs {
	redis: string;
	/** Folder of initdb and postgres. */
	postgres: string;
	/** Starts a program as another user, and ends it when its parent has ended. */
	setpriv: string;
}

const isRoot = process.getuid?.() === 0;

function inPath(name: string): string | undefined {
	const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin'];
	return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** Debian installs each version in its own folder, outside the PATH. */
function postgresFolder(): string | undefined {
	const root = '/usr/lib/postgresql';
	const versions = existsSync(root) ? readdirSync(root) : [];
	return [
		...versions
			.sort((left, right) => Number(right) - Number(left))
			.map((version) => path.join(root, version, 'bin')),
		path.dirname(inPath('initdb') ?? '/none/initdb'),
	].find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** The user created by the package postgresql: PostgreSQL refuses to run as root. */
function postgresUser(): { uid: number; gid: number } | undefined {
	try {
		const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }));
		return { uid: ask('-u'), gid: ask('-g') };
	} catch {
		return undefined;
	}
}

/** The programs, or one sentence that names the missing ones. */
export function findPrograms(): Programs | string {
	const redis = inPath('redis-server');
	const postgres = postgresFolder();
	const setpriv = inPath('setpriv');
	const lacking = [
		redis === undefined && 'redis-server',
		(postgres === undefined || (isRoot && postgresUser() === undefined)) && 'postgresql',
		setpriv === undefined && 'util-linux',
	].filter((name) => name !== false);
	if (redis !== undefined && postgres !== undefined && setpriv !== undefined && !lacking.length) {
		return { redis, postgres, setpriv };
	}
	const packages = lacking.join(' ');
	return `Not run, since this machine lacks ${lacking.join(' and ')}: apt-get install --yes --no-install-recommends ${packages}`;
}

/** Ends a server that we started. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	child.kill(signal);
	const limit = new AbortController();
	await Promise.race([
		gone,
		sleep(FAREWELL, undefined, { signal: limit.signal }).catch(() => undefined),
	]);
	limit.abort();
	if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
	await gone;
}

/** Starts a server and waits until it responds; until then `answers` throws or returns false. */
async function launch(
	{ setpriv }: Programs,
	[program, ...args]: [string, ...string[]],
	farewell: 'INT' | 'TERM',
	log: string,
	asUser: string[],
	answers: () => Promise<boolean>,
): Promise<() => Promise<void>> {
	const out = openSync(log, 'w');
	// A killed test cannot end them: the kernel does so when the parent has ended.
	const priv = ['--pdeathsig', farewell, ...asUser, program, ...args];
	const child = spawn(setpriv, priv, { cwd: path.dirname(log), stdio: ['ignore', out, out] });
	closeSync(out);
	const stop = async () => await end(child, `SIG${farewell}`);
	try {
		await eventually(`${path.basename(program)} (log: ${log})`, async () => {
			if (child.exitCode !== null) {
				throw new Error(`${path.basename(program)} ended while starting: ${tail(log)}`);
			}
			return await answers().catch(() => false);
		});
	} catch (error) {
		await stop();
		throw error;
	}
	return stop;
}

/** Whether a server gives the expected response to the first bytes. */
async function says(port: number, question: string | Buffer, expected: RegExp): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = createConnection({ port, host: HOST });
		const done = (is: boolean) => {
			socket.destroy();
			resolve(is);
		};
		socket.setTimeout(1_000, () => done(false));
		socket.once('connect', () => socket.write(question));
		socket.once('error', () => done(false));
		socket.once('data', (data) => done(expected.test(data.toString('latin1'))));
	});
}

/** The first message of a PostgreSQL client (protocol 3.0); the response R lets it in. */
function logInMessage(user: string, database: string): Buffer {
	const text = Buffer.from(['user', user, 'database', database, '', ''].join('\0'));
	const head = Buffer.alloc(8);
	head.writeInt32BE(head.length + text.length, 0);
	head.writeInt32BE(3 << 16, 4);
	return Buffer.concat([head, text]);
}

/** Starts a Redis that stores nothing on disk. */
export async function startRedis(programs: Programs, folder: string): Promise<Server> {
	makeFolder(folder);
	const port = await freePort(0, HOST);
	const options = { port, bind: HOST, dir: folder, save: '', appendonly: 'no', daemonize: 'no' };
	const stop = await launch(
		programs,
		[
			programs.redis,
			...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
		],
		'TERM',
		path.join(folder, 'redis.log'),
		[],
		async () => await says(port, 'PING\r\n', /^\+PONG/),
	);
	return { port, stop };
}

/**
 * Starts a PostgreSQL whose user `n8n` needs no password: it listens on this machine only, and its
 * data are discarded.
 *
 * @param folder for its log, and for its data unless we are root: then the data are where its user
 * has access
 */
export async function startPostgres(programs: Programs, folder: string): Promise<Database> {
	makeFolder(folder);
	const owner = isRoot ? postgresUser()! : undefined;
	const home = owner === undefined ? folder : mkdtempSync(path.join(tmpdir(), 'queue-postgres-'));
	if (owner !== undefined) chownSync(home, owner.uid, owner.gid);
	const data = path.join(home, 'data');
	const remove = () => rmSync(owner === undefined ? data : home, { recursive: true, force: true });
	try {
		const initdb = ['--pgdata', data, '--username', 'n8n', '--auth', 'trust', '--no-sync'];
		execFileSync(
			path.join(programs.postgres, 'initdb'),
			[...initdb, '--encoding', 'UTF8', '--locale', 'C'],
			{ ...owner, cwd: home, stdio: 'pipe' },
		);
		const port = await freePort(0, HOST);
		const asUser =
			owner === undefined ? [] : [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
		const settings = [
			`listen_addresses=${HOST}`,
			'unix_socket_directories=',
			'max_connections=100',
			// The data are discarded; a test must not wait for the disk.
			'fsync=off',
			'synchronous_commit=off',
			'full_page_writes=off',
		];
		const stop = await launch(
			programs,
			[
				path.join(programs.postgres, 'postgres'),
				...['-D', data, '-p', String(port)],
				...settings.flatMap((setting) => ['-c', setting]),
			],
			'INT',
			path.join(folder, 'postgres.log'),
			asUser,
			// It refuses logins while it starts up.
			async () => await says(port, logInMessage('n8n', 'postgres'), /^R/),
		);
		return {
			port,
			query(sql) {
				const where = ['-h', HOST, '-p', String(port), '-U', 'n8n', '-d', 'postgres'];
				const psql = path.join(programs.postgres, 'psql');
				const out = execFileSync(psql, [...where, '-XAt', '-c', sql], { encoding: 'utf8' });
				return out.split('\n').filter((line) => line !== '');
			},
			async stop() {
				await stop();
				remove();
			},
		};
	} catch (error) {
		remove();
		throw error;
	}
}
