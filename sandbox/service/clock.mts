/** The sandbox's clock: real time until a test sets or moves it. */
import type { ClockOrder } from './controlTypes.mts';

export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/**
	 * Sets or moves the clock.
	 * @throws Error with a sentence if `now` is not a date or `advanceMs` not a number
	 */
	order(order: ClockOrder): void;
}

/**
 * Creates a clock. Once set to an instant it stands still, so that a test can create two cases in
 * the same second; advancing it starts from its current time.
 */
export function createClock(): Clock {
	let frozen: number | null = null;
	let offset = 0;
	const now = (): number => (frozen ?? Date.now()) + offset;
	return {
		now,
		order({ now: instant, advanceMs }) {
			if (instant === null) {
				frozen = null;
				offset = 0;
			} else if (instant !== undefined) {
				const parsed = Date.parse(instant);
				if (Number.isNaN(parsed)) throw new Error(`The clock cannot be set to "${instant}".`);
				frozen = parsed;
				offset = 0;
			}
			if (advanceMs !== undefined) {
				if (!Number.isFinite(advanceMs)) throw new Error('advanceMs must be a number.');
				offset += advanceMs;
			}
		},
	};
}

/**
 * A timestamp as the service writes it (getCase, created_at).
 * @param ms milliseconds since 1970
 * @returns `<YYYY-MM-DD> <HH:MM:SS> UTC`
 */
export function toTimestamp(ms: number): string {
	const iso = new Date(ms).toISOString();
	return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** Truncates to whole seconds, the resolution of created_at. */
export function wholeSeconds(ms: number): number {
	return Math.floor(ms / 1000) * 1000;
}

/**
 * Parses a date or an instant strictly: 31 February is not a date.
 * @param text `YYYY-MM-DD` (midnight UTC) or an ISO 8601 instant with a zone
 * @returns milliseconds since 1970, or null if the text is neither
 */
export function parseIso(text: string): number | null {
	const parts = /^(\d{4})-(\d{2})-(\d{2})(T.+)?$/.exec(text);
	if (!parts) return null;
	const [, year, month, day] = parts.map(Number);
	const date = new Date(Date.UTC(year as number, (month as number) - 1, day));
	if (date.getUTCMonth() !== (month as number) - 1 || date.getUTCDate() !== day) return null;
	const ms = Date.parse(text);
	return Number.isNaN(ms) ? null : ms;
}
