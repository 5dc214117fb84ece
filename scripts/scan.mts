// npm run lint:scan: n8n's checks before it verifies a package, without a network. The checks of
// n8n's scanner run on the sources and on the packed package; the rules for UI texts run on the
// panel as n8n gets it, since it is composed of many source files.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ESLint } from 'eslint';

import { npmCommand } from '../sandbox/runtime/npm.mts';
import { makeFolder, repository } from '../sandbox/runtime/paths.mts';
import { writeOut } from './writeOut.mts';

interface Result {
	passed: boolean;
	message?: string;
	details?: string;
}

interface Scanner {
	/** The files of a repository that the scanner reads. */
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(folder: string, patterns: string[]): Promise<Result>;
}

// Outside the repository, where n8n's linter would find it.
const work = mkdtempSync(path.join(tmpdir(), 'case-management-scan-'));
const source = path.join(work, 'source');
const content = path.join(work, 'content');
const panel = path.join(work, 'panel');

/** The files that `npm pack` reads, and those that the bundle is made from. */
const PACKED = ['package.json', 'index.js', 'README.md', 'LICENSE', 'credentials', 'nodes'];
const BUNDLED_BY = ['.npmrc', 'gulpfile.js', 'tsconfig.json'];

/**
 * Bundles a copy of the package, packs it and unpacks it; the repository's `dist` stays unchanged.
 * Not through npm's prepack, which also checks the types: `npm run typecheck` does that.
 */
function pack(): void {
	for (const folder of [source, content]) makeFolder(folder);
	for (const file of [...PACKED, ...BUNDLED_BY]) {
		cpSync(path.join(repository, file), path.join(source, file), { recursive: true });
	}
	symlinkSync(path.join(repository, 'node_modules'), path.join(source, 'node_modules'), 'junction');
	const npm = (...given: string[]) => {
		const { command, args, shell } = npmCommand(given);
		execFileSync(command, args, { cwd: source, shell, stdio: ['ignore', 'ignore', 'inherit'] });
	};
	npm('run', '--silent', 'bundle');
	npm('pack', '--silent', '--ignore-scripts', '--pack-destination', work);
	const tarball = readdirSync(work).find((file) => file.endsWith('.tgz'))!;
	execFileSync('tar', ['-xzf', tarball, '-C', 'content', '--strip-components=1'], { cwd: work });
}

/** Lints the nodes and credentials as n8n gets them. */
async function lintPanel(): Promise<Result> {
	writeOut(source, panel);
	const rules = path.join(repository, 'eslint.nodes-base.config.mjs');
	const eslint = new ESLint({ cwd: panel, overrideConfigFile: rules });
	const results = await eslint.lintFiles(['.']);
	const formatter = await eslint.loadFormatter('stylish');
	const details = await formatter.format(results);
	return { passed: results.every(({ errorCount }) => errorCount === 0), details };
}

pack();
// When loaded, the scanner creates a folder and leaves it behind.
process.env.TMPDIR = process.env.TEMP = process.env.TMP = work;
const { analyzePackage, SOURCE_FILE_PATTERNS }: Scanner = await import(
	// @ts-expect-error It has no types.
	'@n8n/scan-community-package/scanner/scanner.mjs'
);
const results: Array<[string, Result]> = [
	['the sources', await analyzePackage(repository, SOURCE_FILE_PATTERNS)],
	['the package', await analyzePackage(content, ['**/*.js', 'package.json'])],
	['the panel', await lintPanel()],
];
for (const [what, { passed, message = '', details = '' }] of results) {
	if (!passed) console.error(`The scan of ${what} failed. ${message}\n${details}`);
}
const failed = results.some(([, { passed }]) => !passed);
// The failed files stay for inspection.
if (!failed) rmSync(work, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
