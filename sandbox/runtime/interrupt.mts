import { say } from './say.mts';

/** The two stages of a shutdown. */
export interface Interrupt {
	/** Aborted by the first Ctrl-C: shut down properly. */
	stop: AbortSignal;
	/** Aborted by a later one: end at once. */
	force: AbortSignal;
}

// One Ctrl-C arrives several times: from the terminal, from npm and from bootstrap.mjs.
const onePress = 1500;

/** Watches for Ctrl-C, for a termination signal, and for the end of the process that started us. */
export function watchInterrupt(): Interrupt {
	const stop = new AbortController();
	const force = new AbortController();
	let first = 0;
	const ask = () => {
		if (!stop.signal.aborted) {
			first = performance.now();
			say('\nEnding …');
			stop.abort();
		} else if (performance.now() - first > onePress) {
			force.abort();
		}
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
	if (process.connected) {
		process.once('disconnect', ask);
		process.channel?.unref();
	}
	return { stop: stop.signal, force: force.signal };
}
