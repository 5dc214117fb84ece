/** What npm start reports when it cannot work, or is interrupted. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { repository } from '../../sandbox/runtime/paths.mts';
import { eventually } from '../support/eventually.mts';

interface Started {
	child: ChildProcess;
	ended: Promise<number | null>;
	said(): string;
}

/** Runs the script behind npm start. */
function start(args: string[], env: NodeJS.ProcessEnv = {}): Started {
	const script = path.join(repository, 'sandbox', 'start.mts');
	const child = spawn(process.execPath, [script, '--once', '--port', '0', ...args], {
		env: { ...process.env, ...env },
	});
	let said = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
	}
	const ended = once(child, 'exit').then(([code]) => code as number | null);
	return { child, ended, said: () => said };
}

const temporary = () => mkdtempSync(path.join(tmpdir(), 'case-management-start-'));

for (const folder of ['/proc/none/below', '/dev/null/below', 'package.json']) {
	test(`a data folder that cannot be created, ${folder}, is reported at once`, async () => {
		const { ended, said } = start(['--data', folder]);
		assert.equal(await ended, 1);
		assert.match(said(), /The data folder .* cannot be used: .* npm start -- --data FOLDER/);
		assert.doesNotMatch(said(), /^\s+at /m);
	});
}

test('a cache that cannot be created is reported with a way out', async () => {
	const data = temporary();
	const { ended, said } = start(['--data', data], { XDG_CACHE_HOME: '/proc/none' });
	assert.equal(await ended, 1);
	assert.match(said(), /n8n is installed into \/proc\/none.* Set XDG_CACHE_HOME/);
	assert.doesNotMatch(said(), /^\s+at /m);
	rmSync(data, { recursive: true });
});

test('Ctrl-C during the installation of n8n ends it in seconds with a report', async () => {
	const data = temporary();
	const cache = temporary();
	const { child, ended, said } = start(['--data', data], { XDG_CACHE_HOME: cache });
	await eventually('The install', async () => said().includes('Installing n8n'));
	await sleep(3_000);
	const asked = performance.now();
	child.kill('SIGINT');
	assert.equal(await ended, 130);
	assert.ok(performance.now() - asked < 20_000);
	assert.match(said(), /n8n is not installed yet; the next npm start begins that anew/);
	assert.doesNotMatch(said(), /network/);
	const left = path.join(cache, 'n8n-nodes-case-management');
	const folders = existsSync(left) ? readdirSync(left) : [];
	assert.deepEqual(
		folders.filter((name) => !name.endsWith('.log')),
		[],
	);
	for (const folder of [data, cache]) rmSync(folder, { recursive: true });
});
