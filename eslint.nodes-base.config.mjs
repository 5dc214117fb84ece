// The rules for credentials, nodes and package.json of the community's plugin, all of them. n8n's own
// configuration (eslint.config.mjs) has these sets too, but less strictly: a comment in a file may
// turn a rule off there, and two rules are off that hold for us.
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

export default [
	{
		plugins: { 'n8n-nodes-base': nodesBase },
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
];
