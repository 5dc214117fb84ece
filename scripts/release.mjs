// The checks and the notes of a release. package.json and CHANGELOG.md decide.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const hasFolder = (folder) => existsSync(path.join(root, folder));

export const manifest = JSON.parse(read('package.json'));

/** The section of a changelog for one version, or '' if it has none. */
export function notesOf(changelog, version) {
	const parts = changelog.split(/^## /m).slice(1);
	const isOurs = (part) => part.split(/\s/, 1)[0].replace(/[[\]]/g, '') === version;
	return (parts.find(isOurs) ?? '').split('\n').slice(1).join('\n').trim();
}

/**
 * The reasons why a version cannot be published, as sentences.
 *
 * @param here what GitHub says of the run: tag, and owner and name of the repository; each
 * undefined
 *   elsewhere
 */
export function obstacles({ version, author, repository }, changelog, here = {}) {
	const { tag, slug } = here;
	const named = /^git\+https:\/\/github\.com\/([^/]+\/[^/]+)\.git$/.exec(repository.url)?.[1];
	return [
		tag !== undefined &&
			tag !== `v${version}` &&
			`The tag is ${tag}, but package.json says ${version}: tag the commit v${version}.`,
		notesOf(changelog, version) === '' &&
			`CHANGELOG.md has no part "## ${version}": say there what is new.`,
		JSON.parse(read('package-lock.json')).version !== version &&
			`package-lock.json has another version than ${version}: run "npm install --package-lock-only".`,
		!read('README.md').includes(`-${version}.tgz`) &&
			`README names the tarball of another version than ${version}.`,
		!hasFolder(`test/saved/${version}`) &&
			`There is no test/saved/${version}: save workflows with this version, as test/saved/README.md says.`,
		/\.example$/.test(author.email) &&
			'The author in package.json is a placeholder: see docs/publishing.md.',
		named === undefined &&
			'The repository in package.json is none on GitHub, which n8n wants: see docs/publishing.md.',
		slug !== undefined &&
			named !== undefined &&
			slug !== named &&
			`package.json names the repository ${named}, but this is ${slug}: npm would refuse it.`,
	].filter(Boolean);
}

export const changelog = () => read('CHANGELOG.md');
