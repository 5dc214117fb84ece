/**
 * The sandbox on the command line:
 * node sandbox/service/main.mts [--port N] [--cases N] [--page-size N] [--ready-json]
 */
import type { ReadyLine } from './controlTypes.mts';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULTS } from './state.mts';
import { startServer } from './server.mts';

const HELP = `A sandbox of the case management service, on this computer only.

  --port N        port to listen on (default: any free one)
  --cases N       how many cases to begin with (default: ${DEFAULTS.cases})
  --page-size N   cases per page of the case list (default: ${DEFAULTS.pageSize})
  --seed N        seed of all ids (default: ${DEFAULTS.seed})
  --ready-json    print one line of JSON when ready, and nothing else
  --with-parent   end when standard input is closed
  --help          this text
`;

/** Exits with one clear sentence. */
function fail(sentence: string): never {
	process.stderr.write(`${sentence}\n`);
	process.exit(1);
}

function readArguments(): Record<string, string | boolean | undefined> {
	try {
		return parseArgs({
			options: {
				port: { type: 'string' },
				cases: { type: 'string' },
				'page-size': { type: 'string' },
				seed: { type: 'string' },
				'ready-json': { type: 'boolean' },
				'with-parent': { type: 'boolean' },
				help: { type: 'boolean' },
			},
		}).values;
	} catch (error) {
		return fail(`${error instanceof Error ? error.message : error} (--help lists the options)`);
	}
}

const values = readArguments();

function numberOf(name: string, fallback: number, least: number, most = 10_000_000): number {
	const text = values[name];
	if (text === undefined) return fallback;
	const number = Number(text);
	if (!Number.isInteger(number) || number < least || number > most || text === '') {
		return fail(`--${name} must be a whole number from ${least} to ${most}, not "${text}".`);
	}
	return number;
}

if (values.help) {
	process.stdout.write(HELP);
	process.exit(0);
}

const port = numberOf('port', 0, 0, 65_535);
const running = await startServer({
	contract: join(import.meta.dirname, '..', 'openapi.yaml'),
	port,
	cases: numberOf('cases', DEFAULTS.cases, 0),
	pageSize: numberOf('page-size', DEFAULTS.pageSize, 1),
	seed: numberOf('seed', DEFAULTS.seed, 0),
}).catch((error: NodeJS.ErrnoException) =>
	fail(
		error.code === 'EADDRINUSE'
			? `Port ${port} is taken by another program. Choose another one with --port.`
			: `The sandbox could not start: ${error.message}`,
	),
);

const end = (): void => {
	void running.close().then(() => process.exit(0));
};
process.once('SIGINT', end);
process.once('SIGTERM', end);
if (values['with-parent']) {
	// The pipe closes when the parent ends for any reason, so no orphan remains.
	process.stdin.resume();
	process.stdin.once('end', () => process.exit(0));
	process.stdin.once('error', () => process.exit(0));
}

const { token, organization } = running.sandbox.state.fixtures;
const ready: ReadyLine = { url: running.url, token, organization };
process.stdout.write(
	values['ready-json']
		? `${JSON.stringify(ready)}\n`
		: `The sandbox service is ready.

  Base URL              ${ready.url}
  Authorization Token   ${ready.token}
  Organization          ${ready.organization}

Its control API is at ${ready.url}/__sandbox__/ (see sandbox/service/README.md).
Press Ctrl+C to end it.
`,
);
