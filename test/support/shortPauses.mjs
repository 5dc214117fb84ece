/**
 * A Jest transform of the built package: what it waits between two tries of a request is asked of the
 * tests (`pauseBetweenTries` in engine.mts). Nothing else that the package waits for is changed.
 */
import { createHash } from 'node:crypto';

/** The constant of transport/retry.ts that all pauses between tries are made of, in milliseconds. */
const FIRST_DELAY = /^const FIRST_DELAY = (\d+);$/gm;
const ASKED = 'const FIRST_DELAY = globalThis.pauseBetweenTries?.($1) ?? $1;';

export default {
	process: (code) => ({ code: code.replace(FIRST_DELAY, ASKED) }),
	// Another text of this file makes another result.
	getCacheKey: (code) =>
		createHash('sha256').update(code).update(`${FIRST_DELAY}${ASKED}`).digest('hex'),
};
