// Rules for everything that is not published: sandbox, scripts and tests, all written as .mts.
// The package itself is linted by eslint.config.mjs, which n8n's strict mode wants unchanged.
import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ ignores: ['dist', '.sandbox', 'coverage', '**/node_modules'] },
	{
		files: ['**/*.mts', '**/*.mjs'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		languageOptions: { globals: { ...globals.node } },
		rules: {
			eqeqeq: 'error',
			'no-var': 'error',
			'prefer-const': 'error',
			// Tools run as they are, with their types stripped: what needs compiling is refused.
			'@typescript-eslint/parameter-properties': 'error',
			'no-restricted-syntax': [
				'error',
				'TSEnumDeclaration',
				'TSModuleDeclaration[declare!=true]',
				'TSImportEqualsDeclaration',
				'TSExportAssignment',
			],
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
		},
	},
	{ files: ['test/**/*.mts'], languageOptions: { globals: { ...globals.jest } } },
);
