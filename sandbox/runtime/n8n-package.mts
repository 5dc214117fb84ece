import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { runLogged } from './command.mts';
import type { N8nRuntime } from './n8n-install.mts';
import { npmCommand } from './npm.mts';
import { type DataFolder, makeFolder, repository } from './paths.mts';
import { PlainError, say, tail } from './say.mts';

const packageName = 'n8n-nodes-case-management';

/** Where n8n keeps community packages. */
const modulesFolder = (data: DataFolder) =>
	path.join(data.n8nUser, '.n8n', 'nodes', 'node_modules');

/** Where n8n keeps the package of this repository. */
export const packageFolder = (data: DataFolder) => path.join(modulesFolder(data), packageName);

/**
 * Installs the package as n8n does from a registry: packed, unpacked, without its peers. A link to
 * the repository would add a second n8n-workflow, whose errors n8n does not recognize.
 */
export async function installPackage(
	runtime: N8nRuntime,
	data: DataFolder,
	signal: AbortSignal,
): Promise<void> {
	const work = path.join(data.root, 'package');
	const unpacked = path.join(work, 'unpacked');
	const logFile = path.join(data.root, 'logs', 'package.log');
	rmSync(logFile, { force: true });
	rmSync(work, { recursive: true, force: true });
	makeFolder(unpacked);
	const run = async (
		command: { command: string; args: string[]; shell?: boolean },
		cwd: string,
	) => {
		const code = await runLogged({ ...command, cwd, logFile, signal });
		signal.throwIfAborted();
		if (code === 0) return;
		say(tail(logFile));
		throw new PlainError(
			`The package could not be packed for n8n; see above or ${logFile}. Mend that and run npm start again.`,
		);
	};
	await run(npmCommand(['pack', '--ignore-scripts', '--pack-destination', work]), repository);
	const tarball = readdirSync(work).find((file) => file.endsWith('.tgz'))!;
	const args = ['-xzf', tarball, '-C', 'unpacked', '--strip-components=1'];
	await run({ command: 'tar', args }, work);

	const manifestFile = path.join(unpacked, 'package.json');
	const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
	for (const key of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		delete manifest[key];
	}
	writeFileSync(manifestFile, JSON.stringify(manifest, null, 2));
	const modules = modulesFolder(data);
	makeFolder(modules);
	rmSync(packageFolder(data), { recursive: true, force: true });
	renameSync(unpacked, packageFolder(data));
	// The data folder is in the repository, where Node.js would find the repository's n8n-workflow
	// in a parent folder: this link leads to n8n's.
	const workflow = path.join(modules, 'n8n-workflow');
	const real = path.join(runtime.folder, 'node_modules', 'n8n-workflow');
	rmSync(workflow, { recursive: true, force: true });
	makeFolder(workflow);
	writeFileSync(
		path.join(workflow, 'index.js'),
		`module.exports = require(${JSON.stringify(real)});\n`,
	);
	rmSync(work, { recursive: true, force: true });
}
