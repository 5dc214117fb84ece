import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** The repository: the package under test. */
export const repository = path.resolve(import.meta.dirname, '..', '..');

/** A version of n8n that the package is tested with: the newest, or the last 1.x. */
export type N8nMajor = '1' | '2';

/** The definition of an n8n runtime: its package.json and lock file. */
export const runtimeRecipe = (major: N8nMajor): string =>
	path.join(repository, 'sandbox', major === '1' ? 'n8n-1' : 'n8n');

/** The workflow that `npm start` imports and runs. */
export const demoWorkflowFile = path.join(repository, 'sandbox', 'demo', 'case-lifecycle.json');

/** The examples, which `npm start` imports too. */
export function exampleFiles(): string[] {
	const folder = path.join(repository, 'examples');
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	return files.sort().map((file) => path.join(folder, file));
}

/**
 * Creates a folder and its parents. Not with `recursive`: below a path that cannot be created, such
 * as /proc/none, it never ends.
 */
export function makeFolder(folder: string): void {
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
	const parent = path.dirname(folder);
	if (parent !== folder) makeFolder(parent);
	try {
		mkdirSync(folder);
	} catch (error) {
		// Another process may have been faster.
		if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
	}
}

/** The reader's home folder; '/' for a user unknown to this machine. */
function home(): string {
	try {
		return homedir();
	} catch {
		return '/';
	}
}

/** The per-user cache folder: the n8n runtime is large and shared by all clones. */
export function cacheFolder(): string {
	const base = process.env.XDG_CACHE_HOME || path.join(home(), '.cache');
	return path.join(base, 'n8n-nodes-case-management');
}

/** Where a sandbox keeps what must survive a restart. */
export interface DataFolder {
	root: string;
	/** N8N_USER_FOLDER: n8n creates its `.n8n` in it. */
	n8nUser: string;
	n8nLog: string;
	/** IDs of what we created in n8n. */
	state: string;
	/** Records which process uses the folder. */
	running: string;
}

/** The layout of a data folder. */
export function dataFolder(root: string): DataFolder {
	return {
		root,
		n8nUser: path.join(root, 'n8n'),
		n8nLog: path.join(root, 'logs', 'n8n.log'),
		state: path.join(root, 'state.json'),
		running: path.join(root, 'running.json'),
	};
}
