/** Lets at most `limit` pieces of work run at once, in the order in which they came. */
export class Limiter {
	private running = 0;

	private readonly waiting: Array<() => void> = [];

	constructor(private readonly limit: number) {}

	get inFlight(): number {
		return this.running;
	}

	/** Runs `work` as soon as there is room; it decides for itself whether it is still wanted. */
	async run<T>(work: () => Promise<T>): Promise<T> {
		if (this.running >= this.limit) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.running += 1;
		}
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			// The place is handed over rather than freed, so that nobody can slip in between.
			if (next) next();
			else this.running -= 1;
		}
	}
}
