// The tests that mutation testing runs: fast, and without a service beside them.
import config from './jest.config.mjs';

// Each mutant runs them anew.
process.env.RUNS = '0.25';

const unit = config.projects.find(({ displayName }) => displayName === 'unit');

export default {
	...unit,
	testMatch: [
		'<rootDir>/test/unit/execution/**/*.test.mts',
		'<rootDir>/test/unit/lookup/**/*.test.mts',
		'<rootDir>/test/unit/model/**/*.test.mts',
		'<rootDir>/test/unit/operation/**/*.test.mts',
		'<rootDir>/test/unit/parameters/**/*.test.mts',
		'<rootDir>/test/unit/transport/**/*.test.mts',
	],
};
