/** Repeatable randomness: the same seed gives the same numbers and IDs at every start. */

/** A source of numbers in [0, 1). */
export type Random = () => number;

/**
 * Creates a generator (mulberry32: 32 bits of state, plenty for fixtures).
 * @param seed any integer
 * @returns a function that returns the next number in [0, 1)
 */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/**
 * A UUID of version 4 form, drawn from the generator (ids are UUID strings).
 * @param random where the digits come from
 * @returns e.g. `3f1c9a52-7b0e-4d11-9c3a-5e2f60718293`
 */
export function randomUuid(random: Random): string {
	const word = (): number => Math.floor(random() * 4294967296);
	const [a, b, c, d] = [word(), word(), word(), word()];
	const third = (b & 0x0fff) | 0x4000;
	const fourth = ((c >>> 16) & 0x3fff) | 0x8000;
	return `${hex(a, 8)}-${hex(b >>> 16, 4)}-${hex(third, 4)}-${hex(fourth, 4)}-${hex(c & 0xffff, 4)}${hex(d, 8)}`;
}

/**
 * Picks one of a list.
 * @param random where the choice comes from
 * @param list at least one entry
 */
export function pick<T>(random: Random, list: readonly T[]): T {
	return list[Math.floor(random() * list.length)] as T;
}
