import {
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeFolder } from './paths.mts';

const heartbeat = 10_000;
const silentAfter = 90_000;

/** Whether a process on this machine is running. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// EPERM: it exists, but belongs to another user.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Creates the folder unless it exists: an operation that only one process can win. */
function tryLock(folder: string): boolean {
	try {
		mkdirSync(folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	const owner = JSON.stringify({ pid: process.pid, host: hostname() });
	writeFileSync(path.join(folder, 'owner.json'), owner);
	return true;
}

/** Whether the owner of a lock is gone: a dead process, or no sign of life for a while. */
function isStale(folder: string): boolean {
	try {
		if (Date.now() - statSync(folder).mtimeMs > silentAfter) return true;
		const owner = JSON.parse(readFileSync(path.join(folder, 'owner.json'), 'utf8'));
		return owner.host === hostname() && !isAlive(owner.pid);
	} catch {
		// Just created and still without an owner, or just removed: check again.
		return false;
	}
}

/** Moves a stale lock away. Only one of several waiting processes can rename it. */
function removeStale(folder: string): void {
	const aside = `${folder}.stale-${process.pid}`;
	try {
		renameSync(folder, aside);
		rmSync(aside, { recursive: true, force: true });
	} catch {
		// Another process was faster.
	}
}

/**
 * Does the work while holding a lock (a folder), and waits while another process holds it. `onWait`
 * is called once if another process holds the lock; the signal ends the wait.
 */
export async function withLock<T>(
	folder: string,
	signal: AbortSignal,
	onWait: () => void,
	work: () => Promise<T>,
): Promise<T> {
	makeFolder(path.dirname(folder));
	for (let waited = false; !tryLock(folder); ) {
		if (isStale(folder)) {
			removeStale(folder);
			continue;
		}
		if (!waited) onWait();
		waited = true;
		await sleep(1000, undefined, { signal });
	}
	const beat = setInterval(() => {
		const now = new Date();
		if (existsSync(folder)) utimesSync(folder, now, now);
	}, heartbeat);
	try {
		return await work();
	} finally {
		clearInterval(beat);
		rmSync(folder, { recursive: true, force: true });
	}
}
