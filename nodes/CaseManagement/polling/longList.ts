import { DAY_MS } from '../model/dates';
import { Problem } from '../model/problem';
import { toProblem } from '../transport/errors';
import { createdOf, isRequestError } from './source';
import type { CasePage, ListQuery, ObservedCase, Reader } from './source';
import { BEGINNING } from './state';
import type { Place } from './state';

const HOUR = 3_600_000;

/** How much earlier than at a place to ask for the cases behind it, latest first: a service may read
 * an instant in a zone of its own, or as a day that it leaves out. Then a day, then all. */
const EARLIER = [-14 * HOUR, -7 * HOUR, 0, 15 * HOUR, 39 * HOUR] as const;

/** Numbers of the ways to ask: an element of `EARLIER`, a day, or the whole list. */
const BY_DAY = EARLIER.length;
const WHOLE = BY_DAY + 1;

function filterDate({ first }: Place, way: number): string {
	if (way === BY_DAY) return new Date(first - 2 * DAY_MS).toISOString().slice(0, 10);
	// A second earlier: whether the instant itself is included, is open.
	return new Date(first - 1000 - (EARLIER[way] ?? 0)).toISOString();
}

/** A list of any length, oldest case first, that several polls read one after the other. It rests on
 * what the service has to keep: dates of creation, and the UUIDs of cases that were read before. A
 * cursor may have expired by the next poll, or lead elsewhere: it saves time where it works.
 *
 * To go on at a place, the list is requested from around there. The response counts if it begins with
 * a case from before the place: then it contains all that follow. Otherwise it is requested from an
 * earlier date. */
export class LongList {
	/** Where the reading has come to; undefined at the end of the list. */
	place: Place | undefined;

	/** Number of pages that a poll before has read too, and of those that none has. */
	private again = 0;
	private fresh = 0;

	private asked: ListQuery = { order: 'oldest' };

	/** Of the pages of this poll. */
	private cursors: Array<string | undefined> = [];

	/** @param from where the last poll stopped; undefined to read from the start
	 * @param isRead whether a case of the very second of the place was read before */
	constructor(
		private readonly reader: Reader,
		private readonly query: Pick<ListQuery, 'statuses'>,
		private from: Place | undefined,
		private readonly isRead: (uuid: string) => boolean,
	) {
		this.place = from;
	}

	/** @throws errors of the source */
	async *pages(): AsyncGenerator<CasePage, void> {
		for (;;) {
			const { from } = this;
			try {
				const start = await this.begin();
				if (start !== undefined) yield* this.pagesFrom(start);
				return;
			} catch (error) {
				// The cursor has expired already: the list goes on by the dates.
				if (!isRequestError(error) || this.place?.last === from?.last) throw toProblem(error);
				this.from = this.place && { ...this.place, cursor: undefined };
			}
		}
	}

	/** The pages of this poll before the one read last, from the last to the first, as they are now. A
	 * service may accept each cursor only once: then there is nothing to compare with. */
	async *earlierPages(): AsyncGenerator<ObservedCase[], void> {
		for (const cursor of this.cursors.slice(0, -1).toReversed()) {
			yield await this.readAgain(cursor);
		}
	}

	/** Whether to leave the rest of the list to the next poll.
	 * @param share of the poll that this reading may take: it takes more where it has to read much again */
	mayStop(share: number): boolean {
		return this.reader.isSpent() || (this.fresh > this.again && this.reader.isSpent(share));
	}

	/** What to tell if a poll got no further than the ones before it. */
	get standstill(): Problem | undefined {
		if (this.place === undefined || this.fresh > 0) return undefined;
		return new Problem('The list of cases is too long: the trigger gets no further in it', {
			kind: 'invalidResponse',
			hint: 'A poll reads too few pages, or each poll has to begin again, because the service neither follows created_after nor keeps its cursors. Choose fewer templates under Filters, or poll more often. If this goes on, report it to the operators of the service.',
		});
	}

	private async readAgain(cursor: string | undefined, attempts = 2): Promise<ObservedCase[]> {
		try {
			return (await this.reader.fetchPage(this.asked, cursor)).cases;
		} catch (error) {
			if (!isRequestError(error)) throw toProblem(error);
			return attempts > 1 ? await this.readAgain(cursor, attempts - 1) : [];
		}
	}

	private async *pagesFrom({ query, way, ...start }: Beginning): AsyncGenerator<CasePage, void> {
		const before = this.from?.furthest ?? BEGINNING;
		let { cursor } = start;
		let isAfterCursor = false;
		this.asked = query;
		this.cursors = [];
		for await (const page of this.reader.pages(query, cursor, start.page)) {
			const created = createdOf(page.cases);
			const last = created.at(-1) ?? this.place?.last;
			if (last !== undefined) {
				if (isAfterCursor || last > before) this.fresh += 1;
				else this.again += 1;
				const first = Math.min(created[0] ?? last, last);
				const furthest = Math.max(last, before);
				this.place = { first, last, furthest, cursor, createdAfter: query.createdAfter, way };
			}
			isAfterCursor = start.cursor !== undefined;
			this.cursors.push(cursor);
			cursor = page.nextCursor ?? undefined;
			yield page;
		}
		this.place = undefined;
	}

	/** @returns undefined if the time is over before it is known where to begin */
	private async begin(): Promise<Beginning | undefined> {
		const { from, reader } = this;
		const toQuery = (after: string | undefined): ListQuery => ({
			order: 'oldest',
			...this.query,
			...(after !== undefined && { createdAfter: after }),
		});
		const whole = { query: toQuery(undefined), way: WHOLE };
		if (from === undefined || from.last === BEGINNING) return { ...whole, way: 0 };
		if (from.cursor !== undefined) {
			const { way, cursor } = from;
			const start = await this.try({ query: toQuery(from.createdAfter), way, cursor });
			if (start !== undefined) return start;
		}
		for (let way = Math.max(0, from.way - 1); way < WHOLE; way += 1) {
			if (reader.isSpent()) return undefined;
			const start = await this.try({ query: toQuery(filterDate(from, way)), way });
			if (start !== undefined) return start;
		}
		return whole;
	}

	/** @returns undefined if it does not show that no case is left out */
	private async try(start: Beginning): Promise<Beginning | undefined> {
		try {
			const page = await this.reader.fetchPage(start.query, start.cursor);
			return this.isConnected(page) ? { ...start, page } : undefined;
		} catch (error) {
			if (!isRequestError(error)) throw toProblem(error);
			return undefined;
		}
	}

	private isConnected({ cases }: CasePage): boolean {
		const oldest = cases.find(({ created }) => created !== undefined);
		const { created, uuid } = oldest ?? {};
		if (this.from === undefined || created === undefined || uuid === undefined) return false;
		return created < this.from.last || (created === this.from.last && this.isRead(uuid));
	}
}

interface Beginning {
	query: ListQuery;
	/** How it was asked, for the next poll. */
	way: number;
	cursor?: string;
	page?: CasePage;
}
