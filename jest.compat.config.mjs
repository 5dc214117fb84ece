/**
 * The engine suite on the n8n-core of another n8n: `scripts/compat.mts` says in N8N_MODULES where the
 * packages of that n8n are.
 */
import base from './jest.config.mjs';

const modules = process.env.N8N_MODULES;
if (modules === undefined) throw new Error('Run it by npm run test:compat.');

export default {
	...base,
	projects: base.projects
		.filter(({ displayName }) => displayName === 'engine')
		.map((project) => ({
			...project,
			displayName: `engine on n8n ${process.env.N8N_MAJOR}`,
			// What n8n shares with a node, and with a test that stands in for a part of n8n.
			moduleNameMapper: { '^(n8n-core|n8n-workflow|luxon|reflect-metadata)$': `${modules}/$1` },
		})),
};
