/** docs/promises.md names each path on which a promise holds, and only existing tests. */
import { existsSync, readFileSync } from 'node:fs';

const PATHS = ['agent', 'composite', 'form', 'list', 'operation', 'test', 'trigger'];

interface Promised {
	promise: string;
	paths: string[];
	/** The text of the test cell. */
	held: string;
	/**
	 * The test file and a part of the test name; missing if the promise does not apply to this
	 * path.
	 */
	test?: { file: string; name: string };
	n8n: string;
}

/** The rows of all tables; a promise is named in the first of its rows. */
function rows(): Promised[] {
	let promise = '';
	return readFileSync('docs/promises.md', 'utf8')
		.split('\n')
		.filter((line) => /^\| (?!Promise |-)/.test(line))
		.map((line) => {
			const [first, paths, held, n8n] = line.slice(1, -1).split(/(?<!\\)\|/);
			promise = first!.trim() || promise;
			const [, file, name] = /^`(.+?)` (.+)$/.exec(held!.trim()) ?? [];
			return {
				promise,
				paths: paths!.split(',').map((path) => path.trim()),
				held: held!.trim(),
				...(file !== undefined && { test: { file, name: name!.replace(/\\(.)/g, '$1') } }),
				n8n: n8n!.trim(),
			};
		});
}

const promised = rows();

test.each([...new Set(promised.map(({ promise }) => promise))])('every path: %s', (promise) => {
	const paths = promised.filter((row) => row.promise === promise).flatMap((row) => row.paths);
	expect([...new Set(paths)].sort()).toEqual(PATHS);
});

test('every cell names a test, or says why it has none', () => {
	const empty = promised.filter(({ test, held }) => !test && !/^none: \w+ \w+/.test(held));
	expect(empty).toEqual([]);
});

const tests = promised.flatMap(({ test, n8n }) => (test ? [{ ...test, n8n }] : []));

/** Lines of a test file with a quoted name, without comments and skipped tests. */
function namedIn(source: string, name: string): string[] {
	const lines = source.replaceAll("\\'", "'").split('\n');
	return lines.filter((line, at) => {
		const around = `${lines[at - 1] ?? ''}\n${line}`;
		return (
			/['"`]/.test(line.split(name, 1)[0]!) &&
			line.includes(name) &&
			!/^\s*(\/\/|\*|\/\*)/.test(line) &&
			!/\.(skip|todo|failing)\b|\bx(test|it|describe)\b/.test(around)
		);
	});
}

test.each(tests)('$file contains: $name', ({ file, name }) => {
	const place = `test/${file}.test.mts`;
	expect(existsSync(place)).toBe(true);
	expect(namedIn(readFileSync(place, 'utf8'), name)).not.toEqual([]);
});

/** The n8n that the tests of a folder run on. */
const RUNS_ON: Array<[folder: RegExp, n8n: string]> = [
	[/^unit\//, '-'],
	[/^contract\//, '2.41'],
	[/^e2e\/(browser\/(creator|examples)$|queue|tarball)/, '2.41'],
	[/^(engine|e2e)\//, 'both'],
];

test.each(tests)('$file runs on: $n8n', ({ file, n8n }) => {
	expect(n8n).toBe(RUNS_ON.find(([folder]) => folder.test(file))![1]);
});
