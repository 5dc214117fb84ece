/**
 * Which folder may import which: docs/architecture.md draws the same picture. Arrows go one way, so
 * that a change can be followed in one direction.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
const node = '^nodes/CaseManagement/';

/** For each folder of the node, the folders that it may import beside itself. */
const ALLOWED = {
	model: [],
	transport: ['model'],
	parameters: ['transport', 'model'],
	fields: ['parameters', 'transport', 'model'],
	execution: ['parameters', 'transport', 'model'],
	lookup: ['execution', 'parameters', 'transport', 'model'],
	operation: ['lookup', 'execution', 'parameters', 'transport', 'model'],
	resources: ['operation', 'lookup', 'execution', 'fields', 'parameters', 'transport', 'model'],
	methods: ['parameters', 'transport', 'model'],
	polling: ['fields', 'parameters', 'transport', 'model'],
};

const folders = Object.entries(ALLOWED).map(([folder, allowed]) => ({
	name: `${folder}-imports-only-what-is-below-it`,
	severity: 'error',
	from: { path: `${node}${folder}/` },
	to: { path: '^(nodes|credentials)/', pathNot: `${node}(${[folder, ...allowed].join('|')})/` },
}));

module.exports = {
	forbidden: [
		...folders,
		{ name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'node-files-compose',
			severity: 'error',
			from: { path: `${node}[^/]+\\.node\\.ts$` },
			to: {
				path: '^(nodes|credentials)/',
				pathNot: `${node}(resources|operation|fields|methods|polling|transport)/`,
			},
		},
		{
			name: 'the-credential-addresses-signs-and-redacts',
			severity: 'error',
			from: { path: '^credentials/' },
			to: { path: '^nodes/', pathNot: `${node}transport/(credential|redaction|time)\\.ts$` },
		},
		{
			name: 'the-package-imports-nothing-of-the-repository-around-it',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { path: '^(sandbox|bench|test|scripts|examples)/' },
		},
		{
			name: 'the-package-imports-only-n8n-workflow',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: {
				dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'core'],
				pathNot: 'node_modules/n8n-workflow/',
			},
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
	},
};
