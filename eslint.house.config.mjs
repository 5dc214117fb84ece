// Rules of this package: one way out to the service, one way for text of others into a sentence, files
// that one can hold in the head. A comment in a file cannot turn them off.
import tseslint from 'typescript-eslint';

const SENDING =
	/^(httpRequest|httpRequestWithAuthentication|makeRoutingRequest|request|requestWithAuthentication)$/;

const ONE_WAY_OUT = {
	selector: `MemberExpression[property.name=${SENDING}], CallExpression[callee.name="fetch"]`,
	message: 'Every request leaves through transport/send.ts.',
};
const TEXT_OF_OTHERS = {
	selector: 'TemplateLiteral CallExpression[callee.name="String"]',
	message:
		'Text of others gets into a sentence by quote, unquoted or cleanText (model/foreignText.ts).',
};

export default [
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		plugins: { '@typescript-eslint': tseslint.plugin },
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { project: './tsconfig.json' },
		},
		linterOptions: { noInlineConfig: true },
		rules: {
			'max-lines': ['error', 250],
			// What the service sends has the type unknown until it is checked.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'no-restricted-syntax': ['error', ONE_WAY_OUT, TEXT_OF_OTHERS],
		},
	},
	{
		files: ['nodes/CaseManagement/transport/send.ts'],
		rules: { 'no-restricted-syntax': ['error', TEXT_OF_OTHERS] },
	},
];
