// npm run test:compat: the engine suite on the n8n-core of n8n 1.x and of n8n 2.x, then a whole n8n
// 1.x: test/e2e, its editor in a browser, and the demo. `npm run test:compat -- 1` leaves out n8n
// 2.x, whose n8n-core is already covered by npm test; `-- 2` leaves out n8n 1.x. The first failure
// ends the run.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

import { ensureN8n } from '../sandbox/runtime/n8n-install.mts';
import { npmCommand } from '../sandbox/runtime/npm.mts';
import { type N8nMajor, repository } from '../sandbox/runtime/paths.mts';

/**
 * The tests in the editor of n8n 1.x. Not `creator`: it passes, but takes a minute for what n8n
 * shows of any node. Not `examples`: in n8n 1.x the person must choose the credential of an
 * imported workflow; test/e2e runs the examples.
 */
const IN_THE_EDITOR = ['basics', 'forms', 'lists', 'panels'];

/** Runs a program in the foreground and gives its exit code. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
	const { command, args: all, shell } = npmCommand(args);
	return await new Promise((resolve) => {
		const child = spawn(command, all, { shell, stdio: 'inherit', env: { ...process.env, ...env } });
		child.once('error', (error) => {
			console.error(error.message);
			resolve(1);
		});
		child.once('exit', (code) => resolve(code ?? 1));
	});
}

const never = new AbortController().signal;
let failed = await run(['run', '--silent', 'build'], {});
const asked = process.argv.slice(2);
if (asked.some((major) => !['1', '2'].includes(major))) {
	console.error('Usage: npm run test:compat [-- 1 | 2]');
	process.exit(1);
}
for (const major of ['1', '2'] satisfies N8nMajor[]) {
	if (failed !== 0) break;
	if (asked.length > 0 && !asked.includes(major)) continue;
	const { folder } = await ensureN8n(never, major);
	const env = { N8N_MAJOR: major, N8N_MODULES: path.join(folder, 'node_modules') };
	console.log(`\n=== the engine suite on the n8n-core of n8n ${major}.x ===\n`);
	failed = await run(['exec', '--', 'jest', '--config', 'jest.compat.config.mjs'], env);
}
const hasOne = asked.length === 0 || asked.includes('1');
if (failed === 0 && hasOne) {
	console.log('\n=== a whole n8n 1.x ===\n');
	failed = await run(['run', '--silent', 'test:e2e'], { N8N_MAJOR: '1' });
}
if (failed === 0 && hasOne) {
	console.log('\n=== the editor of n8n 1.x in a browser ===\n');
	const files = IN_THE_EDITOR.map((name) => `test/e2e/browser/${name}.test.mts`);
	const test = ['node', '--test', '--test-concurrency=1', '--test-reporter=spec', ...files];
	failed = await run(['exec', '--', ...test], { N8N_MAJOR: '1' });
}
if (failed === 0 && hasOne) {
	console.log('\n=== the demo on n8n 1.x ===\n');
	const data = path.join(repository, '.sandbox', 'compat-demo');
	rmSync(data, { recursive: true, force: true });
	failed = await run(['start', '--', '--once', '--port', '0', '--n8n', '1', '--data', data], {});
}
process.exitCode = failed;
