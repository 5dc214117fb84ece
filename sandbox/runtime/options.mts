import path from 'node:path';
import { parseArgs } from 'node:util';

import { type N8nMajor, repository } from './paths.mts';
import { PlainError } from './say.mts';

/** The options the reader chose. */
export interface Options {
	once: boolean;
	/** 0: any free one. */
	port: number;
	host: string;
	/** The newest n8n, or the last 1.x. */
	n8n: N8nMajor;
	/** The folder for everything that must survive a restart. */
	data: string;
	help: boolean;
}

/** What `npm start -- --help` prints. */
export const usage = `npm start -- [--once] [--port N] [--n8n 1] [--data FOLDER]

  --once         run the demo workflow, print what it did and end (exit code 0: all as expected)
  --port N       n8n's port (default 5678, or N8N_PORT; 0 takes any free one)
  --n8n 1        the last n8n 1.x instead of the newest n8n
  --data FOLDER  where n8n keeps its data (default .sandbox; for n8n 1.x .sandbox/n8n-1)`;

/** Reads command line and environment. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options {
	let values: { once?: boolean; port?: string; n8n?: string; data?: string; help?: boolean };
	try {
		({ values } = parseArgs({
			args,
			options: {
				once: { type: 'boolean' },
				port: { type: 'string' },
				n8n: { type: 'string' },
				data: { type: 'string' },
				help: { type: 'boolean', short: 'h' },
			},
		}));
	} catch (error) {
		throw new PlainError(`${(error as Error).message}\n\n${usage}`);
	}
	const text = values.port ?? (env.N8N_PORT || '5678');
	const port = Number(text);
	if (!/^\d+$/.test(text) || port > 65_535) {
		throw new PlainError(`The port must be a number from 0 to 65535, not "${text}".`);
	}
	const major = values.n8n ?? '2';
	if (major !== '1' && major !== '2') {
		throw new PlainError(`The n8n can be 1 or 2, not "${major}".`);
	}
	// The database of one version cannot be used by the other.
	const folder = major === '1' ? '.sandbox/n8n-1' : '.sandbox';
	return {
		once: values.once ?? false,
		port,
		host: env.N8N_LISTEN_ADDRESS || '127.0.0.1',
		n8n: major,
		data: path.resolve(repository, values.data ?? folder),
		help: values.help ?? false,
	};
}
