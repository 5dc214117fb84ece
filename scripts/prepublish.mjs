// npm publish runs this first. A dry run is always allowed and reports what still blocks
// publishing.

import { changelog, manifest, obstacles } from './release.mjs';

const isDryRun = process.env.npm_config_dry_run === 'true';
const { GITHUB_REF_TYPE, GITHUB_REF_NAME, GITHUB_REPOSITORY } = process.env;
const found = obstacles(manifest, changelog(), {
	tag: GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : undefined,
	slug: GITHUB_REPOSITORY,
});
// n8n's own check, `n8n-node prerelease`, does not support dry runs.
if (process.env.RELEASE_MODE === undefined) {
	found.push('The package is published by the workflow publish.yml: run "npm run release".');
}
if (found.length > 0) {
	const heading = isDryRun ? 'A real publish would stop here:' : 'This cannot be published:';
	console.error([heading, ...found].join('\n  - '));
}
process.exitCode = found.length === 0 || isDryRun ? 0 : 1;
