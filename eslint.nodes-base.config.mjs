// What n8n's own configuration (eslint.config.mjs, which stays as n8n makes it) does not hold: all rules
// of the community's plugin for credentials, nodes and package.json, and two rules of ours. A comment in
// a file cannot turn them off.
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const { community, credentials, nodes } = nodesBase.configs;

/** What n8n's configuration turns off because it is wrong for community nodes. */
const WRONG_FOR_CREDENTIALS = {
	// Wants the name of a page of n8n's documentation. Ours is a URL, which another rule checks.
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
};
const WRONG_FOR_NODES = {
	// Both want the text 'main'. n8n's newer rule node-connection-type-literal forbids just that, and
	// wants NodeConnectionTypes.Main.
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
};

const ONE_WAY_OUT = {
	selector:
		'MemberExpression[property.name=/^(httpRequest|httpRequestWithAuthentication|request|requestWithAuthentication|makeRoutingRequest)$/], Identifier[name="fetch"]',
	message: 'Every request leaves through transport/send.ts.',
};
const FOREIGN_TEXT = {
	selector: 'TemplateLiteral CallExpression[callee.name="String"]',
	message:
		'Text of others gets into a sentence by quote, unquoted or cleanText (model/foreignText.ts).',
};

export default [
	{
		plugins: { 'n8n-nodes-base': nodesBase, '@typescript-eslint': tseslint.plugin },
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
		linterOptions: { noInlineConfig: true },
	},
	{ files: ['package.json'], rules: community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: { ...credentials.rules, ...WRONG_FOR_CREDENTIALS },
	},
	{ files: ['nodes/**/*.ts'], rules: { ...nodes.rules, ...WRONG_FOR_NODES } },
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parserOptions: { project: './tsconfig.json' } },
		rules: {
			'max-lines': ['error', 250],
			// What the service sends has the type unknown until it is checked.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'no-restricted-syntax': ['error', ONE_WAY_OUT, FOREIGN_TEXT],
		},
	},
	{
		files: ['nodes/CaseManagement/transport/send.ts'],
		rules: { 'no-restricted-syntax': ['error', FOREIGN_TEXT] },
	},
];
