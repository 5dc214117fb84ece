/** What every project shares: tests are .mts, turned into CommonJS by swc. */
const shared = {
	testEnvironment: 'node',
	moduleFileExtensions: ['mts', 'ts', 'js', 'cjs', 'mjs', 'json', 'node'],
	transform: {
		'^.+\\.m?ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
		'/dist/.+\\.js$': '<rootDir>/test/support/shortPauses.mjs',
	},
	transformIgnorePatterns: ['/node_modules/'],
	modulePathIgnorePatterns: ['<rootDir>/.sandbox', '<rootDir>/dist/package.json'],
};

const project = (name, extra = {}) => ({
	...shared,
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	...extra,
});

export default {
	projects: [project('unit'), project('contract'), project('engine')],
	testSequencer: '<rootDir>/test/support/longestFirst.mjs',
	// Twice as many as there are cores: engine tests mostly wait for time-outs.
	maxWorkers: 4,
	// Nothing is left open at the end, but Jest gives a worker only half a second to free its memory:
	// too little for a large one on a busy machine. A large one is replaced after its test file.
	workerIdleMemoryLimit: '512MB',
	// Two cores, often shared: a busy machine takes many times as long.
	testTimeout: 120_000,
};
