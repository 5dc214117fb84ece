/** Most requests that one poll makes; what is left is done by the next. */
const MAX_REQUESTS = 400;

/** How long and how much one poll may read. */
export class Budget {
	private used = 0;

	private readonly began: number;

	private readonly milliseconds: number;

	private readonly now: () => number;

	/**
	 * @param milliseconds how long the poll may take
	 * @param now a clock, in milliseconds
	 */
	constructor(milliseconds: number, now: () => number) {
		this.now = now;
		this.began = now();
		this.milliseconds = milliseconds;
	}

	/** Notes one request. */
	use(): void {
		this.used += 1;
	}

	/**
	 * Whether the poll should come to its end.
	 *
	 * @param share how much of the budget may be used up, so that something is left for what follows
	 */
	spent(share = 1): boolean {
		const time = this.now() - this.began;
		return this.used >= MAX_REQUESTS * share || time >= this.milliseconds * share;
	}
}
