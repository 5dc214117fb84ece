/**
 * A Jest transform of the built package: the tests set the pause between two tries of a request
 * (`pauseBetweenTries` in engine.mts). No other waiting time is changed.
 */
import { createHash } from 'node:crypto';

/**
 * The constant of transport/retry.ts on which all pauses between tries are based, in milliseconds.
 */
const FIRST_DELAY = /^const FIRST_DELAY = (\d+);$/gm;
const ASKED = 'const FIRST_DELAY = globalThis.pauseBetweenTries?.($1) ?? $1;';

export default {
	process: (code) => ({ code: code.replace(FIRST_DELAY, ASKED) }),
	// A change to this file invalidates the cache.
	getCacheKey: (code) =>
		createHash('sha256').update(code).update(`${FIRST_DELAY}${ASKED}`).digest('hex'),
};
