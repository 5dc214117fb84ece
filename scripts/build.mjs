// npm pack, npm publish and CI build the package with this script. In a fresh clone it first
// installs what the build needs. Plain JavaScript, since it runs on whatever Node.js the reader
// has.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const isInstalled = existsSync(path.join(root, 'node_modules'));

const [command, args] = isInstalled
	? ['npm', ['run', 'build']]
	: [process.execPath, ['scripts/bootstrap.mjs', 'scripts/build.mjs']];
// npm passes the --dry-run of `npm publish` on: its npm ci would then install nothing.
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
