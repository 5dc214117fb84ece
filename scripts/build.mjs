// npm pack and npm publish build the package by it, and so does CI. In a fresh clone it installs first
// what the build needs. Plain JavaScript, since it runs on whatever Node.js the reader has.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const isInstalled = existsSync(path.join(root, 'node_modules'));

const [command, args] = isInstalled
	? ['npm', ['run', 'build']]
	: [process.execPath, ['scripts/bootstrap.mjs', 'scripts/build.mjs']];
// Of `npm publish --dry-run` npm hands the switch on: its npm ci would then install nothing.
const env = { ...process.env };
delete env.npm_config_dry_run;
const { status, error } = spawnSync(command, args, {
	cwd: root,
	env,
	stdio: 'inherit',
	shell: isInstalled && process.platform === 'win32',
});
if (error !== undefined) console.error(error.message);
process.exitCode = status ?? 1;
