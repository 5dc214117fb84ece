import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { isAlive } from './lock.mts';
import type { DataFolder } from './paths.mts';
import { PlainError } from './say.mts';

interface Running {
	pid: number;
	url: string;
	since: number;
}

const startTime = 150_000;

/**
 * Whether the recorded process is really a sandbox: process IDs are reused, for example after a
 * reboot.
 */
async function isReal({ pid, url, since }: Running): Promise<boolean> {
	if (pid === process.pid || !isAlive(pid)) return false;
	try {
		return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) })).ok;
	} catch {
		// Its n8n may still be starting.
		return Date.now() - since < startTime;
	}
}

/**
 * Refuses a data folder that another sandbox is using: two n8n instances would corrupt its
 * database.
 */
export async function claim(data: DataFolder): Promise<void> {
	if (!existsSync(data.running)) return;
	let other: Running;
	try {
		other = JSON.parse(readFileSync(data.running, 'utf8'));
	} catch {
		return;
	}
	if (!(await isReal(other))) return;
	throw new PlainError(
		`The sandbox of this folder is running already (process ${other.pid}, n8n at ${other.url}). Use ` +
			'that one, end it first (Ctrl-C), or start a second one beside it: ' +
			'npm start -- --port 0 --data .sandbox/second',
	);
}

/** Records that this process uses the folder from now on. */
export function noteRunning(data: DataFolder, url: string): void {
	const note: Running = { pid: process.pid, url, since: Date.now() };
	writeFileSync(data.running, JSON.stringify(note));
}

/** Removes the record. */
export function forgetRunning(data: DataFolder): void {
	rmSync(data.running, { force: true });
}
