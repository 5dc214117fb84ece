/** What every project shares: tests are .mts, turned into CommonJS by swc. */
const shared = {
	testEnvironment: 'node',
	moduleFileExtensions: ['mts', 'ts', 'js', 'cjs', 'mjs', 'json', 'node'],
	transform: {
		'^.+\\.m?ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	transformIgnorePatterns: ['/node_modules/', '/dist/'],
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
	maxWorkers: 2,
	// Two cores, often shared: starting the service may take its time.
	testTimeout: 30_000,
};
