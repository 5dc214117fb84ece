// What tsc does not carry over into dist: icons, codex files and output previews.
const { dest, src } = require('gulp');

function assets() {
	return src(
		['nodes/**/*.{svg,png}', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'],
		// Without it gulp 5 decodes files as text and damages what is not UTF-8.
		{ base: '.', encoding: false },
	).pipe(dest('dist'));
}

exports.assets = assets;
exports.default = assets;
