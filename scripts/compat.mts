// npm run test:compat: the engine suite on the n8n-core of n8n 1.x and of n8n 2.x, then a whole n8n
// 1.x. `npm run test:compat -- 1` leaves out n8n 2.x, whose n8n-core npm test has run already.

import { spawn } from 'node:child_process';
import path from 'node:path';

import { ensureN8n } from '../sandbox/runtime/n8n-install.mts';
import { npmCommand } from '../sandbox/runtime/npm.mts';
import type { N8nMajor } from '../sandbox/runtime/paths.mts';

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
for (const major of ['1', '2'] satisfies N8nMajor[]) {
	if (failed !== 0) break;
	if (asked.length > 0 && !asked.includes(major)) continue;
	const { folder } = await ensureN8n(never, major);
	const env = { N8N_MAJOR: major, N8N_MODULES: path.join(folder, 'node_modules') };
	console.log(`\n=== the engine suite on the n8n-core of n8n ${major}.x ===\n`);
	failed = await run(['exec', '--', 'jest', '--config', 'jest.compat.config.mjs'], env);
}
if (failed === 0) {
	console.log('\n=== a whole n8n 1.x ===\n');
	failed = await run(['run', '--silent', 'test:e2e'], { N8N_MAJOR: '1' });
}
process.exitCode = failed;
