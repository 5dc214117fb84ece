import { OPEN_STATUSES, TERMINAL_STATUS } from '../model/case';
import { Problem } from '../model/problem';
import { toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import { LongList } from './longList';
import type { CasePage, Reader } from './source';
import type { OpenCasesState } from './state';
import type { CaseTracker, Origin } from './tracker';

const MAX_CONCURRENT = 5;

/** After this many failed lookups, the others are left to the next poll. */
const MAX_FAILURES = 3;

/** Maximum number of cases in statuses that the contract does not name. They cannot be listed, so a
 * poll fetches this many of them one by one, in turn. */
const MAX_UNNAMED = 2000;
const MAX_UNNAMED_LOOKUPS = 20;

/** The share of a poll after which the rest of the list is left to the next one. */
const LIST_SHARE = 0.8;

/** The open cases: reads their list, oldest first, as far as the poll allows, and fetches those that
 * have disappeared from it, or of which the lists tell something new. The next poll goes on where
 * this one stopped. */
export class OpenCases {
	/** What keeps the list from being read to its end. */
	standstill: Problem | undefined;

	constructor(
		private readonly state: OpenCasesState,
		private readonly tracker: CaseTracker,
		private readonly reader: Reader,
	) {}

	/** @throws errors of the source */
	async scan(origin: Origin): Promise<void> {
		const { state } = this;
		// What the last poll had no time to fetch comes before the next reading.
		const isRead = state.place === undefined && state.listed.size > 0;
		if (!isRead) await this.readList(origin);
		if (state.place !== undefined) return;
		state.complete = true;
		this.doubtMissing();
	}

	/** Fetches the cases in doubt: completed, deleted, changed, or hidden by a shifting page.
	 * @returns the first failure; the cases concerned stay known, and the next poll fetches them */
	async settle(): Promise<Error | undefined> {
		const { tracker, reader, state } = this;
		const limiter = new Limiter(MAX_CONCURRENT);
		const failures: Error[] = [];
		const lookUp = async (uuid: string): Promise<void> => {
			if (reader.isSpent() || failures.length >= MAX_FAILURES) {
				// As if it were missing, so that its turn comes before the next reading.
				state.listed.delete(uuid);
				return;
			}
			state.listed.add(uuid);
			try {
				const found = await reader.fetchCase(uuid);
				if (typeof found === 'string') tracker.observeAbsent(uuid, found);
				else tracker.observeShown(found);
			} catch (error) {
				failures.push(toProblem(error).withNote(`Case: ${uuid}.`));
			}
			tracker.moveToBack(uuid);
		};
		// Those first that have waited longest.
		const known = [...state.cases.keys()].filter((uuid) => tracker.doubtful.has(uuid));
		const due = [...new Set([...known, ...tracker.doubtful])];
		await Promise.all(due.map(async (uuid) => await limiter.run(async () => await lookUp(uuid))));
		const isLeft = reader.isSpent() && due.some((uuid) => !state.listed.has(uuid));
		if (state.place === undefined && !isLeft) state.listed = new Set();
		return failures[0];
	}

	private async readList(origin: Origin): Promise<void> {
		const { state, tracker, reader } = this;
		const { listed } = state;
		const query = { statuses: OPEN_STATUSES };
		const list = new LongList(reader, query, state.place, (uuid) => listed.has(uuid));
		for await (const page of list.pages()) {
			this.assertOpen(page);
			for (const observed of page.cases) {
				listed.add(observed.uuid);
				tracker.observe(observed, origin);
			}
			if (page.nextCursor !== null && list.mayStop(LIST_SHARE)) break;
		}
		this.standstill = list.standstill;
		state.place = list.place;
	}

	/** A service that ignores the status filter would return its whole archive at every poll. A list
	 * that lags shows cases as open which are known to have been open until just now. */
	private assertOpen({ entries, cases }: CasePage): void {
		const strange = cases.filter(
			({ uuid, status }) => status === TERMINAL_STATUS && !this.tracker.isKnown(uuid),
		);
		if (entries.length < 2 || strange.length < entries.length / 2) return;
		throw new Problem(
			'The service returns completed cases although only open ones were requested',
			{
				kind: 'invalidResponse',
				hint: 'It may expect the statuses in another format: choose another Array Format under Options.',
			},
		);
	}

	private doubtMissing(): void {
		const { cases, listed } = this.state;
		const unnamed: string[] = [];
		for (const [uuid, { status }] of cases) {
			// A case that this poll has found may be newer than the list.
			if (listed.has(uuid) || this.tracker.isFirstSeen(uuid)) continue;
			if (OPEN_STATUSES.includes(status)) this.tracker.doubtful.add(uuid);
			else unnamed.push(uuid);
		}
		for (const uuid of unnamed.splice(0, Math.max(0, unnamed.length - MAX_UNNAMED))) {
			this.tracker.forget(uuid);
		}
		for (const uuid of unnamed.slice(0, MAX_UNNAMED_LOOKUPS)) this.tracker.doubtful.add(uuid);
	}
}
