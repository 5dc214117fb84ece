import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { runLogged } from './command.mts';
import { npmCommand } from './npm.mts';
import { type DataFolder, makeFolder, repository } from './paths.mts';
import { PlainError, say, tail } from './say.mts';

const packageName = 'n8n-nodes-case-management';

/** Where n8n keeps the community package of this repository. */
export function packageFolder(data: DataFolder): string {
	return path.join(data.n8nUser, '.n8n', 'nodes', 'node_modules', packageName);
}

/**
 * Installs the package as n8n installs it from a registry: packed, unpacked, without its peers. A
 * link to the repository would bring along a second n8n-workflow, whose errors n8n does not know.
 */
export async function installPackage(data: DataFolder, signal: AbortSignal): Promise<void> {
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
	const folder = packageFolder(data);
	makeFolder(path.dirname(folder));
	rmSync(folder, { recursive: true, force: true });
	renameSync(unpacked, folder);
	rmSync(work, { recursive: true, force: true });
}
