// Makes dist: what n8n loads. Types are checked by tsc before.
const { dest, parallel, src } = require('gulp');
const { n8n } = require('./package.json');

/**
 * Puts the modules of the package into few files: n8n reads them at each start, and reading 130 takes
 * three times as long. What they have in common is there once, since it has a state: the credential
 * says which secrets a request has, and the node takes them out of messages.
 */
async function modules() {
	const { rolldown } = await import('rolldown');
	const files = [...n8n.nodes, ...n8n.credentials].map((file) =>
		file.replace(/^dist\/(.*)\.js$/, '$1'),
	);
	const bundle = await rolldown({
		input: Object.fromEntries(files.map((file) => [file, `${file}.ts`])),
		external: ['n8n-workflow'],
		platform: 'node',
		tsconfig: 'tsconfig.json',
	});
	await bundle.write({
		dir: 'dist',
		format: 'cjs',
		strict: true,
		comments: false,
		chunkFileNames: 'nodes/CaseManagement/[name].js',
		codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
	});
	await bundle.close();
}

/** Icons, codex files and output previews. */
function assets() {
	return src(
		['nodes/**/*.{svg,png}', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'],
		// Without it gulp 5 decodes files as text and damages what is not UTF-8.
		{ base: '.', encoding: false },
	).pipe(dest('dist'));
}

exports.default = parallel(modules, assets);
