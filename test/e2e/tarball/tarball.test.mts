/** The published package: packed from a clean clone, installed by n8n itself and manually. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import { makeFolder, repository } from '../../../sandbox/runtime/paths.mts';
import { caseManagement, chain, RealN8n, START } from '../support/realN8n.mts';
import { pathWithNpmFor, startRegistry } from './registry.mts';
import type { Registry } from './registry.mts';

const NAME = 'n8n-nodes-case-management';

interface Manifest {
	name: string;
	version: string;
	main: string;
	scripts: Record<string, string>;
	dependencies?: object;
	repository: { url: string };
	n8n: { nodes: string[]; credentials: string[] };
}

let work: string;
let tarball: string;
/** The tarball, unpacked. */
let content: string;
let manifest: Manifest;
let registry: Registry;
let n8n: RealN8n;

/** Runs a program and returns its output. */
async function run(command: string, args: string[], cwd: string): Promise<string> {
	return (await promisify(execFile)(command, args, { cwd })).stdout;
}

before(async () => {
	work = mkdtempSync(path.join(tmpdir(), 'case-management-tarball-'));
	const clone = path.join(work, 'clone');
	await run('git', ['clone', '--quiet', '--no-local', repository, clone], work);
	// The dependencies that the clone would install; none of them is packed.
	symlinkSync(path.join(repository, 'node_modules'), path.join(clone, 'node_modules'));
	await run('npm', ['pack', '--pack-destination', work], clone);
	tarball = path.join(work, readdirSync(work).find((file) => file.endsWith('.tgz'))!);
	content = path.join(work, 'content');
	makeFolder(content);
	await run('tar', ['-xzf', tarball, '-C', content, '--strip-components=1'], work);
	manifest = JSON.parse(readFileSync(path.join(content, 'package.json'), 'utf8')) as Manifest;
	registry = await startRegistry(tarball, manifest);
	n8n = await RealN8n.start('tarball', {
		hasPackage: false,
		env: {
			PATH: pathWithNpmFor(registry.url, path.join(work, 'bin')),
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		},
	});
});

after(async () => {
	await n8n?.stop();
	await registry?.close();
	if (work !== undefined) rmSync(work, { recursive: true, force: true });
});

const files = (): string[] =>
	readdirSync(content, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(content, path.join(entry.parentPath, entry.name)));

test('contains what the manifest names, and only our own files', () => {
	const packed = files();
	const { main, n8n: names } = manifest;
	for (const file of [main, ...names.nodes, ...names.credentials])
		assert.ok(packed.includes(file), file);
	const others = packed.filter((file) => !/^dist[/\\]/.test(file)).sort();
	assert.deepEqual(others, ['LICENSE', 'README.md', 'index.js', 'package.json']);
	const foreign = packed.filter(
		(file) => !/\.(js|json|svg)$/.test(file) && file.startsWith('dist'),
	);
	assert.deepEqual(foreign, []);
	assert.equal(manifest.dependencies, undefined);
	const own = Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$/.test(name));
	assert.deepEqual(own, []);
	const size = readFileSync(tarball).length;
	assert.ok(size <= 90_000, `${size} bytes`);
});

test('adds little loading time to n8n-workflow', async () => {
	const files = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	// CPU time, the minimum of several runs: the machine may be busy.
	const loads = `
		require('n8n-workflow');
		const began = process.cpuUsage();
		for (const file of ${JSON.stringify(files)}) {
			const types = require(require('path').resolve(${JSON.stringify(content)}, file));
			for (const Type of Object.values(types)) new Type();
		}
		const { user, system } = process.cpuUsage(began);
		console.log((user + system) / 1000);`;
	const took: number[] = [];
	for (let left = 7; left > 0; left -= 1) {
		took.push(Number(await run(process.execPath, ['-e', withModules(loads)], repository)));
	}
	assert.ok(Math.min(...took) <= 25, `${took.join(', ')} ms`);
});

/** Outside the repository, the package finds n8n-workflow through a global path, as in n8n. */
const withModules = (script: string): string =>
	`process.env.NODE_PATH = ${JSON.stringify(path.join(repository, 'node_modules'))};
	require('module').Module._initPaths();${script}`;

test('images and links in README work from the package page', async () => {
	assert.match(manifest.repository.url, /^git\+https:\/\/github\.com\/[^/]+\/[^/]+\.git$/);
	const tracked = new Set((await run('git', ['ls-files'], repository)).split('\n'));
	const folders = new Set([...tracked].map((file) => path.dirname(file)));
	const text = readFileSync(path.join(content, 'README.md'), 'utf8');
	const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => anchorOf(title!));
	for (const [, target] of text.matchAll(/\]\(([^)]+)\)/g)) {
		if (/^https?:/.test(target!)) continue;
		const known = target!.startsWith('#')
			? headings.includes(target!.slice(1))
			: tracked.has(target!) || folders.has(target!);
		assert.ok(known, target);
	}
});

const anchorOf = (title: string): string =>
	title
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.replace(/\s/g, '-');

/** The files of the loaded package that n8n serves. */
async function looksInstalled(): Promise<void> {
	const asset = async (place: string): Promise<Response> => {
		const response = await fetch(`${n8n.url}/${place}`);
		assert.equal(response.status, 200, place);
		return response;
	};
	const icons = `icons/${NAME}/dist/nodes/CaseManagement`;
	for (const icon of ['caseManagement.svg', 'caseManagement.dark.svg']) {
		assert.match(await (await asset(`${icons}/${icon}`)).text(), /^<svg/);
	}
	await asset(`schemas/${NAME}.caseManagement/1.0.0/case/get.json`);
	await asset(`schemas/${NAME}.caseManagementTrigger/1.0.0.json`);
	const types = await n8n.api.must<Array<{ name: string; codex?: { alias?: string[] } }>>(
		'POST',
		'/node-types',
		{
			nodeInfos: ['caseManagement', 'caseManagementTrigger'].map((name) => ({
				name: `${NAME}.${name}`,
				version: 1,
			})),
		},
	);
	for (const { name, codex } of types) assert.ok((codex?.alias ?? []).length > 3, name);
	await n8n.addServiceCredential();
	const { waitingCase } = await n8n.service.fixtures();
	const get = caseManagement({ resource: 'case', operation: 'get', caseId: waitingCase });
	const { id } = await n8n.add(chain('Installed', [START, get]));
	const { status, error } = await n8n.run(id, 'Start');
	assert.equal(status, 'success', error?.message);
}

const modules = (): string => path.join(n8n.data.n8nUser, '.n8n', 'nodes', 'node_modules');

test('n8n installs, uses, lists and uninstalls it', async () => {
	await n8n.api.must('POST', '/community-packages', { name: NAME });
	await looksInstalled();
	const installed = await n8n.api.must<Array<Record<string, unknown>>>(
		'GET',
		'/community-packages',
	);
	assert.deepEqual(
		installed.map(({ packageName, installedVersion }) => [packageName, installedVersion]),
		[[NAME, manifest.version]],
	);
	assert.equal((installed[0]!.installedNodes as unknown[]).length, 2);
	await n8n.api.call('DELETE', `/community-packages?name=${NAME}`);
	assert.ok(!existsSync(path.join(modules(), NAME)));
});

test('installed manually as README says, it still works after a restart', async () => {
	const folder = path.dirname(modules());
	await n8n.restart(async () => {
		await run('npm', ['install', tarball, '--omit=peer'], folder);
	});
	await looksInstalled();
});
