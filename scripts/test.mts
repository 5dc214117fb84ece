// npm test: every check of the repository, one after the other, up to the first that fails.

import { spawn } from 'node:child_process';

import { npmCommand } from '../sandbox/runtime/npm.mts';

const steps = ['lint', 'typecheck', 'build', 'test:jest'];

/** Runs one npm script in the foreground and gives its exit code. */
async function run(step: string): Promise<number> {
	const { command, args, shell } = npmCommand(['run', '--silent', step]);
	return await new Promise((resolve) => {
		const child = spawn(command, args, { shell, stdio: 'inherit' });
		// Ctrl-C reaches the child too; it ends first, then we tell how it went.
		for (const signal of ['SIGINT', 'SIGTERM'] as const) {
			process.removeAllListeners(signal);
			process.on(signal, () => child.kill(signal));
		}
		child.once('error', (error) => {
			console.error(error.message);
			resolve(1);
		});
		child.once('exit', (code) => resolve(code ?? 1));
	});
}

const summary: string[] = [];
let failed = 0;
for (const step of steps) {
	if (failed !== 0) {
		summary.push(`  not run  ${step}`);
		continue;
	}
	console.log(`\n=== ${step} ===\n`);
	const started = performance.now();
	failed = await run(step);
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	summary.push(
		`  ${failed === 0 ? 'passed ' : 'FAILED '}  ${step.padEnd(10)} ${seconds.padStart(6)} s`,
	);
}

console.log(`\n=== summary ===\n\n${summary.join('\n')}\n`);
process.exitCode = failed;
