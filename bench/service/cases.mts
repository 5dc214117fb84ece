/**
 * The cases of the benchmark's service. Each is generated from its number on request, so that
 * 200,000 of them cost the service little.
 */
const PAGE_SIZE = 100;

/** Milliseconds between the creation of two cases. */
const BETWEEN = 5 * 60_000;

export const TEMPLATE_ID = '20000000-0000-4000-8000-000000000001';

const hex = (number: number): string => number.toString(16).padStart(12, '0');

/** UUID of the case with this number, starting at 0. */
export const caseId = (number: number): string => `10000000-0000-4000-8000-${hex(number)}`;

export const caseName = (number: number): string => `Case ${number}`;

const timestamp = (ms: number): string =>
	`${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The cases that the benchmark asks for. */
export interface CaseOrder {
	/** The total number of cases. The newest ones are open. */
	cases: number;
	/** How many of them are completed. */
	finished?: number;
}

/** The list filters that the benchmark needs (listCases). */
export interface ListFilter {
	newestFirst: boolean;
	statuses: string[];
	createdAfter: string | null;
	cursor: string | null;
}

/** All cases of the service. */
export class Cases {
	private count = 0;
	private finished = 0;
	private oldest = 0;
	private readonly deleted = new Set<number>();

	/** Starts again with these cases. */
	reset({ cases, finished = 0 }: CaseOrder): void {
		this.count = cases;
		this.finished = finished;
		this.oldest = Date.now() - cases * BETWEEN;
		this.deleted.clear();
	}

	/** Adds one case and returns its UUID. */
	add(): string {
		this.count += 1;
		return caseId(this.count - 1);
	}

	/** The number of an existing case; undefined if there is none. */
	find(uuid: string): number | undefined {
		const number = Number.parseInt(uuid.slice(-12), 16);
		const exists = number < this.count && !this.deleted.has(number) && caseId(number) === uuid;
		return exists ? number : undefined;
	}

	/** Deletes an existing case. */
	remove(number: number): void {
		this.deleted.add(number);
	}

	/** A case as JSON text. */
	write(number: number): string {
		const created = timestamp(this.oldest + number * BETWEEN);
		const isFinished = number < this.finished;
		const completed = isFinished ? `"${created}"` : 'null';
		return (
			`{"name":"${caseName(number)}","created_at":"${created}","uuid":"${caseId(number)}",` +
			`"completed_date":${completed},"status":"${isFinished ? 'completed' : 'running'}",` +
			`"sequential_id":${number + 1},"process_template":{"name":"Purchase Order",` +
			`"uuid":"${TEMPLATE_ID}","launchable":true,"resource_type":"process","automated":false},` +
			'"launcher":{"first_name":"Ada","last_name":"Byron",' +
			'"uuid":"30000000-0000-4000-8000-000000000001"}}'
		);
	}

	/** A page as JSON text. The cursor is the number of its first case. */
	writePage({ newestFirst, statuses, createdAfter, cursor }: ListFilter): string {
		const hasFinished = statuses.length === 0 || statuses.includes('completed');
		const hasOpen = statuses.length === 0 || statuses.includes('running');
		const after = createdAfter === null ? 0 : (Date.parse(createdAfter) - this.oldest) / BETWEEN;
		const from = Math.max(hasFinished ? 0 : this.finished, Math.ceil(after));
		const to = hasOpen ? this.count : this.finished;
		const step = newestFirst ? -1 : 1;
		const first = newestFirst ? to - 1 : from;
		const page: string[] = [];
		let at = cursor === null ? first : Number(cursor);
		for (; at >= from && at < to && page.length < PAGE_SIZE; at += step) {
			if (!this.deleted.has(at)) page.push(this.write(at));
		}
		const next = at >= from && at < to ? `"${at}"` : 'null';
		return (
			`{"processes":[${page.join(',')}],"next_cursor":${next},"prev_cursor":null,` +
			`"total":${Math.max(0, to - from - this.deleted.size)},"limit":${PAGE_SIZE},"page":1}`
		);
	}
}
