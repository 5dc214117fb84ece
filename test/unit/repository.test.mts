/** The files around the package match package.json: workflows, URLs, publishing. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

const read = (file: string): string => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json'));

/** Folders with installed or built files, or leftovers of tests. */
const NOT_OURS = /^(node_modules|dist|coverage|\.git|\.sandbox)$/;

/** The files of the repository, even if it is not a clone. */
const filesIn = (folder: string): string[] =>
	readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		if (NOT_OURS.test(entry.name)) return [];
		const file = path.posix.join(folder, entry.name);
		return entry.isDirectory() ? filesIn(file) : [file];
	});

const files = filesIn('.');
const github = files.filter((file) => /^\.github\/.*\.yml$/.test(file));

test.each(github)('%s is YAML', (file) => {
	expect(parse(read(file))).toEqual(expect.any(Object));
});

test.each([...github, ...files.filter((file) => /\.md$/.test(file)), '.ci/run'])(
	'%s names only scripts that exist',
	(file) => {
		const text = read(file);
		const scripts = [
			...text.matchAll(/\bnpm (?:run (?:--silent )?([a-z][\w:-]*)|(test|start)\b)/g),
		];
		const missing = scripts
			.map(([, name, short]) => name ?? short)
			.filter((name) => !(name! in manifest.scripts));
		expect(missing).toEqual([]);
		const called = [...text.matchAll(/\bnode ((?:scripts|sandbox)\/[\w./-]+)/g)];
		expect(called.map(([, script]) => script).filter((script) => !existsSync(script!))).toEqual([]);
	},
);

test('each workflow job has a time limit, and only read permission unless it states more', () => {
	for (const file of github.filter((name) => name.includes('/workflows/'))) {
		const { permissions, jobs } = parse(read(file));
		expect(permissions).toEqual({ contents: 'read' });
		for (const job of Object.values<Record<string, unknown>>(jobs)) {
			expect(job['timeout-minutes']).toEqual(expect.any(Number));
		}
	}
});

test('every repository URL is that of package.json', () => {
	const home = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
	expect(manifest.homepage).toBe(`${home}#readme`);
	expect(manifest.bugs.url).toBe(`${home}/issues`);
	const host = home.split('/').slice(0, 3).join('/');
	const named = new RegExp(`${host}/[\\w.-]+/${manifest.name}\\b(?!\\.git)`, 'g');
	const others = files
		.filter((file) => /\.(ts|mts|mjs|json|md|ya?ml)$/.test(file) && !/lock\.json$/.test(file))
		.flatMap((file) => [...read(file).matchAll(named)].map(([address]) => `${file}: ${address}`))
		.filter((found) => !found.endsWith(`: ${home}`));
	expect(others).toEqual([]);
});

/** Runs the check before npm publish, as npm or the workflow would. */
function prepublish(env: Record<string, string>): { status: number | null; stderr: string } {
	const clean = Object.entries(process.env).filter(
		([name]) => !/^(GITHUB|npm_|RELEASE)/.test(name),
	);
	const { status, stderr } = spawnSync(process.execPath, ['scripts/prepublish.mjs'], {
		env: { ...Object.fromEntries(clean), ...env },
		encoding: 'utf8',
	});
	return { status, stderr };
}

test('npm publish is refused outside the workflow, but a dry run is allowed', () => {
	const refused = prepublish({});
	expect(refused.status).toBe(1);
	expect(refused.stderr).toContain('npm run release');
	expect(prepublish({ npm_config_dry_run: 'true' }).status).toBe(0);
});

test('a tag of another version is not published, nor from another repository', () => {
	const { status, stderr } = prepublish({
		RELEASE_MODE: 'true',
		GITHUB_REF_TYPE: 'tag',
		GITHUB_REF_NAME: 'v999.0.0',
		GITHUB_REPOSITORY: 'somebody/else',
	});
	expect(status).toBe(1);
	expect(stderr).toContain(`tag the commit v${manifest.version}`);
	expect(stderr).toContain('this is somebody/else');
});
