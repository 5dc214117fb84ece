import { existsSync, readFileSync } from 'node:fs';

/** A failure that the reader can fix: shown as one sentence, without a stack trace. */
export class PlainError extends Error {
	override name = 'PlainError';
}

/** Tells the reader what is happening. */
export function say(text = ''): void {
	console.log(text);
}

/** Seconds since a moment of `performance.now()`, for people. */
export function since(started: number): string {
	const seconds = (performance.now() - started) / 1000;
	return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

/** Runs something that takes a while, with a line every 15 seconds and one at the end. */
export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
	const started = performance.now();
	const ticker = setInterval(() => say(`  … ${what}, ${since(started)} so far`), 15_000);
	try {
		return await work();
	} finally {
		clearInterval(ticker);
	}
}

/** The most informative lines of a log, indented, to show above an error. */
export function tail(file: string, lines = 15): string {
	if (!existsSync(file)) return '';
	const all = readFileSync(file, 'utf8').trimEnd().split('\n');
	// npm names the cause in its first error line; a page of usage may follow.
	const npm = all.filter((line) => /^npm error ./.test(line));
	return (npm.length > 0 ? npm.slice(0, lines) : all.slice(-lines))
		.map((line) => `  | ${line}`)
		.join('\n');
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
